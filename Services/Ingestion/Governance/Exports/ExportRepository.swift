import EventContracts
import Foundation
import IngestionCore
import Messaging
import Postgres
import Sealing

/// The tables `exports` and `export_parts`.
enum ExportRepository {
    /// The result of requesting an export.
    enum Admission: Sendable {
        case accepted
        /// An export is pending.
        case pending
        /// The earliest time of the next request.
        case tooMany(until: Date)
    }

    private static let columns = "export_id, session_id, requested_at, awaited_until, ready_at, expires_at"
    private static let day: TimeInterval = 86_400

    /// Inserts an export, unless one is pending or the limit is reached.
    static func insert(
        _ export: Export, of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> Admission {
        let earlier = try await transaction.query(
            """
            SELECT requested_at FROM exports
            WHERE account_id = \(account.uuid) AND requested_at > \(export.requestedAt.addingTimeInterval(-day))
            ORDER BY requested_at DESC LIMIT \(Export.maxPerDay)
            """
        ).map { try $0.decode(Date.self) }
        if earlier.count == Export.maxPerDay, let oldest = earlier.last {
            return .tooMany(until: oldest.addingTimeInterval(day))
        }
        let isNew = try await transaction.execute(
            """
            INSERT INTO exports (\(raw: columns), account_id)
            VALUES (\(export.id.uuid), \(export.session.uuid), \(export.requestedAt), \(export.awaitedUntil),
                \(export.readyAt), \(export.expiresAt), \(account.uuid))
            ON CONFLICT (account_id) WHERE ready_at IS NULL DO NOTHING
            """)
        return isNew == 1 ? .accepted : .pending
    }

    /// An export of the account; nil if it does not exist or belongs to another account.
    static func read(
        _ id: ExportID, of account: AccountID, in database: some PostgresQuerying
    ) async throws -> Export? {
        let rows = try await database.query(
            "SELECT \(raw: columns) FROM exports WHERE export_id = \(id.uuid) AND account_id = \(account.uuid)")
        guard var export = try rows.first.map(Self.export) else { return nil }
        export.answered = try await answered(id, in: database)
        return export
    }

    /// Stores a part, once, and checks whether it was the last one.
    ///
    /// - Returns: The export if it became ready.
    static func add<Service: ExportingService>(
        _ published: DataExported<Service>, in transaction: borrowing Transaction
    ) async throws -> Export? {
        try await add(
            ExportPart(
                service: Service.name, part: published.part, parts: published.parts, content: published.content),
            to: published.exportID, of: published.accountID, in: transaction)
    }

    /// Stores a part, once, and checks whether it was the last one; discards parts that are no longer awaited.
    ///
    /// - Returns: The export if it became ready.
    static func add(
        _ part: ExportPart, to id: ExportID, of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> Export? {
        let now = try transaction.eventTime()
        // The row lock serializes parts that arrive from several services at the same time.
        let rows = try await transaction.query(
            """
            SELECT \(raw: columns) FROM exports
            WHERE export_id = \(id.uuid) AND account_id = \(account.uuid) AND expires_at > \(now) FOR UPDATE
            """)
        guard var export = try rows.first.map(Self.export) else { return nil }
        try await transaction.execute(
            """
            INSERT INTO export_parts (export_id, service, part, parts, account_id, content)
            VALUES (\(id.uuid), \(part.service), \(Int32(part.part)), \(Int32(part.parts)), \(account.uuid),
                \(part.content?.bytes))
            ON CONFLICT DO NOTHING
            """)
        guard export.readyAt == nil else { return nil }
        export.answered = try await answered(id, in: transaction)
        guard export.missing.isEmpty else { return nil }
        return try await settle(export, at: now, in: transaction)
    }

    /// Marks an export as ready.
    ///
    /// - Returns: Nil if it was ready before.
    static func settle(
        _ export: Export, at now: Date, in transaction: borrowing Transaction
    ) async throws -> Export? {
        let isSettled = try await transaction.execute(
            "UPDATE exports SET ready_at = \(now) WHERE export_id = \(export.id.uuid) AND ready_at IS NULL")
        guard isSettled == 1 else { return nil }
        var settled = export
        settled.readyAt = now
        return settled
    }

    /// Exports that lack the part of the gateway itself.
    static func unanswered(by service: String, maxCount: Int, in pool: PostgresPool) async throws -> [(
        ExportID, AccountID
    )] {
        try await pool.query(
            """
            SELECT export_id, account_id FROM exports
            WHERE ready_at IS NULL AND NOT EXISTS (
                SELECT FROM export_parts
                WHERE export_parts.export_id = exports.export_id AND export_parts.service = \(service))
            ORDER BY requested_at LIMIT \(maxCount)
            """
        ).map(ids)
    }

    /// Locks an export that lacks the part of the gateway itself.
    ///
    /// - Returns: False if another instance is processing it, or has finished.
    static func lockUntold(_ id: ExportID, by service: String, in transaction: borrowing Transaction) async throws
        -> Bool
    {
        try await !transaction.query(
            """
            SELECT FROM exports
            WHERE export_id = \(id.uuid) AND ready_at IS NULL AND NOT EXISTS (
                SELECT FROM export_parts
                WHERE export_parts.export_id = exports.export_id AND export_parts.service = \(service))
            FOR UPDATE SKIP LOCKED
            """
        ).isEmpty
    }

    /// Exports whose waiting time has passed.
    static func overdue(at now: Date, maxCount: Int, in pool: PostgresPool) async throws -> [(AccountID, Export)] {
        try await pool.query(
            """
            SELECT \(raw: columns), account_id FROM exports
            WHERE ready_at IS NULL AND awaited_until <= \(now) AND EXISTS (
                SELECT FROM export_parts
                WHERE export_parts.export_id = exports.export_id AND export_parts.service = 'ingestion')
            ORDER BY awaited_until LIMIT \(maxCount)
            """
        ).map { (AccountID(try $0.decode("account_id", as: UUID.self)), try export($0)) }
    }

    /// Removes expired exports, and later their records.
    static func prune(at now: Date, in pool: PostgresPool) async throws {
        try await pool.execute(
            """
            DELETE FROM export_parts
            WHERE export_id IN (SELECT export_id FROM exports WHERE expires_at <= \(now))
            """)
        try await pool.execute(
            "DELETE FROM exports WHERE expires_at <= \(now.addingTimeInterval(-Export.memory))")
    }

    /// Number of parts of a service.
    static func count(of service: String, _ id: ExportID, in database: some PostgresQuerying) async throws -> Int {
        let rows = try await database.query(
            """
            SELECT count(*) FROM export_parts
            WHERE export_id = \(id.uuid) AND service = \(service) AND content IS NOT NULL
            """)
        return try rows[0].decode(Int.self)
    }

    /// The sealed content of a part; nil if it is missing or empty.
    static func content(
        _ part: Int, of service: String, _ id: ExportID, in database: some PostgresQuerying
    ) async throws -> Sealed<ExportedRows>? {
        let rows = try await database.query(
            """
            SELECT content FROM export_parts
            WHERE export_id = \(id.uuid) AND service = \(service) AND part = \(Int32(part))
            """)
        return try rows.first?.decode([UInt8]?.self).map { Sealed(bytes: $0) }
    }

    private static func answered(
        _ id: ExportID, in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> Set<String> {
        Set(
            try await database.query(
                """
                SELECT service FROM export_parts WHERE export_id = \(id.uuid)
                GROUP BY service HAVING count(*) = max(parts)
                """
            ).map { try $0.decode(String.self) })
    }

    private static func ids(_ row: PostgresRow) throws -> (ExportID, AccountID) {
        let (export, account) = try row.decode(UUID.self, UUID.self)
        return (ExportID(export), AccountID(account))
    }

    private static func export(_ row: PostgresRow) throws -> Export {
        Export(
            id: ExportID(try row.decode("export_id", as: UUID.self)),
            session: SessionID(try row.decode("session_id", as: UUID.self)),
            requestedAt: try row.decode("requested_at"), awaitedUntil: try row.decode("awaited_until"),
            readyAt: try row.decode("ready_at", as: Date?.self), expiresAt: try row.decode("expires_at"))
    }
}

/// A stored part of a service's data.
struct ExportPart: Sendable {
    let service: String
    /// Number of the part, from 1.
    let part: Int
    let parts: Int
    let content: Sealed<ExportedRows>?
}
