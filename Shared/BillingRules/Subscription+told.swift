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
        event.trial = trial
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
        let source = subscription.flatMap { EntitlementSource($0, by: rules) }
        return entitlement(of: account, by: [source].compactMap(\.self), version: version, at: now)
    }
}

extension Subscription {
    /// What can be known of a subscription from what was told of it: enough to state what a change costs.
    ///
    /// - Parameters:
    ///   - told: What was told last.
    ///   - timeZone: Where its periods lie.
    package init(told: SubscriptionChanged, timeZone: String) {
        self.init(
            accountID: told.accountID, subscriptionID: told.subscriptionID, version: told.version, status: told.status,
            choice: told.choice, region: told.region, timeZone: timeZone)
        periodStart = told.periodStart
        periodEnd = told.periodEnd
        endsWithPeriod = told.endsWithPeriod
        next = told.next
        graceEnd = told.graceEnd
        ending = told.ending
        trial = told.trial
    }
}

extension Subscription.Refusal {
    /// For the person.
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
