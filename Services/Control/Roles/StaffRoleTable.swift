import EventContracts
import Foundation
import IngestionCore
import IngestionGovernance
import IngestionService
import Postgres
import Quantities

/// Grants and revokes roles manually; the gateway caches roles for at most a second.
struct StaffRoleTable: Sendable {
    let database: OperatorDatabase

    /// - Throws: `ControlFailure.problem` if there is no such active account.
    func grant(_ granted: GrantedRole, to account: AccountID) async throws {
        try await AuditLog(database: database).record(.grantRole, "\(granted.role.rawValue) \(account)")
        try await database.withSchema(IngestionService.name) { pool in
            try await pool.withTransaction { transaction in
                let there = try await transaction.query(
                    "SELECT 1 FROM accounts WHERE account_id = \(account.uuid) AND status = 'active' FOR SHARE")
                guard !there.isEmpty else { throw ControlFailure.problem("there is no active account \(account)") }
                try await StaffRoleRepository.give(granted, to: account, by: nil, in: transaction)
                try await Audit.record(
                    AuditEntry(
                        .roleGranted, of: account, as: AuditEntry.Actor.operator, resource: granted.role.rawValue),
                    in: transaction)
            }
        }
    }

    /// - Returns: The revoked roles.
    func revoke(_ roles: [StaffRole]?, of account: AccountID) async throws -> [StaffRole] {
        let names = roles?.map(\.rawValue).joined(separator: " ") ?? "all"
        try await AuditLog(database: database).record(.revokeRoles, "\(names) \(account)")
        return try await database.withSchema(IngestionService.name) { pool in
            try await pool.withTransaction { transaction in
                let had = try await StaffRoleRepository.revoke(
                    roles, of: account, by: nil, at: Date(), in: transaction)
                for role in had {
                    try await Audit.record(
                        AuditEntry(
                            .roleRevoked, of: account, as: AuditEntry.Actor.operator, resource: role.rawValue),
                        in: transaction)
                }
                return had
            }
        }
    }

    /// Whether a text is a calendar day.
    static func isDay(_ text: String) -> Bool { CalendarDay(text) != nil }
}
