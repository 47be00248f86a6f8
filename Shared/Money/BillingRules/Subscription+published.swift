import EventContracts
import Foundation

extension Subscription {
    /// The published state of the subscription.
    ///
    /// - Parameters:
    ///   - rules: The rules with the prices.
    ///   - checkout: The payment page, while it is open.
    ///   - now: The time.
    /// - Returns: The event; nil for an unlisted plan.
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
        event.trial = trial
        return event
    }
}

extension EntitlementTable {
    /// The entitlement of a subscription; nil without one.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - subscription: The newest one.
    ///   - rules: The rules with the plans.
    ///   - version: The version of the event.
    ///   - now: The time.
    /// - Returns: The event.
    package func entitlement(
        of account: AccountID, with subscription: Subscription?, by rules: SubscriptionRules, version: Int64,
        at now: Date
    ) -> EntitlementChanged {
        let source = subscription.flatMap { EntitlementSource($0, by: rules) }
        return entitlement(of: account, by: [source].compactMap(\.self), version: version, at: now)
    }
}

extension Subscription {
    /// Rebuilds a subscription from its published state: enough to quote a change.
    ///
    /// - Parameters:
    ///   - published: The last published state.
    ///   - timeZone: The time zone of its periods.
    package init(published: SubscriptionChanged, timeZone: String) {
        self.init(
            accountID: published.accountID, subscriptionID: published.subscriptionID, version: published.version,
            status: published.status,
            choice: published.choice, region: published.region, timeZone: timeZone)
        periodStart = published.periodStart
        periodEnd = published.periodEnd
        endsWithPeriod = published.endsWithPeriod
        next = published.next
        graceEnd = published.graceEnd
        ending = published.ending
        trial = published.trial
    }
}

extension Subscription.Refusal {
    /// The message for the person.
    package var words: String {
        switch self {
        case .unknownPlan: "This plan does not exist."
        case .notOffered: "This plan is no longer available."
        case .seatsOutOfRange: "This plan is not available for that number of seats."
        case .unknownRegion: "The region must be a province or state such as CA-ON or US-NY."
        case .wrongCurrency: "A subscription stays in its currency."
        case .paymentPending: "A payment is in progress. Try again when it has finished."
        case .notSubscribed: "You have no subscription to change."
        case .priceChanged: "The price differs from the quote. Request a new quote."
        case .retired: "Subscriptions are no longer sold."
        case .noTrial: "The plan has no trial."
        case .trialUsed: "You have already used your trial. Subscribe without one."
        }
    }
}
