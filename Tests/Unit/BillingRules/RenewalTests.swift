import BillingRules
import EventContracts
import Foundation
import Quantities
import Testing

@Suite("Renewals and time")
struct RenewalTests {
    /// The ends of the first periods, each renewed on its day.
    private static func ends(_ choice: PlanChoice, from start: Date, count: Int) throws -> [Date] {
        var subscription = try BillingSamples.active(choice, from: start)
        return try (0..<count).map { _ in
            let end = try #require(subscription.periodEnd)
            let charge = try BillingSamples.charge(subscription.due(at: end, by: BillingSamples.rules))
            let settlement = subscription.paid(charge.key, at: end, by: BillingSamples.rules)
            #expect(settlement == .applied)
            return end
        }
    }

    @Test("BIL-01: a period from the 31st ends on the last day of a shorter month")
    func monthEnds() throws {
        let ends = try Self.ends(
            BillingSamples.monthly, from: try BillingSamples.instant("2027-12-31T10:00:00-05:00"), count: 4)
        #expect(
            ends
                == (try [
                    "2028-01-31T10:00:00-05:00", "2028-02-29T10:00:00-05:00", "2028-03-31T10:00:00-04:00",
                    "2028-04-30T10:00:00-04:00",
                ].map(BillingSamples.instant)))
    }

    @Test("BIL-01: a year from February 29 ends on the 28th or 29th")
    func leapYear() throws {
        let ends = try Self.ends(
            BillingSamples.yearly, from: try BillingSamples.instant("2028-02-29T10:00:00-05:00"), count: 4)
        #expect(ends.first == (try BillingSamples.instant("2029-02-28T10:00:00-05:00")))
        #expect(ends.last == (try BillingSamples.instant("2032-02-29T10:00:00-05:00")))
    }

    @Test("row 28: daylight saving keeps the time of day of a renewal")
    func clockChanges() throws {
        let spring = try Self.ends(
            BillingSamples.monthly, from: try BillingSamples.instant("2026-02-08T02:30:00-05:00"), count: 2)
        #expect(
            spring
                == (try ["2026-03-08T03:30:00-04:00", "2026-04-08T02:30:00-04:00"].map(BillingSamples.instant)))
        let autumn = try Self.ends(
            BillingSamples.monthly, from: try BillingSamples.instant("2026-10-01T09:00:00-04:00"), count: 2)
        #expect(
            autumn
                == (try ["2026-11-01T09:00:00-05:00", "2026-12-01T09:00:00-05:00"].map(BillingSamples.instant)))
    }

    @Test(
        "BIL-04: a cancelled plan stays Pro exactly until its displayed end")
    func canceled() throws {
        var subscription = try BillingSamples.active(from: try BillingSamples.instant("2026-05-15T08:00:00-04:00"))
        let end = try #require(subscription.periodEnd)
        let effects = try subscription.cancel(at: end.addingTimeInterval(-86_400))
        #expect(effects.isEmpty)
        #expect(subscription.lockAt == end)
        let effects2 = subscription.due(at: end.addingTimeInterval(-0.001), by: BillingSamples.rules)
        #expect(effects2.isEmpty)
        #expect(subscription.isInForce)
        // The clock jumps half a year past the end.
        let effects3 = subscription.due(at: end.addingTimeInterval(180 * 86_400), by: BillingSamples.rules)
        #expect(effects3.isEmpty)
        #expect(subscription.ending == .canceled && subscription.endedAt == end)
        #expect(throws: Subscription.Refusal.notSubscribed) { try subscription.cancel(at: end) }
    }

    @Test("BIL-04: choosing the current plan undoes a cancellation")
    func resumed() throws {
        let start = try BillingSamples.instant("2026-05-15T08:00:00-04:00")
        var subscription = try BillingSamples.active(from: start)
        _ = try subscription.cancel(at: start)
        let command = ChangeSubscription(
            accountID: subscription.accountID, subscriptionID: subscription.subscriptionID,
            choice: BillingSamples.monthly, quotedAt: start, agreedTotal: BillingSamples.cad(0))
        let effects = try subscription.change(command, by: BillingSamples.rules, at: start)
        #expect(effects.isEmpty)
        #expect(!subscription.endsWithPeriod && subscription.lockAt == nil)
    }

    @Test("renewal: retries after a decline use new keys, until the grace ends")
    func declined() throws {
        var subscription = try BillingSamples.active(from: try BillingSamples.instant("2026-05-15T08:00:00-04:00"))
        let end = try #require(subscription.periodEnd)
        var keys: [ChargeKey] = [], times: [TimeInterval] = []
        while let due = subscription.dueAt, keys.count < 10 {
            let effects = subscription.due(at: due, by: BillingSamples.rules)
            guard !effects.isEmpty else { continue }
            let charge = try BillingSamples.charge(effects)
            #expect(subscription.isInForce)
            keys.append(charge.key)
            times.append(due.timeIntervalSince(end) / 86_400)
            let isDeclined = subscription.declined(charge.key, at: due, by: BillingSamples.rules)
            #expect(isDeclined)
            #expect(subscription.status == .pastDue && subscription.lockAt == end.addingTimeInterval(7 * 86_400))
        }
        #expect(times == [0, 1, 3, 5])
        #expect(keys.map(\.period) == [1, 1, 1, 1])
        #expect(keys.map(\.generation) == [0, 1, 2, 3])
        #expect(subscription.ending == .unpaid && subscription.endedAt == end.addingTimeInterval(7 * 86_400))
    }

    @Test("a renewal paid in the grace period continues from the period's end")
    func paidInGrace() throws {
        var subscription = try BillingSamples.active(from: try BillingSamples.instant("2026-05-15T08:00:00-04:00"))
        let end = try #require(subscription.periodEnd)
        let first = try BillingSamples.charge(subscription.due(at: end, by: BillingSamples.rules))
        _ = subscription.declined(first.key, at: end, by: BillingSamples.rules)
        let retry = try #require(subscription.dueAt)
        let second = try BillingSamples.charge(subscription.due(at: retry, by: BillingSamples.rules))
        let settlement = subscription.paid(second.key, at: retry, by: BillingSamples.rules)
        #expect(settlement == .applied)
        #expect(subscription.status == .active && subscription.periodStart == end && subscription.graceEnd == nil)
        #expect(subscription.periodEnd == (try BillingSamples.instant("2026-07-15T08:00:00-04:00")))
    }

    @Test("row 27: an unknown outcome blocks new charges; a late success counts")
    func unknownOutcome() throws {
        var subscription = try BillingSamples.active(from: try BillingSamples.instant("2026-05-15T08:00:00-04:00"))
        let end = try #require(subscription.periodEnd)
        let charge = try BillingSamples.charge(subscription.due(at: end, by: BillingSamples.rules))
        for hours in [0, 1, 24, 100] {
            let now = end.addingTimeInterval(Double(hours) * 3_600)
            let effects = subscription.due(at: now, by: BillingSamples.rules)
            #expect(effects.isEmpty)
            #expect(subscription.isInForce && subscription.pending?.key == charge.key)
        }
        let grace = try #require(subscription.dueAt)
        let effects2 = subscription.due(at: grace, by: BillingSamples.rules)
        #expect(effects2.isEmpty)
        #expect(!subscription.isInForce && subscription.dueAt == nil)
        let settlement = subscription.paid(charge.key, at: end, by: BillingSamples.rules)
        #expect(settlement == .applied)
        #expect(subscription.isInForce && subscription.periodStart == end)
    }

    @Test("row 27: an answer to an earlier charge does not settle the pending one")
    func earlierAnswer() throws {
        var subscription = try BillingSamples.active(from: try BillingSamples.instant("2026-05-15T08:00:00-04:00"))
        let end = try #require(subscription.periodEnd)
        let first = try BillingSamples.charge(subscription.due(at: end, by: BillingSamples.rules))
        _ = subscription.declined(first.key, at: end, by: BillingSamples.rules)
        let retry = try #require(subscription.dueAt)
        _ = subscription.due(at: retry, by: BillingSamples.rules)
        let before = subscription
        let settlement = subscription.paid(first.key, at: retry, by: BillingSamples.rules)
        let isDeclined = subscription.declined(first.key, at: retry, by: BillingSamples.rules)
        #expect(settlement == .known && !isDeclined && subscription == before)
    }

    @Test("row 28: a clock jump over several periods charges no past period")
    func jump() throws {
        var subscription = try BillingSamples.active(from: try BillingSamples.instant("2026-01-15T08:00:00-05:00"))
        let now = try BillingSamples.instant("2026-06-20T08:00:00-04:00")
        let charge = try BillingSamples.charge(subscription.due(at: now, by: BillingSamples.rules))
        let settlement = subscription.paid(charge.key, at: now, by: BillingSamples.rules)
        #expect(settlement == .applied)
        #expect(subscription.periodStart == now)
        let effects = subscription.due(at: now, by: BillingSamples.rules)
        #expect(effects.isEmpty)
    }

    @Test("BIL-17: after retirement nothing renews; Pro stays until the paid end")
    func retirement() throws {
        var rules = BillingSamples.rules
        var subscription = try BillingSamples.active(from: try BillingSamples.instant("2026-05-15T08:00:00-04:00"))
        rules.policy.isRetired = true
        let end = try #require(subscription.periodEnd)
        let effects = subscription.due(at: end.addingTimeInterval(-1), by: rules)
        #expect(effects.isEmpty)
        #expect(subscription.isInForce)
        let effects2 = subscription.due(at: end, by: rules)
        #expect(effects2.isEmpty)
        #expect(subscription.ending == .retired && subscription.endedAt == end)
    }

    @Test("trial: costs nothing until it ends")
    func trial() throws {
        let plans = PriceList.builtIn.plans.map { plan in
            var plan = plan
            plan.trialDays = 14
            return plan
        }
        let rules = SubscriptionRules(prices: try #require(PriceList(plans)))
        let start = try BillingSamples.instant("2026-03-01T10:00:00-05:00")
        var command = BillingSamples.order(at: start)
        command.wantsTrial = true
        var (subscription, effect) = try Subscription.open(command, by: rules, at: start)
        #expect(effect == .openTrialCheckout(subscription.firstKey))
        subscription.startTrial(at: start)
        #expect(subscription.status == .trialing && subscription.isInForce)
        // The same time of day, although the clocks change.
        let end = try BillingSamples.instant("2026-03-15T10:00:00-04:00")
        #expect(subscription.dueAt == end)
        let charge = try BillingSamples.charge(subscription.due(at: end, by: rules))
        let settlement = subscription.paid(charge.key, at: end, by: rules)
        #expect(settlement == .applied)
        #expect(subscription.periodEnd == (try BillingSamples.instant("2026-04-15T10:00:00-04:00")))
    }
}
