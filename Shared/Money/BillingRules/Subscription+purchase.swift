import EventContracts
import Foundation
import Quantities

extension Subscription {
    /// Creates a subscription, whose first payment is made on a page of the provider (BIL-03).
    ///
    /// - Parameters:
    ///   - command: The choice.
    ///   - rules: The billing rules.
    ///   - hadTrial: Whether the person has used their trial.
    ///   - now: The time.
    /// - Returns: The subscription, and the page to open.
    /// - Throws: The rejection.
    package static func open(
        _ command: StartSubscription, by rules: SubscriptionRules, hadTrial: Bool = false, at now: Date
    ) throws(Refusal) -> (Subscription, Effect) {
        guard !rules.policy.isRetired else { throw .retired }
        let (plan, price) = try rules.offered(command.choice)
        let taxed = try rules.taxed(price, in: command.region, at: now)
        var subscription = Subscription(
            accountID: command.accountID, subscriptionID: command.subscriptionID, version: 1, choice: command.choice,
            region: command.region, timeZone: command.timeZone)
        subscription.checkoutEnd = now.adding(rules.policy.checkoutLifetime)
        if command.wantsTrial == true {
            guard plan.trialDays > 0 else { throw .noTrial }
            guard !hadTrial else { throw .trialUsed }
            // The list may change while the page is open: the displayed offer stays valid.
            subscription.trial = SubscriptionChanged.Trial(days: plan.trialDays)
            return (subscription, .openTrialCheckout(subscription.firstKey))
        }
        let charge = subscription.charge(.purchase, command.choice, taxed, at: now)
        subscription.pending = charge
        return (subscription, .openCheckout(charge))
    }

    /// The meaning of a paid charge.
    package enum Settlement: Sendable, Equatable {
        /// The paid period or change is in effect.
        case applied
        /// The charge had been applied already.
        case known
        /// The person has canceled or requested a refund since, so the money is refunded.
        case givesBack
    }

    /// Applies a paid charge; idempotent.
    ///
    /// A payment after the page was closed, or after the grace period, still counts, because the money has moved.
    ///
    /// - Parameters:
    ///   - key: The charge.
    ///   - paidAt: The provider's time of payment.
    ///   - rules: The billing rules.
    ///   - hasAnother: Whether the account has another active subscription: this one is not revived beside it.
    /// - Returns: How the payment was applied.
    package mutating func paid(
        _ key: ChargeKey, at paidAt: Date, by rules: SubscriptionRules, hasAnother: Bool = false
    ) -> Settlement {
        guard let charge = pending, charge.key == key else { return .known }
        version += 1
        pending = nil
        generation += 1
        guard isInForce || !hasAnother else {
            if status == .awaitingPayment { end(.canceled, at: paidAt) }
            return .givesBack
        }
        switch (charge.purpose, ending) {
        case (.purchase, nil), (.purchase, .abandoned): begin(charge, at: paidAt, by: rules)
        case (.renewal, nil), (.renewal, .unpaid): renew(charge, by: rules)
        case (.upgrade, nil): replace(with: charge.choice, at: charge.askedAt, by: rules)
        default: return .givesBack
        }
        return .applied
    }

    /// Records a declined charge; repeating the same result has no effect.
    ///
    /// On a checkout page another card can be tried at once: a purchase counts as declined when its page closes unpaid.
    ///
    /// - Parameters:
    ///   - key: The charge.
    ///   - now: The time.
    ///   - rules: The billing rules.
    /// - Returns: Whether anything changed.
    @discardableResult
    package mutating func declined(_ key: ChargeKey, at now: Date, by rules: SubscriptionRules) -> Bool {
        guard let charge = pending, charge.key == key else { return false }
        version += 1
        pending = nil
        generation += 1
        switch charge.purpose {
        case .purchase where status == .awaitingPayment: end(.abandoned, at: now)
        case .renewal where isInForce: fallBehind(by: rules)
        case .purchase, .renewal, .upgrade: break
        }
        return true
    }

    /// Records a refund: features end (BIL-11).
    ///
    /// - Parameter now: The time.
    /// - Returns: Whether anything changed.
    @discardableResult
    package mutating func refunded(at now: Date) -> Bool {
        guard isInForce else { return false }
        version += 1
        end(.refunded, at: now)
        return true
    }

    func charge(_ purpose: PaymentPurpose, _ choice: PlanChoice, _ price: TaxedPrice, at now: Date) -> Charge {
        Charge(
            key: ChargeKey(subscriptionID: subscriptionID, period: period, generation: generation), purpose: purpose,
            choice: choice, net: price.net, taxes: price.taxes, total: price.total, askedAt: now)
    }

    private mutating func begin(_ charge: Charge, at paidAt: Date, by rules: SubscriptionRules) {
        revive()
        choice = charge.choice
        startPeriods(at: paidAt, by: rules)
    }

    private mutating func renew(_ charge: Charge, by rules: SubscriptionRules) {
        guard let start = periodEnd else { return }
        revive()
        let isSameInterval = rules.prices[choice.planID]?.interval == rules.prices[charge.choice.planID]?.interval
        choice = charge.choice
        next = nil
        guard let anchor, isSameInterval, let interval = rules.prices[choice.planID]?.interval else {
            return startPeriods(at: start, by: rules)
        }
        let end = calendar.end(ofPeriod: periodsSinceAnchor + 1, of: interval, from: anchor)
        // If the period was over when it was charged, a new one starts at the charge.
        guard end > charge.askedAt else { return startPeriods(at: charge.askedAt, by: rules) }
        periodsSinceAnchor += 1
        periodStart = start
        periodEnd = end
    }

    /// After a decline: schedules the next retry, if any; features stay during the grace period.
    private mutating func fallBehind(by rules: SubscriptionRules) {
        guard let periodEnd else { return }
        status = .pastDue
        graceEnd = graceEnd ?? periodEnd.adding(rules.policy.grace)
        retryAt = rules.policy.retries.dropFirst(declines).first.map(periodEnd.adding)
        declines += 1
    }

    private mutating func revive() {
        status = .active
        ending = nil
        endedAt = nil
        checkoutEnd = nil
        declines = 0
        retryAt = nil
        graceEnd = nil
    }

    /// Switches to another plan; a different interval starts a new period.
    mutating func replace(with choice: PlanChoice, at now: Date, by rules: SubscriptionRules) {
        let isSameInterval = rules.prices[choice.planID]?.interval == rules.prices[self.choice.planID]?.interval
        self.choice = choice
        next = nil
        endsWithPeriod = false
        if !isSameInterval && status == .active { startPeriods(at: now, by: rules) }
    }

    private mutating func startPeriods(at start: Date, by rules: SubscriptionRules) {
        let interval = rules.prices[choice.planID]?.interval ?? .month
        anchor = start
        periodsSinceAnchor = 1
        periodStart = start
        periodEnd = calendar.end(ofPeriod: 1, of: interval, from: start)
    }
}
