import EventContracts
import Foundation
import IngestionCore
import IngestionService
import Postgres

/// Copies the database sessions of people from PostgreSQL's log into the audit log, which cybersecurity and executives
/// read.
///
/// An entry is one session in one hour, with the number of statements of each kind; the statements stay in the log.
struct DatabaseAccessLog: Sendable {
    /// How long after its end an hour is recorded, in seconds: PostgreSQL may write its last lines late.
    private static let settling: TimeInterval = 300

    let database: OperatorDatabase

    /// A person's session in one hour.
    struct Session: Sendable, Equatable {
        /// The hour, such as `2026-11-27T14`; the log is in UTC (`log_timezone`).
        let hour: String
        let id: String
        let role: String
        var statements: [String: Int] = [:]

        /// Identifies the session and hour; the entry begins with it.
        var key: String { "\(hour) \(id) \(role)" }

        /// The text of the entry.
        var resource: String {
            let counts = statements.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            return ([key] + counts).joined(separator: " ")
        }
    }

    /// The first hour whose log may be incomplete: the current one, or the previous one during the first minutes of an
    /// hour.
    static func openHour(at now: Date) -> String {
        String(EventTime.format(now.addingTimeInterval(-settling)).prefix(13))
    }

    /// Records the sessions of past hours, each once.
    ///
    /// - Parameters:
    ///   - sessions: From all files of the log; an hour's later statements are not added to its entry.
    ///   - hour: The first hour whose log may be incomplete, in the same form.
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
