import EventContracts
import Foundation
import Kafka
import Postgres

/// A change of a resource, for event streams; the details are read from the resource.
package struct FeedEntry: Sendable {
    /// The kinds of changes.
    package enum Kind: String, Sendable {
        case resourceChanged = "resource-changed"
        case resourceDeleted = "resource-deleted"
        case operationEnded = "operation-ended"
    }

    package let kind: Kind
    package let resource: ResourceReference
    /// The new version; nil if the resource itself did not change.
    package let version: Int64?
    /// The operation that ended with the change.
    package let operation: OperationID?
    package let at: Date

    package init(kind: Kind, resource: ResourceReference, version: Int64?, operation: OperationID?, at: Date) {
        self.kind = kind
        self.resource = resource
        self.version = version
        self.operation = operation
        self.at = at
    }
}

/// The table `account_events`.
package enum FeedRepository {
    /// Adds an entry after all visible entries of the account.
    package static func append(
        _ entry: FeedEntry, to account: AccountID, in transaction: borrowing Transaction
    ) throws {
        try takeTurn(of: [account], in: transaction)
        try transaction.executeLater(
            """
            INSERT INTO account_events (account_id, type, resource_kind, resource_id, version, operation_id, created_at)
            VALUES (\(account.uuid), \(entry.kind.rawValue), \(entry.resource.kind.rawValue), \(entry.resource.id),
                \(entry.version), \(entry.operation?.uuid), \(entry.at))
            """)
    }

    /// Stores a document and ends an operation, if given, and adds an entry if either changed anything.
    ///
    /// - Parameters:
    ///   - document: The new state of a resource.
    ///   - ending: The operation to end, and the statement made by `OperationRepository.ending`; nil for none.
    ///   - account: The owner of the document and the operation.
    ///   - now: When it happened.
    ///   - transaction: The transaction to use.
    /// - Throws: A `PostgresError` if the transaction has failed before.
    package static func append(
        changing document: Document?, _ ending: (operation: OperationID, statement: SQL)?, of account: AccountID,
        at now: Date, in transaction: borrowing Transaction
    ) throws {
        try takeTurn(of: [account], in: transaction)
        let keeping = document.map(DocumentRepository.putting) ?? "SELECT true WHERE false"
        let ended = ending?.statement ?? "SELECT NULL AS resource_kind, NULL::uuid AS resource_id WHERE false"
        let change = document?.deletedAt == nil ? FeedEntry.Kind.resourceChanged : .resourceDeleted
        try transaction.executeLater(
            """
            WITH kept AS (\(part: keeping)), ended AS (\(part: ended))
            INSERT INTO account_events (account_id, type, resource_kind, resource_id, version, operation_id, created_at)
            SELECT \(account.uuid),
                CASE WHEN EXISTS (SELECT FROM kept) THEN \(change.rawValue)
                    ELSE \(FeedEntry.Kind.operationEnded.rawValue) END,
                coalesce(\(document?.resource.kind.rawValue), ended.resource_kind),
                coalesce(\(document?.resource.id), ended.resource_id), \(document?.version),
                CASE WHEN ended.resource_kind IS NOT NULL THEN \(ending?.operation.uuid) END, \(now)
            FROM (SELECT) AS this LEFT JOIN ended ON true
            WHERE EXISTS (SELECT FROM kept) OR ended.resource_kind IS NOT NULL
            """)
    }

    /// Takes the lock of the account's Kafka partition, so that a batch of one partition takes one lock, and an
    /// account's entries become visible in the order of their ids.
    static func takeTurn(of accounts: [AccountID], in transaction: borrowing Transaction) throws {
        let partitions = Set(
            accounts.map {
                KafkaPartitioner.partition(key: Array($0.description.utf8), count: Topic.standardPartitions)
            })
        try transaction.executeLater(
            """
            SELECT pg_advisory_xact_lock(hashtext(current_schema() || '.account_events'), partition)
            FROM unnest(\(partitions.sorted())) AS turns (partition)
            """)
    }

    /// The account's entries after an id, oldest first.
    package static func list(
        of account: AccountID, after id: Int64, limit: Int, in database: some PostgresQuerying
    ) async throws -> [(id: Int64, entry: FeedEntry)] {
        let rows = try await database.lookUp(
            """
            SELECT event_id, type, resource_kind, resource_id, version, operation_id, created_at
            FROM account_events WHERE account_id = \(account.uuid) AND event_id > \(id)
            ORDER BY event_id LIMIT \(limit)
            """)
        return try rows.map { row in
            let (id, type, kind, resource, version, operation, at) = try row.decode(
                Int64.self, String.self, String.self, UUID.self, Int64?.self, UUID?.self, Date.self)
            guard let type = FeedEntry.Kind(rawValue: type), let kind = ResourceKind(rawValue: kind) else {
                throw UnknownStoredValue(column: "account_events.type or resource_kind")
            }
            let entry = FeedEntry(
                kind: type, resource: ResourceReference(kind, resource), version: version,
                operation: operation.map(OperationID.init), at: at)
            return (id, entry)
        }
    }

    /// The id of the account's newest entry; 0 when it has none.
    package static func newest(of account: AccountID, in database: some PostgresQuerying) async throws -> Int64 {
        let rows = try await database.lookUp(
            """
            SELECT event_id FROM account_events WHERE account_id = \(account.uuid) ORDER BY event_id DESC LIMIT 1
            """)
        return try rows.first?.decode(Int64.self) ?? 0
    }

    /// Whether the account has an entry with that id; if not, it was pruned, perhaps with others.
    package static func contains(
        _ id: Int64, of account: AccountID, in database: some PostgresQuerying
    ) async throws -> Bool {
        let rows = try await database.lookUp(
            "SELECT true FROM account_events WHERE account_id = \(account.uuid) AND event_id = \(id)")
        return !rows.isEmpty
    }

    /// Deletes entries older than an instant.
    package static func prune(before limit: Date, maxCount: Int, in database: some PostgresQuerying) async throws -> Int
    {
        try await database.execute(
            """
            DELETE FROM account_events WHERE event_id IN (
                SELECT event_id FROM account_events WHERE created_at < \(limit) LIMIT \(maxCount))
            """)
    }
}
