import BillingRules
import EventContracts
import Foundation
import Quantities
import Testing

@Suite("Plan changes at a quoted price")
struct ChangeTests {
    private let start: Date

    init() throws { start = try BillingSamples.instant("2026-04-01T00:00:00-04:00") }

    private static func order(
        _ choice: PlanChoice, _ subscription: Subscription, _ quote: ChangeQuote
    ) -> ChangeSubscription {
        ChangeSubscription(
            accountID: subscription.accountID, subscriptionID: subscription.subscriptionID, choice: choice,
            quotedAt: quote.statedAt, agreedTotal: quote.total)
    }

    @Test("monthly to yearly: at once, half a month credited, a year begins")
    func toYearly() throws {
        var subscription = try BillingSamples.active(from: start)
        let half = start.addingTimeInterval(15 * 86_400)
        let quote = try subscription.quote(BillingSamples.yearly, by: BillingSamples.rules, at: half)
        // 7.99 for 30 days; half of it, rounded down.
        #expect(quote.effect == .now && quote.credit == BillingSamples.cad(399))
        #expect(quote.net == BillingSamples.cad(7_999 - 399))
        #expect(quote.total == BillingSamples.cad(7_600 + 988))
        let charge = try BillingSamples.charge(
            subscription.change(
                Self.order(BillingSamples.yearly, subscription, quote), by: BillingSamples.rules,
                at: half.addingTimeInterval(30)))
        #expect(charge.total == quote.total)
        #expect(subscription.choice == BillingSamples.monthly)
        let settlement = subscription.paid(charge.key, at: half.addingTimeInterval(40), by: BillingSamples.rules)
        #expect(settlement == .applied)
        #expect(subscription.choice == BillingSamples.yearly)
        #expect(subscription.periodEnd == quote.nextRenewal)
        #expect(subscription.periodEnd == (try BillingSamples.instant("2027-04-16T00:00:00-04:00")))
    }

    @Test("a declined upgrade changes nothing")
    func declined() throws {
        var subscription = try BillingSamples.active(from: start)
        let end = subscription.periodEnd
        let quote = try subscription.quote(BillingSamples.yearly, by: BillingSamples.rules, at: start)
        let command = Self.order(BillingSamples.yearly, subscription, quote)
        let charge = try BillingSamples.charge(subscription.change(command, by: BillingSamples.rules, at: start))
        #expect(throws: Subscription.Refusal.paymentPending) {
            try subscription.change(command, by: BillingSamples.rules, at: start)
        }
        let isDeclined = subscription.declined(charge.key, at: start, by: BillingSamples.rules)
        #expect(isDeclined)
        #expect(subscription.choice == BillingSamples.monthly && subscription.periodEnd == end)
        let again = try BillingSamples.charge(subscription.change(command, by: BillingSamples.rules, at: start))
        #expect(again.key != charge.key)
    }

    @Test("BIL-04: yearly to monthly: free, effective with the next period")
    func toMonthly() throws {
        var subscription = try BillingSamples.active(BillingSamples.yearly, from: start)
        let end = try #require(subscription.periodEnd)
        let quote = try subscription.quote(BillingSamples.monthly, by: BillingSamples.rules, at: start)
        #expect(quote.effect == .withNextPeriod(end) && quote.total == BillingSamples.cad(0))
        #expect(quote.nextPrice == BillingSamples.cad(799))
        let command = Self.order(BillingSamples.monthly, subscription, quote)
        let effects = try subscription.change(command, by: BillingSamples.rules, at: start)
        #expect(effects.isEmpty)
        #expect(subscription.choice == BillingSamples.yearly && subscription.next == BillingSamples.monthly)
        let charge = try BillingSamples.charge(subscription.due(at: end, by: BillingSamples.rules))
        #expect(charge.net == BillingSamples.cad(799))
        let settlement = subscription.paid(charge.key, at: end, by: BillingSamples.rules)
        #expect(settlement == .applied)
        #expect(subscription.choice == BillingSamples.monthly && subscription.next == nil)
        #expect(subscription.periodEnd == (try BillingSamples.instant("2027-05-01T00:00:00-04:00")))
    }

    @Test("BIL-20: more seats: prorated charge, same period")
    func seats() throws {
        let five = PlanChoice(planID: "institution-yearly-cad", seats: 5)
        let ten = PlanChoice(planID: "institution-yearly-cad", seats: 10)
        var subscription = try BillingSamples.active(five, from: start, region: "CA-AB")
        let end = try #require(subscription.periodEnd)
        let quote = try subscription.quote(ten, by: BillingSamples.rules, at: start)
        #expect(quote.net == BillingSamples.cad(6_399 * 5))
        let charge = try BillingSamples.charge(
            subscription.change(Self.order(ten, subscription, quote), by: BillingSamples.rules, at: start))
        let settlement = subscription.paid(charge.key, at: start, by: BillingSamples.rules)
        #expect(settlement == .applied)
        #expect(subscription.choice.seats == 10 && subscription.periodEnd == end)
    }

    @Test("quote: an expired quote or another price is not charged")
    func disagreement() throws {
        var subscription = try BillingSamples.active(from: start)
        let quote = try subscription.quote(BillingSamples.yearly, by: BillingSamples.rules, at: start)
        var command = Self.order(BillingSamples.yearly, subscription, quote)
        let before = subscription
        #expect(throws: Subscription.Refusal.priceChanged) {
            try subscription.change(command, by: BillingSamples.rules, at: start.addingTimeInterval(901))
        }
        command.agreedTotal = BillingSamples.cad(1)
        #expect(throws: Subscription.Refusal.priceChanged) {
            try subscription.change(command, by: BillingSamples.rules, at: start)
        }
        #expect(throws: Subscription.Refusal.wrongCurrency) {
            try subscription.quote(PlanChoice(planID: "pro-yearly-usd"), by: BillingSamples.rules, at: start)
        }
        #expect(subscription == before)
    }

    @Test("an upgrade paid after a refund is refunded too")
    func paidTooLate() throws {
        var subscription = try BillingSamples.active(from: start)
        let quote = try subscription.quote(BillingSamples.yearly, by: BillingSamples.rules, at: start)
        let command = Self.order(BillingSamples.yearly, subscription, quote)
        let charge = try BillingSamples.charge(subscription.change(command, by: BillingSamples.rules, at: start))
        let isRefunded = subscription.refunded(at: start)
        #expect(isRefunded)
        let settlement = subscription.paid(charge.key, at: start, by: BillingSamples.rules)
        #expect(settlement == .givesBack)
        #expect(!subscription.isInForce)
    }

    @Test("proration: parts of a period add up to at most the whole")
    func proration() throws {
        let end = start.addingTimeInterval(365 * 86_400)
        let price = BillingSamples.cad(9_000_000_000)
        for _ in 0..<2_000 {
            let moment = start.addingTimeInterval(.random(in: -1_000...366 * 86_400))
            let unused = Proration.unused(of: price, at: moment, from: start, until: end).minorUnits
            #expect((0...price.minorUnits).contains(unused))
        }
        #expect(Proration.unused(of: price, at: start, from: start, until: end) == price)
        #expect(Proration.unused(of: price, at: end, from: start, until: end).minorUnits == 0)
    }
}
