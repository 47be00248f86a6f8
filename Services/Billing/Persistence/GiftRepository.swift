import EventContracts
import Foundation
import Messaging
import Postgres

/// Plans that the staff gave (GW-25).
package struct GiftRepository: Sendable {
    package init() {}

    /// Stores the latest command; an older one changes nothing.
    ///
    /// - Returns: Whether it applies.
    func keep(_ order: SetComplimentaryPlan, in transaction: borrowing Transaction) async throws -> Bool {
        try await transaction.execute(
            """
            INSERT INTO complimentary_plans AS known (account_id, version, tier, until, ordered_at)
            VALUES (
                \(order.accountID.uuid), \(order.version), \(order.tier.rawValue), \(order.until), \(order.orderedAt))
            ON CONFLICT (account_id) DO UPDATE SET
                version = EXCLUDED.version, tier = EXCLUDED.tier, until = EXCLUDED.until,
                ordered_at = EXCLUDED.ordered_at
            WHERE known.version < EXCLUDED.version
            """) == 1
    }

    /// The gift of an account; nil without one, or if it was withdrawn.
    func read(
        _ account: AccountID, in transaction: borrowing Transaction
    ) async throws -> (tier: PlanTier, until: Date)? {
        let row = try await transaction.query(
            "SELECT tier, until FROM complimentary_plans WHERE account_id = \(account.uuid) AND tier <> 'basic'"
        ).first
        guard let (text, until) = try row?.decode(String.self, Date.self) else { return nil }
        guard let tier = PlanTier(rawValue: text) else {
            throw UnknownStoredValue(column: "complimentary_plans.tier")
        }
        return (tier, until)
    }
}

/// That the product ends, as the gateway announced it (BIL-17).
package struct RetirementRepository: Sendable {
    package init() {}

    /// Stores an announcement; a withdrawn one stays withdrawn.
    func keep(_ announcement: AnnouncementMade, in transaction: borrowing Transaction) async throws {
        try await transaction.execute(
            """
            INSERT INTO retirements AS known (announcement_id, retires_at, withdrawn_at)
            VALUES (
                \(announcement.announcementID.uuid), \(announcement.retiresAt), \(announcement.withdrawnAt))
            ON CONFLICT (announcement_id) DO UPDATE SET
                retires_at = EXCLUDED.retires_at,
                withdrawn_at = COALESCE(known.withdrawn_at, EXCLUDED.withdrawn_at)
            WHERE (known.retires_at, known.withdrawn_at)
                IS DISTINCT FROM (EXCLUDED.retires_at, COALESCE(known.withdrawn_at, EXCLUDED.withdrawn_at))
            """)
    }

    /// Whether any complimentary plan is active.
    func stands(in transaction: borrowing Transaction) async throws -> Bool {
        try await !transaction.query("SELECT true FROM retirements WHERE withdrawn_at IS NULL LIMIT 1").isEmpty
    }
}
