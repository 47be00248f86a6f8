import EventContracts
import Foundation
import IngestionCore
import Postgres

/// A stored entry of the audit log.
struct StoredAuditEntry: Sendable {
    let id: Int64
    let at: Date
    let category: String
    let action: String
    let actor: AccountID?
    let role: String
    let subject: AccountID?
    let resource: String?
    let outcome: String
    let reason: AuditEntry.Reason?
    let request: UUID?
    let times: Int32
}

/// Reads the table `audit_entries`.
enum AuditRepository {
    /// A filter for entries.
    struct Query: Sendable {
        var categories: [AuditCategory]
        var from: Date?
        /// The end of the time range, exclusive.
        var to: Date?
        /// Returns only entries with a number below this one.
        var before: Int64?
        var limit: Int
    }

    private static let columns = """
        entry_id, at, category, action, actor_id, actor_role, subject_id, resource, outcome, reason_id, reason_sealed,
            request_id, times
        """

    /// A page of entries, the newest first.
    static func list(_ query: Query, in database: some PostgresQuerying) async throws -> [StoredAuditEntry] {
        try await database.query(
            """
            SELECT \(raw: columns) FROM audit_entries
            WHERE category = ANY (\(query.categories.map(\.rawValue)))
                AND (\(query.from)::timestamptz IS NULL OR at >= \(query.from)::timestamptz)
                AND (\(query.to)::timestamptz IS NULL OR at < \(query.to)::timestamptz)
                AND (\(query.before)::bigint IS NULL OR entry_id < \(query.before)::bigint)
            ORDER BY entry_id DESC LIMIT \(Int64(query.limit))
            """
        ).map(entry)
    }

    /// Actions of others on an account: staff members, operators, and recipients of grants.
    static func access(
        to account: AccountID, before: Int64?, limit: Int, in database: some PostgresQuerying
    ) async throws -> [StoredAuditEntry] {
        let own = [AuditEntry.Actor.person, AuditEntry.Actor.anonymous, AuditEntry.Actor.system]
        return try await database.query(
            """
            SELECT \(raw: columns) FROM audit_entries
            WHERE subject_id = \(account.uuid) AND NOT actor_role = ANY (\(own))
                AND actor_id IS DISTINCT FROM \(account.uuid)
                AND (\(before)::bigint IS NULL OR entry_id < \(before)::bigint)
            ORDER BY entry_id DESC LIMIT \(Int64(limit))
            """
        ).map(entry)
    }

    /// Security entries of one account, the newest first.
    static func security(
        of account: AccountID, limit: Int, in database: some PostgresQuerying
    ) async throws -> [StoredAuditEntry] {
        try await database.query(
            """
            SELECT \(raw: columns) FROM audit_entries
            WHERE subject_id = \(account.uuid) AND category IN ('security', 'access')
            ORDER BY entry_id DESC LIMIT \(Int64(limit))
            """
        ).map(entry)
    }

    private static func entry(_ row: PostgresRow) throws -> StoredAuditEntry {
        let actor = try row.decode("actor_id", as: UUID?.self), subject = try row.decode("subject_id", as: UUID?.self)
        let reasonID = try row.decode("reason_id", as: UUID?.self)
        let sealed = try row.decode("reason_sealed", as: [UInt8]?.self)
        var reason: AuditEntry.Reason?
        if let reasonID, let sealed { reason = AuditEntry.Reason(id: reasonID, sealed: sealed) }
        return StoredAuditEntry(
            id: try row.decode("entry_id"), at: try row.decode("at"), category: try row.decode("category"),
            action: try row.decode("action"), actor: actor.map { AccountID($0) }, role: try row.decode("actor_role"),
            subject: subject.map { AccountID($0) }, resource: try row.decode("resource", as: String?.self),
            outcome: try row.decode("outcome"), reason: reason, request: try row.decode("request_id", as: UUID?.self),
            times: try row.decode("times"))
    }
}
