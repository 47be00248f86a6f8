import EventContracts
import Foundation

/// One source of a person's paid or granted features.
package struct EntitlementSource: Sendable, Equatable {
    package var tier: PlanTier
    /// When it ends; nil if no end is known.
    package var end: Date?
    package var basis: EntitlementBasis

    package init(tier: PlanTier, end: Date?, basis: EntitlementBasis) {
        self.tier = tier
        self.end = end
        self.basis = basis
    }

    /// The entitlement of a subscription's payer or of a seat's user; nil without one.
    package init?(_ subscription: Subscription, by rules: SubscriptionRules, isSeat: Bool = false) {
        guard subscription.isInForce, let plan = rules.prices[subscription.choice.planID] else { return nil }
        let own: EntitlementBasis = subscription.status == .trialing ? .trial : .paid
        self.init(tier: plan.tier, end: subscription.lockAt, basis: isSeat ? .seat : own)
    }

    /// Whether the source is in effect at an instant.
    func holds(at now: Date) -> Bool { end.map { now < $0 } ?? true }

    /// Order of precedence: the higher tier, then the longer one, then the order of the bases.
    func isBetter(than other: EntitlementSource) -> Bool {
        if tier != other.tier { return tier > other.tier }
        let ends = (end ?? .distantFuture, other.end ?? .distantFuture)
        if ends.0 != ends.1 { return ends.0 > ends.1 }
        return rank < other.rank
    }

    private var rank: Int { EntitlementBasis.allCases.firstIndex(of: basis) ?? 0 }
}

extension EntitlementTable {
    /// Combines an account's entitlement sources: the best one counts, with its successor.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - sources: In any order.
    ///   - version: The version of the event.
    ///   - now: The time.
    /// - Returns: The event.
    package func entitlement(
        of account: AccountID, by sources: [EntitlementSource], version: Int64, at now: Date
    ) -> EntitlementChanged {
        guard let best = best(of: sources, at: now) else {
            return EntitlementChanged(
                accountID: account, version: version, tier: .basic, entitlements: self[.basic], changedAt: now)
        }
        let after = best.end.map { self[self.best(of: sources, at: $0)?.tier ?? .basic] }
        return EntitlementChanged(
            accountID: account, version: version, tier: best.tier, entitlements: self[best.tier], changedAt: now,
            until: best.end, after: after, basis: best.basis)
    }

    private func best(of sources: [EntitlementSource], at now: Date) -> EntitlementSource? {
        let holding = sources.filter { $0.tier > .basic && $0.holds(at: now) }
        return holding.dropFirst().reduce(holding.first) { best, source in
            guard let best else { return source }
            return source.isBetter(than: best) ? source : best
        }
    }
}
