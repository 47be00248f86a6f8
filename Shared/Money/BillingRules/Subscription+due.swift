import EventContracts
import Foundation

extension Subscription {
    /// Applies scheduled changes: closing the page, ending or renewing the period, retrying a decline, ending the grace
    /// period.
    ///
    /// One step; repeated until `dueAt` is in the future. A period ends at its announced time, however late this is
    /// called.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - rules: The billing rules.
    /// - Returns: The provider calls to make.
    package mutating func due(at now: Date, by rules: SubscriptionRules) -> [Effect] {
        guard let dueAt, now >= dueAt else { return [] }
        version += 1
        switch status {
        case .ended: return []
        case .awaitingPayment:
            let page = page
            end(.abandoned, at: dueAt)
            return page.map { [.closeCheckout($0)] } ?? []
        case .trialing, .active:
            if endsWithPeriod || rules.policy.isRetired && pending == nil {
                end(rules.policy.isRetired ? .retired : .canceled, at: dueAt)
                return []
            }
            return pending == nil ? startRenewal(at: now, by: rules) : lock(at: dueAt)
        case .pastDue:
            guard let graceEnd, now < graceEnd else { return lock(at: dueAt) }
            // While a charge is pending, no new one is made.
            if rules.policy.isRetired, pending == nil {
                end(.retired, at: dueAt)
                return []
            }
            return requestRenewal(at: now, by: rules)
        }
    }

    private mutating func startRenewal(at now: Date, by rules: SubscriptionRules) -> [Effect] {
        period += 1
        generation = 0
        graceEnd = periodEnd?.adding(rules.policy.grace)
        return requestRenewal(at: now, by: rules)
    }

    private mutating func requestRenewal(at now: Date, by rules: SubscriptionRules) -> [Effect] {
        let choice = next ?? choice
        retryAt = nil
        // Plans and regions are never removed from the lists; if one is missing nevertheless, nothing is charged.
        guard let price = rules.prices.price(of: choice), let taxed = try? rules.taxed(price, in: region, at: now)
        else {
            end(.retired, at: now)
            return []
        }
        let charge = charge(.renewal, choice, taxed, at: now)
        pending = charge
        return [.charge(charge)]
    }

    /// Ends the subscription after the grace period.
    ///
    /// A charge with an unknown outcome stays pending: if it turns out to be paid, the person receives the paid period.
    private mutating func lock(at graceEnd: Date) -> [Effect] {
        end(.unpaid, at: graceEnd)
        return []
    }
}
