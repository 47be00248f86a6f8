import EventContracts
import Foundation

extension Subscription {
    /// The subscription as everybody is told of it.
    ///
    /// - Parameters:
    ///   - rules: What prices are looked up in.
    ///   - checkout: The page where the person pays, while they may.
    ///   - now: The time.
    /// - Returns: The event; nil for a plan that is not in the list.
    package func changed(
        by rules: SubscriptionRules, checkout: SubscriptionChanged.Checkout?, at now: Date
    ) -> SubscriptionChanged? {
        guard let price = rules.prices.price(of: choice) else { return nil }
        var event = SubscriptionChanged(
            accountID: accountID, subscriptionID: subscriptionID, version: version, status: status, choice: choice,
            price: price, region: region, changedAt: now)
        event.periodStart = periodStart
        event.periodEnd = periodEnd
        event.endsWithPeriod = endsWithPeriod
        event.next = next
        event.graceEnd = status == .pastDue ? graceEnd : nil
        event.ending = ending
        event.checkout = status == .awaitingPayment ? checkout : nil
        return event
    }
}

extension EntitlementTable {
    /// What a person may do, given the subscription; nil without one.
    ///
    /// - Parameters:
    ///   - account: The person.
    ///   - subscription: The newest one.
    ///   - rules: What plans are looked up in.
    ///   - version: Of the event.
    ///   - now: The time.
    /// - Returns: The event.
    package func entitlement(
        of account: AccountID, with subscription: Subscription?, by rules: SubscriptionRules, version: Int64,
        at now: Date
    ) -> EntitlementChanged {
        guard let subscription, subscription.isInForce, let plan = rules.prices[subscription.choice.planID],
            subscription.lockAt.map({ now < $0 }) ?? true
        else {
            return EntitlementChanged(
                accountID: account, version: version, tier: .basic, entitlements: self[.basic], changedAt: now)
        }
        let lockAt = subscription.lockAt
        return EntitlementChanged(
            accountID: account, version: version, tier: plan.tier, entitlements: self[plan.tier], changedAt: now,
            until: lockAt, after: lockAt.map { _ in self[.basic] })
    }
}
