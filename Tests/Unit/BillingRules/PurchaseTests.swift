import BillingRules
import EventContracts
import Foundation
import Quantities
import Testing

@Suite("Purchase and refund of a plan")
struct PurchaseTests {
    private let start: Date

    init() throws { start = try BillingSamples.instant("2026-03-10T12:00:00-04:00") }

    @Test("BIL-03: Pro starts with the payment of price and taxes")
    func purchase() throws {
        var (subscription, effect) = try Subscription.open(
            BillingSamples.order(at: start), by: BillingSamples.rules, at: start)
        guard case .openCheckout(let charge) = effect else { return #expect(Bool(false), "\(effect)") }
        #expect(charge.net == BillingSamples.cad(799))
        #expect(charge.total == BillingSamples.cad(903))
        #expect(!subscription.isInForce)
        let paidAt = start.addingTimeInterval(90)
        let settlement = subscription.paid(charge.key, at: paidAt, by: BillingSamples.rules)
        #expect(settlement == .applied)
        #expect(subscription.status == .active)
        #expect(subscription.periodStart == paidAt)
        #expect(subscription.periodEnd == (try BillingSamples.instant("2026-04-10T12:01:30-04:00")))
    }

    @Test("BIL-03: charge: a payment reported twice counts once")
    func duplicate() throws {
        var subscription = try BillingSamples.active(from: start)
        let before = subscription
        let key = ChargeKey(subscriptionID: subscription.subscriptionID, period: 0, generation: 0)
        let settlement = subscription.paid(key, at: start.addingTimeInterval(60), by: BillingSamples.rules)
        #expect(settlement == .known)
        let isDeclined = subscription.declined(key, at: start, by: BillingSamples.rules)
        #expect(!isDeclined)
        #expect(subscription == before)
    }

    @Test("payment page: closes if unpaid; a payment in progress still counts")
    func abandoned() throws {
        var (subscription, _) = try Subscription.open(
            BillingSamples.order(at: start), by: BillingSamples.rules, at: start)
        let charge = try #require(subscription.pending)
        let end = try #require(subscription.dueAt)
        let effects = subscription.due(at: end.addingTimeInterval(-1), by: BillingSamples.rules)
        #expect(effects.isEmpty)
        let effects2 = subscription.due(at: end, by: BillingSamples.rules)
        #expect(effects2 == [.closeCheckout(charge.key)])
        #expect(subscription.ending == .abandoned)
        let settlement = subscription.paid(charge.key, at: end, by: BillingSamples.rules)
        #expect(settlement == .applied)
        #expect(subscription.isInForce && subscription.ending == nil)
    }

    @Test("payment page: a payment after cancelling is refunded")
    func canceledPage() throws {
        var (subscription, _) = try Subscription.open(
            BillingSamples.order(at: start), by: BillingSamples.rules, at: start)
        let charge = try #require(subscription.pending)
        let effects = try subscription.cancel(at: start)
        #expect(effects == [.closeCheckout(charge.key)])
        let settlement = subscription.paid(charge.key, at: start, by: BillingSamples.rules)
        #expect(settlement == .givesBack)
        #expect(!subscription.isInForce)
    }

    @Test("plan: an unavailable one is rejected before any charge")
    func refusals() throws {
        let cases: [(PlanChoice, String, Subscription.Refusal)] = [
            (PlanChoice(planID: "gold"), "CA-ON", .unknownPlan),
            (PlanChoice(planID: "pro-monthly-cad", seats: 2), "CA-ON", .seatsOutOfRange),
            (PlanChoice(planID: "institution-yearly-cad", seats: 4), "CA-ON", .seatsOutOfRange),
            (BillingSamples.monthly, "FR-75", .unknownRegion),
        ]
        for (choice, region, refusal) in cases {
            #expect(throws: refusal) {
                try Subscription.open(
                    BillingSamples.order(choice, at: start, region: region), by: BillingSamples.rules, at: start)
            }
        }
        var retired = BillingSamples.rules
        retired.policy.isRetired = true
        #expect(throws: Subscription.Refusal.retired) {
            try Subscription.open(BillingSamples.order(at: start), by: retired, at: start)
        }
    }

    @Test("BIL-11: a payment is refundable once, within 7 × 24 hours inclusive")
    func refundWindow() throws {
        // The clocks change on March 8, 2026, so seven days of 24 hours end an hour later in local time.
        let paidAt = try BillingSamples.instant("2026-03-07T12:00:00-05:00")
        var payment = PaymentChanged(
            accountID: .random(), paymentID: .random(), subscriptionID: .random(), version: 1, status: .paid,
            purpose: .purchase, choice: BillingSamples.monthly, net: BillingSamples.cad(799), taxes: [],
            total: BillingSamples.cad(799), askedAt: paidAt)
        payment.paidAt = paidAt
        let last = try BillingSamples.instant("2026-03-14T13:00:00-04:00")
        try RefundRule.check(payment, requestedAt: last)
        #expect(throws: RefundRule.Refusal.tooLate) {
            try RefundRule.check(payment, requestedAt: last.addingTimeInterval(0.001))
        }
        payment.status = .refunded
        #expect(throws: RefundRule.Refusal.alreadyRefunded) { try RefundRule.check(payment, requestedAt: last) }
        payment.status = .pending
        #expect(throws: RefundRule.Refusal.notPaid) { try RefundRule.check(payment, requestedAt: last) }
    }

    @Test("BIL-11: a refund is made once and ends the features at once")
    func refund() throws {
        var subscription = try BillingSamples.active(from: start)
        let now = start.addingTimeInterval(3_600)
        let isRefunded = subscription.refunded(at: now)
        #expect(isRefunded)
        #expect(!subscription.isInForce && subscription.ending == .refunded && subscription.dueAt == nil)
        let version = subscription.version
        let isRefunded2 = subscription.refunded(at: now)
        #expect(!isRefunded2)
        #expect(subscription.version == version)
    }

    @Test("charge key: encodes its reference and rejects other text")
    func keys() throws {
        let key = ChargeKey(subscriptionID: .random(), period: 3, generation: 1)
        #expect(ChargeKey(text: key.description) == key)
        #expect(key.paymentID == ChargeKey(text: key.description)?.paymentID)
        var other = key
        other.generation = 2
        #expect(other.paymentID != key.paymentID)
        let id = key.subscriptionID
        for text in ["", "\(id)/1", "\(id)/01/0", "\(id)/-1/0", "\(id)/+1/0", "\(key)/refund", "x/1/1"] {
            #expect(ChargeKey(text: text) == nil, "\(text)")
        }
    }

    @Test("BIL-15: the entitlement follows the payment and ends by itself on time")
    func entitlement() throws {
        let table = EntitlementTable()
        var subscription = try BillingSamples.active(from: start)
        func published(_ subscription: Subscription?, at now: Date) -> EntitlementChanged {
            table.entitlement(
                of: subscription?.accountID ?? .random(), with: subscription, by: BillingSamples.rules, version: 1,
                at: now)
        }
        #expect(published(nil, at: start).tier == .basic)
        #expect(published(subscription, at: start).tier == .pro)
        #expect(published(subscription, at: start).until == nil)
        _ = try subscription.cancel(at: start)
        let canceled = published(subscription, at: start), end = try #require(subscription.periodEnd)
        #expect(canceled.tier == .pro && canceled.until == end)
        #expect(canceled.entitlements(at: end.addingTimeInterval(-0.001)) == table[.pro])
        #expect(canceled.entitlements(at: end) == table[.basic])
        #expect(published(subscription, at: end).tier == .basic)
    }

    @Test(
        "C12: Basic has a small photo quota, Pro has none")
    func table() {
        let table = EntitlementTable(basicPhotosPerDay: 0)
        #expect(table[.basic].photosPerDay == 0)
        #expect(table[.basic].lane == .basic && table[.basic].promotions && !table[.basic].history)
        #expect(table[.pro].lane == .pro && table[.pro].photosPerDay == nil && !table[.pro].promotions)
        #expect(EntitlementTable()[.basic].photosPerDay == EntitlementTable.defaultBasicPhotos)
    }
}
