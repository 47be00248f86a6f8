import EventContracts
import Foundation
import Postgres

/// Analyzes the photos of one type of command, outside of any transaction.
package protocol PhotoAnalysis: Sendable {
    /// The type of command.
    var type: EventType { get }

    /// Whether the dependencies of the analysis are available, according to the last attempt.
    var isReady: Bool { get }

    /// Analyzes a photo.
    ///
    /// - Parameters:
    ///   - job: The job; after `JobWorkers.maxAttempts` failed attempts it must not be analyzed again.
    ///   - deadline: When the result is due.
    /// - Returns: The result to store in the transaction that removes the job.
    /// - Throws: `Postponed` if it may succeed later; any other error counts as a failed attempt.
    func run(_ job: Job, until deadline: ContinuousClock.Instant) async throws -> JobResult
}

/// The result of an analysis.
package enum JobResult: Sendable {
    /// Appends the event with the result.
    case commit(@Sendable (borrowing Transaction) async throws -> Void)
    /// The account is erased, so there is no result.
    case discarded
}

/// A dependency is unavailable: the job waits and the attempt does not count.
package struct Postponed: Error, Sendable, CustomStringConvertible {
    /// For the operator; contains no personal data.
    package let description: String

    package init(_ reason: String) {
        description = reason
    }
}
