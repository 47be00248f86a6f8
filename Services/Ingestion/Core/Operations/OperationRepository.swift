import EventContracts
import Foundation
import Postgres

/// The state of an accepted command.
package struct OperationRecord: Sendable {
    package let id: OperationID
    package let account: AccountID
    package let resource: ResourceReference
    /// The queue of the operation's photo; nil without a photo.
    package let lane: PhotoLane?
    /// The outcome; nil while it is pending.
    package let outcome: OperationStatus?
    package let problem: OutcomeProblem?
    package let createdAt: Date
    package let endedAt: Date?
    /// The operation's result after success; nil if the result is deleted or is not a document.
    package let result: Document?
}

extension OperationRecord {
    /// A new operation.
    package init(
        pending id: OperationID, of account: AccountID, about resource: ResourceReference, lane: PhotoLane?,
        at now: Date
    ) {
        self.init(
            id: id, account: account, resource: resource, lane: lane, outcome: nil, problem: nil, createdAt: now,
            endedAt: nil, result: nil)
    }
}

/// The table `operations`.
package enum OperationRepository {
    private static let columns =
        """
        operation_id, account_id, resource_kind, resource_id, lane, status, problem, operations.created_at, ended_at
        """

    /// Inserts a pending operation.
    package static func insert(
        _ operation: OperationRecord, kind: String, in transaction: borrowing Transaction
    ) throws {
        let resource = operation.resource
        try transaction.executeLater(
            """
            INSERT INTO operations (
                operation_id, account_id, kind, resource_kind, resource_id, lane, created_at, updated_at)
            VALUES (
                \(operation.id.uuid), \(operation.account.uuid), \(kind), \(resource.kind.rawValue),
                \(resource.id), \(operation.lane?.rawValue), \(operation.createdAt), \(operation.createdAt))
            """)
    }

    /// Inserts pending operations without photos, each with the operation id of its route.
    static func insert(
        _ operations: [(operation: OperationRecord, kind: String)], in transaction: borrowing Transaction
    ) throws {
        guard !operations.isEmpty else { return }
        let ids = operations.map(\.operation.id.uuid), accounts = operations.map(\.operation.account.uuid)
        let kinds = operations.map(\.kind), resources = operations.map(\.operation.resource.id)
        let resourceKinds = operations.map(\.operation.resource.kind.rawValue)
        let times = operations.map(\.operation.createdAt)
        try transaction.executeLater(
            """
            INSERT INTO operations (
                operation_id, account_id, kind, resource_kind, resource_id, created_at, updated_at)
            SELECT operation_id, account_id, kind, resource_kind, resource_id, created_at, created_at
            FROM unnest(\(ids), \(accounts), \(kinds), \(resourceKinds), \(resources), \(times))
                AS accepted (operation_id, account_id, kind, resource_kind, resource_id, created_at)
            """)
    }

    /// An operation of the account with its result; nil if it does not exist or belongs to another account.
    package static func read(
        _ id: OperationID, of account: AccountID, in database: some PostgresQuerying
    ) async throws -> OperationRecord? {
        let rows = try await database.lookUp(
            """
            SELECT \(raw: columns), sort_key, version, body
            FROM operations
            LEFT JOIN documents ON status = 'succeeded' AND documents.kind = resource_kind AND id = resource_id
                AND owner = account_id AND deleted_at IS NULL
            WHERE operation_id = \(id.uuid) AND account_id = \(account.uuid)
            """)
        return try rows.first.map(record)
    }

    /// The account of an operation; nil if it does not exist.
    package static func account(
        of id: OperationID, in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> AccountID? {
        try await database.query("SELECT account_id FROM operations WHERE operation_id = \(id.uuid)").first
            .map { AccountID(try $0.decode(UUID.self)) }
    }

    /// Number of unanswered photos in the operation's queue that were accepted before it.
    package static func photosBefore(
        _ operation: OperationRecord, in lane: PhotoLane, _ database: some PostgresQuerying
    ) async throws -> Int {
        let rows = try await database.query(
            """
            SELECT count(*) FROM operations
            WHERE status = 'pending' AND lane = \(lane.rawValue)
                AND (created_at, operation_id) < (\(operation.createdAt), \(operation.id.uuid))
            """)
        return try rows.first?.decode(Int.self) ?? 0
    }

    /// Ends an operation of the account: `succeeded` and `rejected` replace `failed`, no other outcome is replaced.
    ///
    /// Returns the kind and id of its resource, or no row if nothing changed.
    package static func ending(
        _ id: OperationID, of account: AccountID, as outcome: OperationStatus, problem: OutcomeProblem? = nil,
        at now: Date
    ) throws -> SQL {
        let problem = try problem.map { String(decoding: try EventCoding.encode($0), as: UTF8.self) }
        return """
            UPDATE operations
            SET status = \(outcome.rawValue), problem = \(problem)::json, updated_at = \(now), ended_at = \(now)
            WHERE operation_id = \(id.uuid) AND account_id = \(account.uuid)
                AND (status = 'pending' OR (status = 'failed' AND \(outcome.rawValue) <> 'failed'))
            RETURNING resource_kind, resource_id
            """
    }

    /// Marks operations as failed that have been pending since before an instant.
    ///
    /// - Returns: The ended operations.
    package static func sweep(
        before limit: Date, problem: OutcomeProblem, at now: Date, maxCount: Int, in transaction: borrowing Transaction
    ) async throws -> [OperationRecord] {
        let problem = String(decoding: try EventCoding.encode(problem), as: UTF8.self)
        let rows = try await transaction.query(
            """
            UPDATE operations SET status = 'failed', problem = \(problem)::json, updated_at = \(now), ended_at = \(now)
            WHERE operation_id IN (
                SELECT operation_id FROM operations WHERE status = 'pending' AND created_at < \(limit)
                ORDER BY created_at LIMIT \(maxCount) FOR UPDATE SKIP LOCKED)
            RETURNING \(raw: columns), NULL, NULL, NULL
            """)
        return try rows.map(record)
    }

    /// Deletes operations that ended before an instant.
    package static func prune(before limit: Date, maxCount: Int, in database: some PostgresQuerying) async throws -> Int
    {
        try await database.execute(
            """
            DELETE FROM operations WHERE operation_id IN (
                SELECT operation_id FROM operations WHERE status <> 'pending' AND ended_at < \(limit) LIMIT \(maxCount))
            """)
    }

    private static func record(_ row: PostgresRow) throws -> OperationRecord {
        let (id, account, kind, resource, lane, status, problem, created, ended, sortKey, version, body) =
            try row.decode(
                UUID.self, UUID.self, String.self, UUID.self, String?.self, String.self, String?.self, Date.self,
                Date?.self, Int64?.self, Int64?.self, String?.self)
        guard let kind = ResourceKind(rawValue: kind) else {
            throw UnknownStoredValue(column: "operations.resource_kind")
        }
        let reference = ResourceReference(kind, resource)
        var result: Document?
        if let sortKey, let version, let body {
            result = Document(
                resource: reference, owner: AccountID(account), sortKey: sortKey, version: version,
                body: Array(body.utf8), deletedAt: nil)
        }
        return OperationRecord(
            id: OperationID(id), account: AccountID(account), resource: reference, lane: lane.flatMap(PhotoLane.init),
            outcome: OperationStatus(rawValue: status),
            problem: try problem.map { try EventCoding.decode(OutcomeProblem.self, from: Array($0.utf8)) },
            createdAt: created, endedAt: ended, result: result)
    }
}
