import BillingRules
import EventContracts
import Foundation
import Quantities
import Testing

@Suite("Subscription model under random events")
struct SubscriptionModelTests {
    /// A simulated subscription with its invariants.
    private struct Life {
        var random: Seeded
        var now: Date
        var subscription: Subscription
        var asked: Set<ChargeKey> = []
        var paid: Set<ChargeKey> = []
        /// The end announced to the person who canceled.
        var promisedEnd: Date?

        init(seed: UInt64) throws {
            random = Seeded(state: seed)
            now = try BillingSamples.instant("2026-01-31T02:30:00-05:00").addingTimeInterval(Double(seed) * 90_000)
            let choices = PriceList.builtIn.plans.map { PlanChoice(planID: $0.planID, seats: $0.seats.lowerBound) }
            let choice = choices[random.below(choices.count)]
            let command = BillingSamples.order(choice, at: now)
            subscription = try Subscription.open(command, by: BillingSamples.rules, at: now).0
            asked.formUnion([subscription.pending?.key].compactMap(\.self))
        }

        mutating func step() throws {
            let before = subscription
            now = now.addingTimeInterval(Double(random.below(40 * 24)) * 3_600)
            try settleTime()
            switch random.below(8) {
            case 0, 1, 2: try pay()
            case 3: decline()
            case 4: try cancel()
            case 5: try change()
            case 6 where random.below(4) == 0: refund()
            default: break
            }
            try settleTime()
            #expect(subscription == before || subscription.version > before.version)
            check()
        }

        private mutating func settleTime() throws {
            var steps = 0
            while let due = subscription.dueAt, due <= now {
                try take(subscription.due(at: now, by: BillingSamples.rules))
                steps += 1
                try #require(steps < 20, "time never settles")
            }
        }

        private mutating func take(_ effects: [Subscription.Effect]) throws {
            for effect in effects {
                guard case .charge(let charge) = effect else { continue }
                // Each business fact is charged once; the amount is a price of the list with its taxes.
                #expect(asked.insert(charge.key).inserted)
                #expect(charge.total.minorUnits > 0 && charge == subscription.pending)
                let taxes = charge.taxes.map(\.amount.minorUnits).reduce(0, +)
                #expect(charge.net.minorUnits + taxes == charge.total.minorUnits)
            }
        }

        private mutating func pay() throws {
            guard let charge = subscription.pending else { return }
            let wasInForce = subscription.isInForce
            let settlement = subscription.paid(charge.key, at: now, by: BillingSamples.rules)
            #expect(paid.insert(charge.key).inserted)
            switch settlement {
            case .known: Issue.record("a new payment is not known")
            case .givesBack: #expect(!subscription.isInForce && !wasInForce)
            case .applied:
                #expect(subscription.isInForce && subscription.choice == charge.choice)
                promisedEnd = subscription.endsWithPeriod ? subscription.periodEnd : nil
            }
            let after = subscription
            let again = subscription.paid(charge.key, at: now, by: BillingSamples.rules)
            #expect(again == .known && subscription == after)
        }

        private mutating func decline() {
            guard let charge = subscription.pending else { return }
            let choice = subscription.choice, end = subscription.periodEnd
            let isTaken = subscription.declined(charge.key, at: now, by: BillingSamples.rules)
            #expect(isTaken && subscription.choice == choice && subscription.periodEnd == end)
        }

        private mutating func cancel() throws {
            guard subscription.status != .ended else { return }
            let wasRunning = subscription.status == .active
            try take(subscription.cancel(at: now))
            if wasRunning { promisedEnd = subscription.periodEnd }
        }

        private mutating func change() throws {
            let plans = PriceList.builtIn.plans
            let plan = plans[random.below(plans.count)]
            let choice = PlanChoice(planID: plan.planID, seats: plan.seats.lowerBound + random.below(plan.seats.count))
            guard let quote = try? subscription.quote(choice, by: BillingSamples.rules, at: now) else { return }
            let command = ChangeSubscription(
                accountID: subscription.accountID, subscriptionID: subscription.subscriptionID, choice: choice,
                quotedAt: now, agreedTotal: quote.total)
            try take(subscription.change(command, by: BillingSamples.rules, at: now))
            if !subscription.endsWithPeriod { promisedEnd = nil }
        }

        private mutating func refund() {
            guard subscription.isInForce else { return }
            let isTaken = subscription.refunded(at: now)
            #expect(isTaken && !subscription.isInForce)
            promisedEnd = nil
        }

        private func check() {
            if subscription.isInForce, let start = subscription.periodStart, let end = subscription.periodEnd {
                #expect(start < end && !paid.isEmpty)
                // Pro requires a payment for the current period, except in the grace period or while a charge is
                // pending.
                let grace = end.addingTimeInterval(7 * 86_400)
                #expect(now < end || subscription.pending != nil || (subscription.status == .pastDue && now < grace))
                #expect(subscription.endsWithPeriod ? now < end : true)
            }
            if subscription.ending == .canceled, let promisedEnd { #expect(subscription.endedAt == promisedEnd) }
            #expect((subscription.status == .ended) == (subscription.ending != nil))
            #expect(subscription.status == .ended || subscription.dueAt != nil || subscription.pending != nil)
            #expect(subscription.lockAt.map { now < $0 } ?? true)
        }
    }

    /// A seeded pseudorandom generator (SplitMix64).
    private struct Seeded {
        var state: UInt64

        mutating func below(_ bound: Int) -> Int {
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = state
            mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
            return Int((mixed ^ mixed >> 31) % UInt64(bound))
        }
    }

    @Test("BIL-04, BIL-08: subscription model: no double charge, no unpaid Pro", arguments: 0..<4)
    func model(part: UInt64) throws {
        for seed in part * 75..<(part + 1) * 75 {
            var life = try Life(seed: seed)
            for _ in 0..<60 { try life.step() }
        }
    }
}
