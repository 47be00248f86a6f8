import EventContracts
import Foundation
import IngestionCore
import Postgres

/// A granted role.
package struct GrantedRole: Sendable {
    package let role: StaffRole
    package let grantedAt: Date
    /// The day of the security clearance, in ISO 8601.
    package let clearedOn: String?
    package let rulesSignedOn: String?
    package let trainedOn: String?
    /// The end of the role; nil for a permanent one.
    package let endsAt: Date?

    package init(
        role: StaffRole, grantedAt: Date, clearedOn: String?, rulesSignedOn: String?, trainedOn: String?, endsAt: Date?
    ) {
        self.role = role
        self.grantedAt = grantedAt
        self.clearedOn = clearedOn
        self.rulesSignedOn = rulesSignedOn
        self.trainedOn = trainedOn
        self.endsAt = endsAt
    }

    /// A role granted now: permanent if all three records exist, otherwise temporary (GW-32).
    package static func given(
        _ role: StaffRole, clearedOn: String?, rulesSignedOn: String?, trainedOn: String?, provisionalDays: Int,
        at now: Date
    ) -> Self {
        let isPermanent = clearedOn != nil && rulesSignedOn != nil && trainedOn != nil
        return Self(
            role: role, grantedAt: now, clearedOn: clearedOn, rulesSignedOn: rulesSignedOn, trainedOn: trainedOn,
            endsAt: isPermanent ? nil : now.addingTimeInterval(Double(provisionalDays) * 86_400))
    }
}

/// The table `staff_roles`.
package enum StaffRoleRepository {
    /// Duration of a role with incomplete records, in days.
    package static let provisionalDays = 30

    /// Grants a role, replacing an earlier grant of the same role.
    package static func give(
        _ granted: GrantedRole, to account: AccountID, by giver: AccountID?,
        in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws {
        _ = try await revoke([granted.role], of: account, by: giver, at: granted.grantedAt, in: database)
        try await database.execute(
            """
            INSERT INTO staff_roles (staff_role_id, account_id, role, granted_by, granted_at, cleared_on,
                rules_signed_on, trained_on, ends_at)
            VALUES (\(UUID()), \(account.uuid), \(granted.role.rawValue), \(giver?.uuid), \(granted.grantedAt),
                \(granted.clearedOn)::text::date, \(granted.rulesSignedOn)::text::date,
                \(granted.trainedOn)::text::date, \(granted.endsAt))
            """)
    }

    /// Revokes the given roles of an account, or all if none are given.
    ///
    /// - Returns: The revoked roles.
    package static func revoke(
        _ roles: [StaffRole]?, of account: AccountID, by revoker: AccountID?, at now: Date,
        in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> [StaffRole] {
        try await database.query(
            """
            UPDATE staff_roles SET revoked_at = \(now), revoked_by = \(revoker?.uuid)
            WHERE account_id = \(account.uuid) AND revoked_at IS NULL
                AND role = ANY (COALESCE(\(roles?.map(\.rawValue))::text[], ARRAY[role]))
            RETURNING role
            """
        ).compactMap { StaffRole(rawValue: try $0.decode(String.self)) }
    }

    /// The roles of an account, including expired ones that were not revoked.
    package static func list(of account: AccountID, in database: some PostgresQuerying) async throws -> [GrantedRole] {
        try await database.query(
            """
            SELECT role, granted_at, cleared_on::text, rules_signed_on::text, trained_on::text, ends_at
            FROM staff_roles WHERE account_id = \(account.uuid) AND revoked_at IS NULL ORDER BY role
            """
        ).compactMap { row in
            let (role, granted, cleared, signed, trained, ends) = try row.decode(
                String.self, Date.self, String?.self, String?.self, String?.self, Date?.self)
            return StaffRole(rawValue: role).map {
                GrantedRole(
                    role: $0, grantedAt: granted, clearedOn: cleared, rulesSignedOn: signed, trainedOn: trained,
                    endsAt: ends)
            }
        }
    }
}
