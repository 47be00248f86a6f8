import EventContracts
import Foundation
import Postgres

/// Looks at the photos of one type of order; all of it outside of any transaction.
package protocol JobWork: Sendable {
    /// The type of order it takes.
    var type: EventType { get }

    /// Whether it has what it needs to look, as far as it knows.
    var isReady: Bool { get }

    /// Looks at a photo.
    ///
    /// - Parameters:
    ///   - job: what to do; after `JobWorkers.mostAttempts` looks that ended nowhere it must not be tried again.
    ///   - deadline: when the result must be there.
    /// - Returns: what the transaction says that takes the job out of the queue.
    /// - Throws: `Postponed` when it may succeed later without anybody's help; any other error counts as a look that ended
    ///   nowhere.
    func look(at job: Job, until deadline: ContinuousClock.Instant) async throws -> JobResult
}

/// What a look led to.
package enum JobResult: Sendable {
    /// Appends the result's event.
    case tell(@Sendable (borrowing Transaction) async throws -> Void)
    /// Nobody is left to be told: the account is erased.
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
