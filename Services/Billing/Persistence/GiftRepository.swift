import EventContracts
import Foundation
import Messaging
import Postgres

/// Complimentary plans granted by the staff (GW-25).
package enum GiftRepository {
    /// Stores the latest command; an older one changes nothing.
    ///
    /// - Returns: Whether it applies.
    static func keep(_ command: SetComplimentaryPlan, in transaction: borrowing Transaction) async throws -> Bool {
        try await transaction.execute(
            """
            INSERT INTO complimentary_plans AS known (account_id, version, tier, until, ordered_at)
            VALUES (
                \(command.accountID.uuid), \(command.version), \(command.tier.rawValue), \(command.until),
                \(command.orderedAt))
            ON CONFLICT (account_id) DO UPDATE SET
                version = EXCLUDED.version, tier = EXCLUDED.tier, until = EXCLUDED.until,
                ordered_at = EXCLUDED.ordered_at
            WHERE known.version < EXCLUDED.version
            """) == 1
    }

    /// The gift of an account; nil without one, or if it was withdrawn.
    static func read(
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
