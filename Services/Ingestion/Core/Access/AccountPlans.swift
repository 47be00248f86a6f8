import BillingRules
import EventContracts
import Foundation
import Postgres
import ServiceRuntime

/// What each account may use (BIL-15): what everybody has, or what the person has subscribed to (C12).
///
/// History is written for everybody, so that it is there for whoever subscribes later, unless `BASIC_HISTORY` says
/// otherwise. Allergens are no matter of plans.
package struct AccountPlans: Sendable {
    package let database: PostgresPool
    package let clock: any WallClock
    /// What everybody has without a subscription.
    package let standard: PlanTier
    /// What each tier holds.
    package let table: EntitlementTable

    package init(database: PostgresPool, clock: any WallClock, standard: PlanTier, table: EntitlementTable) {
        self.database = database
        self.clock = clock
        self.standard = standard
        self.table = table
    }

    /// What an account may use now: features lock at the instant that was told, whether or not `billing` is there.
    package func entitlements(of account: AccountID) async throws -> Entitlements {
        // Nothing holds more.
        if standard == PlanTier.allCases.max() { return table[standard] }
        let resource = ResourceReference(.entitlement, account.uuid)
        guard let document = try await DocumentRepository.read(resource, of: account, in: database) else {
            return table[standard]
        }
        let told = try EventCoding.decode(EntitlementChanged.self, from: document.body).entitlements(at: clock.now())
        // A row of the table holds as it is now: a quota that is switched off is off for everybody at once.
        guard let tier = table.tier(of: told) else { return told }
        return table[tier == .basic ? standard : tier]
    }

    /// Since when an account has no more than basic; nil while its history is to be seen.
    package func basicSince(_ account: AccountID) async throws -> Date? {
        guard !table[standard].history else { return nil }
        let resource = ResourceReference(.entitlement, account.uuid)
        guard let document = try await DocumentRepository.read(resource, of: account, in: database) else {
            return Date(timeIntervalSince1970: 0)
        }
        let told = try EventCoding.decode(EntitlementChanged.self, from: document.body)
        guard !told.entitlements(at: clock.now()).history else { return nil }
        return told.entitlements.history ? told.until : told.changedAt
    }
}

extension EnvironmentFormat<PlanTier> {
    /// The name of a tier.
    package static var plan: Self { choice() }
}
