import EventContracts
import Foundation
import Quantities

extension Subscription {
    /// Quotes a plan change.
    ///
    /// An upgrade (higher tier, longer interval, more seats, in this order) takes effect at once and costs the
    /// difference for the rest of the period; a downgrade takes effect with the next period and costs nothing now.
    ///
    /// - Parameters:
    ///   - choice: The new choice.
    ///   - rules: The billing rules.
    ///   - now: The time of the quote.
    /// - Returns: The price and when it takes effect.
    /// - Throws: The reason if it is not possible.
    package func quote(
        _ choice: PlanChoice, by rules: SubscriptionRules, at now: Date
    ) throws(Refusal) -> ChangeQuote {
        guard isInForce, let periodStart, let periodEnd, let current = rules.prices[self.choice.planID],
            let price = rules.prices.price(of: self.choice)
        else { throw .notSubscribed }
        guard pending == nil, status != .pastDue else { throw .paymentPending }
        guard !rules.policy.isRetired else { throw .retired }
        let zero = Money(minorUnits: 0, currency: price.currency)
        var quote = ChangeQuote(
            effect: .keeps, credit: zero, net: zero, taxes: [], total: zero, nextPrice: price, nextRenewal: periodEnd,
            statedAt: now)
        guard choice != self.choice else { return quote }
        let (plan, newPrice) = try rules.offered(choice)
        guard newPrice.currency == price.currency else { throw .wrongCurrency }
        quote.nextPrice = newPrice
        quote.effect = .withNextPeriod(periodEnd)
        if status == .trialing {
            // Without a trial, the new plan starts when the current trial ends, since seats are not free.
            if plan.trialDays > 0 { quote.effect = .now }
            return quote
        }
        guard Self.isMore((plan, choice), than: (current, self.choice)) else { return quote }
        let startsAnew = plan.interval != current.interval
        let credit = Proration.unused(of: price, at: now, from: periodStart, until: periodEnd)
        let due = startsAnew ? newPrice : Proration.unused(of: newPrice, at: now, from: periodStart, until: periodEnd)
        let net = Money(minorUnits: due.minorUnits - credit.minorUnits, currency: price.currency)
        guard net.minorUnits >= 0 else { return quote }
        quote.effect = .now
        quote.credit = credit
        if startsAnew { quote.nextRenewal = calendar.end(ofPeriod: 1, of: plan.interval, from: now) }
        let taxed = try rules.taxed(net, in: region, at: now)
        guard taxed.total.minorUnits >= RenewalPolicy.minCharge else { return quote }
        (quote.net, quote.taxes, quote.total) = (taxed.net, taxed.taxes, taxed.total)
        return quote
    }

    /// Changes the plan at a quoted price.
    ///
    /// - Parameters:
    ///   - command: The choice and the accepted quote.
    ///   - rules: The billing rules.
    ///   - now: The time.
    /// - Returns: The charge, if any; the change takes effect when it is paid.
    /// - Throws: The rejection; nothing has changed then.
    package mutating func change(
        _ command: ChangeSubscription, by rules: SubscriptionRules, at now: Date
    ) throws(Refusal) -> [Effect] {
        let quote = try quote(command.choice, by: rules, at: command.quotedAt)
        guard quote.total == command.agreedTotal, now <= command.quotedAt.adding(rules.policy.quoteLifetime),
            command.quotedAt <= now.adding(Self.maxSkew), let periodStart, command.quotedAt >= periodStart
        else { throw .priceChanged }
        version += 1
        switch quote.effect {
        case .keeps:
            next = nil
            endsWithPeriod = false
        case .withNextPeriod:
            next = command.choice
            endsWithPeriod = false
        case .now where quote.total.minorUnits == 0: replace(with: command.choice, at: command.quotedAt, by: rules)
        case .now:
            let price = TaxedPrice(net: quote.net, taxes: quote.taxes, total: quote.total)
            let charge = charge(.upgrade, command.choice, price, at: command.quotedAt)
            pending = charge
            return [.charge(charge)]
        }
        return []
    }

    /// Cancels the renewal: Pro stays until the period ends (BIL-04).
    ///
    /// - Parameter now: The time.
    /// - Returns: The page to close, if one is open.
    /// - Throws: `notSubscribed` if the subscription has ended.
    package mutating func cancel(at now: Date) throws(Refusal) -> [Effect] {
        switch status {
        case .ended: throw .notSubscribed
        case .trialing, .active:
            guard !endsWithPeriod else { return [] }
            version += 1
            endsWithPeriod = true
            next = nil
            return []
        case .pastDue:
            version += 1
            end(.canceled, at: now)
            return []
        case .awaitingPayment:
            let page = page
            version += 1
            end(.canceled, at: now)
            return page.map { [.closeCheckout($0)] } ?? []
        }
    }

    /// Tolerance for a clock that is ahead when it states a quote (fault row 28).
    private static let maxSkew = Duration.seconds(5 * 60)

    private static func isMore(_ new: (plan: Plan, choice: PlanChoice), than old: (plan: Plan, choice: PlanChoice))
        -> Bool
    {
        if new.plan.tier != old.plan.tier { return new.plan.tier > old.plan.tier }
        if new.plan.interval != old.plan.interval { return new.plan.interval.months > old.plan.interval.months }
        return new.choice.seats > old.choice.seats
    }
}
