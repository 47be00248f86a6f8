import Foundation
import IngestionCore
import IngestionService
import Postgres

/// Copies the database sessions of people from PostgreSQL's log into the audit log, which cybersecurity and executives
/// read.
///
/// An entry is one session in one hour, with the number of statements of each kind; the statements stay in the log.
struct DatabaseAccessLog: Sendable {
    /// Longest line of the log that is read, in bytes.
    private static let longestLine = 1 << 20

    let database: OperatorDatabase

    /// A person's session in one hour.
    struct Session: Sendable, Equatable {
        /// Such as `2026-11-27T14`; the log is in UTC (`log_timezone`).
        let hour: String
        let id: String
        let role: String
        var statements: [String: Int] = [:]

        /// Names the session and hour, and begins the entry.
        var key: String { "\(hour) \(id) \(role)" }

        /// The text of the entry.
        var resource: String {
            let counts = statements.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            return ([key] + counts).joined(separator: " ")
        }
    }

    /// A line of `log_destination = jsonlog`.
    private struct Line: Decodable {
        let timestamp: String
        let user: String?
        let sessionID: String?
        let message: String?

        private enum CodingKeys: String, CodingKey {
            case timestamp, user, message
            case sessionID = "session_id"
        }
    }

    /// The sessions of people in a log, in the order in which they began; lines of other users are skipped.
    static func sessions(in log: [UInt8]) -> [Session] {
        var order: [String] = [], found: [String: Session] = [:]
        for bytes in log.split(separator: UInt8(ascii: "\n")) where bytes.count <= longestLine {
            guard let line = try? JSONDecoder().decode(Line.self, from: Data(bytes)), let role = line.user,
                role.hasPrefix(DatabasePeople.prefix), let id = line.sessionID, let message = line.message,
                let statement = statement(in: message)
            else { continue }
            let hour = line.timestamp.prefix(13).replacing(" ", with: "T")
            let session = Session(hour: String(hour), id: id, role: role)
            if found[session.key] == nil { order.append(session.key) }
            found[session.key, default: session].statements[statement, default: 0] += 1
        }
        return order.compactMap { found[$0] }
    }

    /// The kind of a logged statement, such as `SELECT`; nil for another message.
    private static func statement(in message: String) -> String? {
        guard let match = message.prefixMatch(of: /(?:statement|execute [^:]*): *([A-Za-z]+)/) else { return nil }
        return match.1.uppercased()
    }

    /// Records the sessions of hours that are over, each once.
    ///
    /// - Parameters:
    ///   - sessions: From the log.
    ///   - hour: The current hour in the same form: it is not over.
    /// - Returns: The number of new entries.
    /// - Throws: `PostgresError`.
    func record(_ sessions: [Session], before hour: String) async throws -> Int {
        try await database.withSchema(IngestionService.name) { pool in
            var count = 0
            for session in sessions where session.hour < hour {
                let isNew = try await pool.withTransaction { transaction in
                    _ = try await transaction.query("SELECT pg_advisory_xact_lock(hashtext('database-access'))")
                    let known = try await transaction.query(
                        """
                        SELECT 1 FROM audit_entries
                        WHERE action = \(AuditAction.databaseAccess.rawValue)
                            AND starts_with(resource, \(session.key + " ")) LIMIT 1
                        """)
                    guard known.isEmpty else { return false }
                    try await Audit.record(
                        AuditEntry(
                            .databaseAccess, of: nil, as: AuditEntry.Actor.operator, resource: session.resource),
                        in: transaction)
                    return true
                }
                if isNew { count += 1 }
            }
            return count
        }
    }
}
