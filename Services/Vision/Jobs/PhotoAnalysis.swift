import EventContracts
import Foundation
import Postgres

/// Looks at the photos of one type of order; all of it outside of any transaction.
package protocol PhotoAnalysis: Sendable {
    /// The type of order it takes.
    var type: EventType { get }

    /// Whether its dependencies are available, as far as known.
    var isReady: Bool { get }

    /// Analyzes a photo.
    ///
    /// - Parameters:
    ///   - job: The job; after `JobWorkers.maxAttempts` failed attempts it must not be analyzed again.
    ///   - deadline: When the result is due.
    /// - Returns: The result to store in the transaction that removes the job.
    /// - Throws: `Postponed` if it may succeed later; any other error counts as a failed attempt.
    func look(at job: Job, until deadline: ContinuousClock.Instant) async throws -> JobResult
}

/// The result of an analysis.
package enum JobResult: Sendable {
    /// Appends the result's event.
    case tell(@Sendable (borrowing Transaction) async throws -> Void)
    /// The account is erased, so there is no result.
    case nobody
}

/// A dependency is not there: the job waits and the look does not count.
package struct Postponed: Error, Sendable, CustomStringConvertible {
    /// For the operator; holds no values of people.
    package let description: String

    package init(_ reason: String) {
        description = reason
    }
}
