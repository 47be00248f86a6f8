import Foundation
import Postgres

/// An operator's request about one dead letter; `fmctl` writes it, the service executes it.
package struct DeadLetterRequest: Sendable, Equatable {
    /// The action for the resource's oldest event; the events behind it are replayed in any case.
    package enum Action: String, Sendable {
        case replay, discard
    }

    package let id: Int64
    package let deadLetterID: Int64
    package let topic: String
    package let resource: String
    package let action: Action
    package let isDryRun: Bool
    /// Overrides the limit on replays.
    package let force: Bool

    /// Writes a request for the service that owns the schema.
    ///
    /// - Returns: The request's id, or nil if there is no such dead letter.
    package static func place(
        _ action: Action, deadLetter id: Int64, dryRun: Bool, force: Bool, on pool: some PostgresQuerying
    ) async throws -> Int64? {
        try await pool.query(
            """
            INSERT INTO dead_letter_orders (dead_letter_id, topic, resource, action, dry_run, force)
            SELECT id, topic, resource, \(action.rawValue), \(dryRun), \(force)
            FROM dead_letters WHERE id = \(id)
            RETURNING id
            """
        ).first?.decode(Int64.self)
    }

    /// The oldest open request.
    static func next(on pool: PostgresPool) async throws -> DeadLetterRequest? {
        try await pool.query(
            """
            SELECT id, dead_letter_id, topic, resource, action, dry_run, force
            FROM dead_letter_orders WHERE done_at IS NULL ORDER BY id LIMIT 1
            """
        ).first.map { row in
            let (id, deadLetterID, topic, resource, action, isDryRun, force) = try row.decode(
                Int64.self, Int64.self, String.self, String.self, String.self, Bool.self, Bool.self)
            return DeadLetterRequest(
                id: id, deadLetterID: deadLetterID, topic: topic, resource: resource,
                action: Action(rawValue: action) ?? .replay, isDryRun: isDryRun, force: force)
        }
    }

    /// Locks the request against other instances of the service until this transaction ends.
    ///
    /// - Returns: Whether the dead letter itself is already processed, so that only the events parked behind it are
    ///   left; nil if the request is finished.
    func lock(in transaction: borrowing Transaction) async throws -> Bool? {
        try await transaction.query(
            "SELECT begun FROM dead_letter_orders WHERE id = \(id) AND done_at IS NULL FOR UPDATE"
        ).first?.decode(Bool.self)
    }

    /// Counts one event of the request, in the transaction that processed it.
    func recordStep(in transaction: borrowing Transaction) async throws {
        try await transaction.execute(
            "UPDATE dead_letter_orders SET begun = true, replayed = replayed + 1 WHERE id = \(id)")
    }

    /// Finishes the request with a result for the operator.
    func finish(_ outcome: String, on pool: PostgresPool) async throws {
        try await pool.execute(
            "UPDATE dead_letter_orders SET done_at = now(), outcome = \(outcome) WHERE id = \(id) AND done_at IS NULL")
    }
}
