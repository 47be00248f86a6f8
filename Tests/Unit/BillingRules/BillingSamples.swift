import BillingRules
import EventContracts
import Foundation
import Quantities
import Testing

/// Subscriptions in the states from which tests start.
enum BillingSamples {
    static let rules = SubscriptionRules()
    static let monthly = PlanChoice(planID: "pro-monthly-cad")
    static let yearly = PlanChoice(planID: "pro-yearly-cad")
    static let toronto = "America/Toronto"

    /// Parses an instant such as `2026-01-31T10:00:00-05:00`.
    static func instant(_ text: String) throws -> Date {
        try #require(try? Date(text, strategy: .iso8601))
    }

    static func cad(_ minorUnits: Int64) -> Money { Money(minorUnits: minorUnits, currency: .cad) }

    static func order(
        _ choice: PlanChoice = monthly, at now: Date, region: String = "CA-ON", timeZone: String = toronto
    ) -> StartSubscription {
        StartSubscription(
            accountID: .random(), subscriptionID: .random(), checkoutID: .random(), choice: choice, region: region,
            timeZone: timeZone, requestedAt: now)
    }

    /// A subscription whose first period is paid.
    static func active(
        _ choice: PlanChoice = monthly, from start: Date, region: String = "CA-ON", by rules: SubscriptionRules = rules
    ) throws -> Subscription {
        var (subscription, _) = try Subscription.open(order(choice, at: start, region: region), by: rules, at: start)
        let charge = try #require(subscription.pending)
        let settlement = subscription.paid(charge.key, at: start, by: rules)
        #expect(settlement == .applied)
        return subscription
    }

    /// The charge in an effect.
    static func charge(_ effects: [Subscription.Effect]) throws -> Subscription.Charge {
        guard case .charge(let charge) = try #require(effects.first), effects.count == 1 else {
            throw NoCharge()
        }
        return charge
    }

    struct NoCharge: Error {}
}
