import EventContracts
import Foundation
import IngestionCore
import Messaging
import Postgres

/// The table `complimentary_plans`.
enum ComplimentaryPlanRepository {
    /// Stores the current complimentary plan.
    ///
    /// - Returns: Its version; nil if the account does not exist or is not active.
    static func keep(
        _ tier: PlanTier, until: Date, of account: AccountID, at now: Date, in transaction: borrowing Transaction
    ) async throws -> Int64? {
        try await transaction.query(
            """
            INSERT INTO complimentary_plans AS known (account_id, version, tier, until, ordered_at)
            SELECT account_id, 1, \(tier.rawValue), \(until), \(now) FROM accounts
            WHERE account_id = \(account.uuid) AND status <> 'erased'
            ON CONFLICT (account_id) DO UPDATE SET
                version = known.version + 1, tier = EXCLUDED.tier, until = EXCLUDED.until,
                ordered_at = EXCLUDED.ordered_at
            RETURNING version
            """
        ).first?.decode(Int64.self)
    }
}
