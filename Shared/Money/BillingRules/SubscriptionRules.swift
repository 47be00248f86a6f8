import EventContracts
import Foundation
import Quantities

/// The billing rules: plans, taxes and deadlines.
package struct SubscriptionRules: Sendable {
    package var prices: PriceList
    package var taxes: TaxTable
    package var policy: RenewalPolicy

    package init(prices: PriceList = .builtIn, taxes: TaxTable = TaxTable(), policy: RenewalPolicy = RenewalPolicy()) {
        self.prices = prices
        self.taxes = taxes
        self.policy = policy
    }

    /// A plan that is sold for a number of seats.
    func offered(_ choice: PlanChoice) throws(Subscription.Refusal) -> (plan: Plan, price: Money) {
        guard let plan = prices[choice.planID] else { throw .unknownPlan }
        guard plan.isOffered else { throw .notOffered }
        guard let price = prices.price(of: choice) else { throw .seatsOutOfRange }
        return (plan, price)
    }

    /// A price with the taxes of a region.
    func taxed(_ net: Money, in region: String, at now: Date) throws(Subscription.Refusal) -> TaxedPrice {
        guard let taxed = try? taxes.price(net, in: region, at: now) else { throw .unknownRegion }
        return taxed
    }
}
