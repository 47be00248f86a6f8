import BillingRules
import EventContracts
import Foundation
import Quantities
import Testing

@Suite("Trials")
struct TrialTests {
    private static let rules = SubscriptionRules(prices: PriceList.builtIn.withTrial(days: 14))

    /// The result of opening a trial: a page for saving a card, at 10:00 on March 1.
    private func opened() throws -> (subscription: Subscription, start: Date) {
        let start = try BillingSamples.instant("2026-03-01T10:00:00-05:00")
        var command = BillingSamples.order(at: start)
        command.wantsTrial = true
        let (subscription, effect) = try Subscription.open(command, by: Self.rules, at: start)
        #expect(effect == .openTrialCheckout(subscription.firstKey) && subscription.page == subscription.firstKey)
        #expect(subscription.pending == nil && !subscription.isInForce)
        return (subscription, start)
    }

    private func begun() throws -> (subscription: Subscription, start: Date) {
        var (subscription, start) = try opened()
        let changed = subscription.startTrial(at: start)
        #expect(changed && subscription.status == .trialing && subscription.isInForce)
        return (subscription, start)
    }

    @Test("BIL-01: without a trial, or with a used one, payment is due at once")
    func preferences() throws {
        let start = try BillingSamples.instant("2026-03-01T10:00:00-05:00")
        var command = BillingSamples.order(at: start)
        let (plain, _) = try Subscription.open(command, by: Self.rules, hadTrial: true, at: start)
        #expect(plain.pending?.purpose == .purchase && plain.trial == nil)
        command.wantsTrial = true
        #expect(throws: Subscription.Refusal.noTrial) {
            try Subscription.open(command, by: BillingSamples.rules, at: start)
        }
        #expect(throws: Subscription.Refusal.trialUsed) {
            try Subscription.open(command, by: Self.rules, hadTrial: true, at: start)
        }
        command.choice = PlanChoice(planID: "institution-yearly-cad", seats: 5)
        #expect(throws: Subscription.Refusal.noTrial) { try Subscription.open(command, by: Self.rules, at: start) }
    }

    @Test("BIL-01: the first charge comes at the trial's end")
    func end() throws {
        var (subscription, _) = try begun()
        let end = try BillingSamples.instant("2026-03-15T10:00:00-04:00")
        #expect(subscription.dueAt == end && subscription.trial?.end == end)
        let early = subscription.due(at: end.addingTimeInterval(-1), by: Self.rules)
        #expect(early.isEmpty)
        let charge = try BillingSamples.charge(subscription.due(at: end, by: Self.rules))
        #expect(charge.purpose == .renewal && charge.total == BillingSamples.cad(903))
        #expect(charge.key == ChargeKey(subscriptionID: subscription.subscriptionID, period: 1, generation: 0))
        subscription.declined(charge.key, at: end, by: Self.rules)
        #expect(subscription.status == .pastDue && subscription.isInForce)
        let retry = try #require(subscription.retryAt)
        let second = try BillingSamples.charge(subscription.due(at: retry, by: Self.rules))
        #expect(second.key.generation == 1)
        let settlement = subscription.paid(second.key, at: retry, by: Self.rules)
        #expect(settlement == .applied && subscription.periodStart == end)
        #expect(subscription.periodEnd == (try BillingSamples.instant("2026-04-15T10:00:00-04:00")))
    }

    @Test("BIL-04: a cancelled trial lasts to its end without a charge")
    func canceled() throws {
        var (subscription, start) = try begun()
        let end = try #require(subscription.periodEnd)
        let effects = try subscription.cancel(at: start.addingTimeInterval(60))
        #expect(effects.isEmpty && subscription.isInForce && subscription.lockAt == end)
        let charges = subscription.due(at: end, by: Self.rules)
        #expect(charges.isEmpty && subscription.ending == .canceled && subscription.endedAt == end)
        let later = subscription.due(at: end.addingTimeInterval(86_400 * 40), by: Self.rules)
        #expect(later.isEmpty && subscription.pending == nil)
    }

    @Test(
        "BIL-03: only a card on the current payment page counts"
    )
    func pages() throws {
        var (left, start) = try opened()
        let close = try #require(left.dueAt)
        let effects = left.due(at: close, by: Self.rules)
        #expect(effects == [.closeCheckout(left.firstKey)] && left.ending == .abandoned)
        let late = left.startTrial(at: close)
        #expect(late && left.status == .trialing && left.ending == nil)
        let again = left.startTrial(at: close)
        #expect(!again, "a repeated notification changes nothing")
        var (canceled, _) = try opened()
        let closing = try canceled.cancel(at: start)
        #expect(closing == [.closeCheckout(canceled.firstKey)])
        let begun = canceled.startTrial(at: start)
        #expect(!begun && canceled.status == .ended)
        var (erased, _) = try opened()
        let erasing = erased.erase(at: start)
        #expect(erasing == [.closeCheckout(erased.firstKey)])
    }

    @Test("trial: a card with a used trial is refused permanently")
    func refused() throws {
        var (subscription, start) = try opened()
        let changed = subscription.refuseTrial(.cardHadOne, at: start)
        #expect(changed && subscription.status == .ended && subscription.trial?.refusal == .cardHadOne)
        let begun = subscription.startTrial(at: start)
        #expect(!begun && !subscription.isInForce)
    }

    @Test("BIL-20: plan changes within a trial are free; seats start at its end")
    func changes() throws {
        let (subscription, start) = try begun()
        let end = try #require(subscription.periodEnd)
        let yearly = try subscription.quote(BillingSamples.yearly, by: Self.rules, at: start)
        #expect(yearly.effect == .now && yearly.total.minorUnits == 0)
        let seats = PlanChoice(planID: "institution-yearly-cad", seats: 500)
        let many = try subscription.quote(seats, by: Self.rules, at: start)
        #expect(many.effect == .withNextPeriod(end) && many.total.minorUnits == 0)
    }
}
