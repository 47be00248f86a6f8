import EventContracts
import Foundation
import Kafka
import Messaging
import Postgres

/// Changes of documents and ends of operations from the events of one transaction, written in one statement.
///
/// Each has the effect of one `FeedRepository.append(changing:_:of:at:in:)`.
struct GatheredChanges: Sendable {
    /// The change of one event.
    struct Change: Sendable {
        let account: AccountID
        /// The new state of a resource.
        let document: Document?
        /// An operation that ends.
        let ending: Ending?
        let at: Date
    }

    /// The end of an operation.
    struct Ending: Sendable {
        let operation: OperationID
        let status: OperationStatus
        /// The problem as JSON.
        let problem: String?
    }

    private static let local = TransactionLocal<GatheredChanges>()
    private var changes: [Change] = []
    private var resources: Set<ResourceReference> = []
    private var operations: Set<OperationID> = []

    /// Adds a change.
    ///
    /// - Throws: A `PostgresError` if the transaction has failed before.
    static func add(_ change: Change, in transaction: borrowing Transaction) throws {
        // A statement can change each row only once, so a second change of a row needs another statement.
        if transaction.withLocal(local, { $0?.changesTheSame(change) ?? false }) { try transaction.writeGathered() }
        let isFirst = transaction.withLocal(local) { gathered in
            var open = gathered ?? GatheredChanges()
            let isFirst = gathered == nil
            gathered = nil
            open.changes.append(change)
            if let resource = change.document?.resource { open.resources.insert(resource) }
            if let operation = change.ending?.operation { open.operations.insert(operation) }
            gathered = open
            return isFirst
        }
        if isFirst { try transaction.gather { try write(in: $0) } }
    }

    private func changesTheSame(_ change: Change) -> Bool {
        change.document.map { resources.contains($0.resource) } ?? false
            || change.ending.map { operations.contains($0.operation) } ?? false
    }

    private static func write(in transaction: borrowing Transaction) throws {
        let gathered = transaction.withLocal(local) { gathered in
            defer { gathered = nil }
            return gathered
        }
        guard let changes = gathered?.changes else { return }
        try FeedRepository.takeTurn(of: changes.map(\.account), in: transaction)
        try transaction.executeLater(statement(for: changes))
    }

    private static func statement(for changes: [Change]) -> SQL {
        let accounts = changes.map(\.account.uuid), times = changes.map(\.at)
        let documents = changes.map(\.document), endings = changes.map(\.ending)
        let kinds = documents.map { $0?.resource.kind.rawValue }, ids = documents.map { $0?.resource.id }
        let sortKeys = documents.map { $0?.sortKey }, versions = documents.map { $0?.version }
        let bodies = documents.map { $0.map { String(decoding: $0.body, as: UTF8.self) } }
        let deleted = documents.map { $0?.deletedAt }
        let operations = endings.map { $0?.operation.uuid }
        let states = endings.map { $0?.status.rawValue }, problems = endings.map { $0?.problem }
        return """
            WITH changes AS MATERIALIZED (
                SELECT *
                FROM unnest(
                    \(accounts), \(kinds), \(ids), \(sortKeys), \(versions), \(bodies), \(deleted), \(times),
                    \(operations), \(states), \(problems)
                ) WITH ORDINALITY AS changes (
                    account, kind, id, sort_key, version, body, deleted_at, at, operation, status, problem, place)
            ), kept AS (
                INSERT INTO documents AS known (kind, id, owner, sort_key, version, body, deleted_at)
                SELECT kind, id, account, sort_key, version, body::json, deleted_at
                FROM changes WHERE kind IS NOT NULL
                ON CONFLICT (kind, id) DO UPDATE
                SET sort_key = excluded.sort_key, version = excluded.version, body = excluded.body,
                    deleted_at = excluded.deleted_at, is_empty = false
                WHERE known.version < excluded.version AND known.owner = excluded.owner
                RETURNING kind, id
            ), ended AS (
                UPDATE operations
                SET status = changes.status, problem = changes.problem::json, updated_at = changes.at,
                    ended_at = changes.at
                FROM changes
                WHERE operations.operation_id = changes.operation AND operations.account_id = changes.account
                    -- No condition that a partial index fulfils: a plan by status reads every operation ever ended.
                    AND CASE operations.status
                        WHEN 'pending' THEN true WHEN 'failed' THEN changes.status <> 'failed' ELSE false END
                RETURNING operations.operation_id, resource_kind, resource_id
            )
            INSERT INTO account_events (
                account_id, type, resource_kind, resource_id, version, operation_id, created_at)
            SELECT account,
                CASE WHEN kept.id IS NULL THEN \(FeedEntry.Kind.operationEnded.rawValue)
                    WHEN deleted_at IS NULL THEN \(FeedEntry.Kind.resourceChanged.rawValue)
                    ELSE \(FeedEntry.Kind.resourceDeleted.rawValue) END,
                coalesce(changes.kind, ended.resource_kind), coalesce(changes.id, ended.resource_id), version,
                ended.operation_id, at
            FROM changes
            LEFT JOIN kept ON kept.kind = changes.kind AND kept.id = changes.id
            LEFT JOIN ended ON ended.operation_id = changes.operation
            WHERE kept.id IS NOT NULL OR ended.operation_id IS NOT NULL
            ORDER BY place
            """
    }
}
