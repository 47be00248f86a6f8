import BillingRules
import EventContracts
import Foundation
import Postgres
import ServiceRuntime

/// The features of each account (BIL-15): the free tier, or the person's subscription (C12).
///
/// History is recorded for everyone, so that it exists after a later subscription, unless `BASIC_HISTORY` shows it to
/// all. Allergen features do not depend on plans.
package struct AccountPlans: Sendable {
    package let database: PostgresPool
    package let clock: any WallClock
    /// The tier without a subscription.
    package let standard: PlanTier
    /// The features of each tier.
    package let table: EntitlementTable

    package init(database: PostgresPool, clock: any WallClock, standard: PlanTier, table: EntitlementTable) {
        self.database = database
        self.clock = clock
        self.standard = standard
        self.table = table
    }

    /// The current features of the account: paid ones end at the announced instant, even if `billing` is down.
    package func entitlements(of account: AccountID) async throws -> Entitlements {
        // No tier has more features, so the subscription does not matter.
        if standard == PlanTier.allCases.max() { return table[standard] }
        let resource = ResourceReference(.entitlement, account.uuid)
        guard let document = try await DocumentRepository.read(resource, of: account, in: database) else {
            return table[standard]
        }
        let published = try EventCoding.decode(EntitlementChanged.self, from: document.body).entitlements(
            at: clock.now())
        // The configured table applies, not the published features: a quota that is switched off is off for everyone at
        // once.
        guard let tier = table.tier(of: published) else { return published }
        return table[tier == .basic ? standard : tier]
    }

    /// The time since which an account has had only the basic tier; nil while its history is visible.
    package func basicSince(_ account: AccountID) async throws -> Date? {
        guard !table[standard].history else { return nil }
        let resource = ResourceReference(.entitlement, account.uuid)
        guard let document = try await DocumentRepository.read(resource, of: account, in: database) else {
            return Date(timeIntervalSince1970: 0)
        }
        let published = try EventCoding.decode(EntitlementChanged.self, from: document.body)
        guard !published.entitlements(at: clock.now()).history else { return nil }
        return published.entitlements.history ? published.until : published.changedAt
    }
}

extension EnvironmentFormat<PlanTier> {
    /// The name of a tier.
    package static var plan: Self { choice() }
}
