import EventContracts
import Foundation
import Hexadecimal
import Postgres
import Sealing

/// Writes the audit log (GW-28).
package enum Audit {
    /// Length of a reason stated by the staff, in characters.
    package static let reasonLength = 1...500

    /// Adds an entry, in the transaction of the recorded action if there is one.
    ///
    /// Its time is the database's, so that all gateway instances agree on it.
    package static func record(
        _ entry: AuditEntry, in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws {
        try await database.execute(
            """
            INSERT INTO audit_entries (category, action, actor_id, actor_role, subject_id, resource, outcome, reason_id,
                reason_sealed, request_id, address_hash, times)
            VALUES (\(entry.action.category.rawValue), \(entry.action.rawValue), \(entry.actor?.uuid), \(entry.role),
                \(entry.subject?.uuid), \(entry.resource), \(entry.outcome.rawValue), \(entry.reason?.id),
                \(entry.reason?.sealed), \(entry.request), \(entry.addressHash), \(entry.times))
            """)
    }

    /// Seals a staff member's words about an account under that account's key.
    package static func sealed(
        _ words: String, about subject: AccountID, with sealer: Sealer
    ) async throws -> AuditEntry.Reason {
        let id = UUID.random()
        let sealed = try await sealer.seal(bytes: Array(words.utf8), .auditReason(id, of: subject))
        return AuditEntry.Reason(id: id, sealed: sealed)
    }
}
