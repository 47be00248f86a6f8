import Foundation
import Messaging
import Postgres

/// Requests replays and discards, and waits until the service has executed them.
struct DeadLetterRequests: Sendable {
    let database: OperatorDatabase
    let action: DeadLetterRequest.Action
    let isDryRun: Bool
    let force: Bool
    /// Maximum time for the service to execute one request.
    let timeout: Duration

    /// The result for one dead letter.
    struct Result: Encodable, Equatable {
        let id: String
        let outcome: String
        /// Whether the request succeeded; for a dry run, whether it would succeed.
        let isDone: Bool
    }

    /// Polling interval for the result.
    private static let pollInterval = Duration.milliseconds(100)

    /// Executes one request.
    ///
    /// - Throws: `ControlFailure`: `.problem` if there is no such dead letter, `.unavailable` if the service does not
    ///   process the request; or a `PostgresError`.
    func run(_ id: DeadLetterID) async throws -> Result {
        if !isDryRun {
            try await AuditLog(database: database).record(
                action == .replay ? .replay : .discard, "dead letter \(id)\(force ? ", forced" : "")")
        }
        return try await database.withSchema(id.service) { pool in
            let command = try await DeadLetterRequest.place(
                action, deadLetter: id.number, dryRun: isDryRun, force: force, on: pool)
            guard let command else { throw ControlFailure.problem("there is no dead letter \(id)") }
            let store = DeadLetterStore(service: id.service, pool: pool)
            let end = ContinuousClock.now + timeout
            while .now < end {
                if let outcome = try await store.outcome(of: command) {
                    return Result(id: id.description, outcome: outcome, isDone: Self.isDone(outcome))
                }
                try await Task.sleep(for: Self.pollInterval)
            }
            throw ControlFailure.unavailable(
                """
                \(id.service) did not process command \(command) within \(Figures.age(timeout)); it will do so when it \
                runs
                """
            )
        }
    }

    /// Reads the outcome that the service wrote.
    static func isDone(_ outcome: String) -> Bool {
        outcome.hasPrefix("replay:") || outcome.hasPrefix("discard:")
            || ["dry run: it would be processed", "dry run: it would be discarded"].contains(outcome)
    }
}
