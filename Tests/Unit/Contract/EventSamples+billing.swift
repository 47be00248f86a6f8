import EventContracts
import Foundation
import Quantities

/// Samples of events about subscriptions and payments.
extension EventSamples {
    private static let choice = PlanChoice(planID: "pro-monthly-cad")
    private static let subscriptionID = SubscriptionID(uuid(20))
    private static let checkoutID = CheckoutID(uuid(21))
    private static let seatID = SeatID(uuid(23))
    private static let member = AccountID(uuid(24))
    private static let paymentID = PaymentID(uuid(22))
    private static func cad(_ minorUnits: Int64) -> Money { Money(minorUnits: minorUnits, currency: .cad) }

    private static let subscription: SubscriptionChanged = {
        var subscription = SubscriptionChanged(
            accountID: account, subscriptionID: subscriptionID, version: 5, status: .pastDue, choice: choice,
            price: cad(799), region: "CA-ON", changedAt: moment)
        subscription.periodStart = moment
        subscription.periodEnd = moment.addingTimeInterval(30 * 86_400)
        subscription.next = PlanChoice(planID: "institution-yearly-cad", seats: 12)
        subscription.graceEnd = moment.addingTimeInterval(37 * 86_400)
        subscription.ending = .unpaid
        subscription.checkout = .init(
            checkoutID: checkoutID, url: "https://pay.example/cs_1", total: cad(903), expiresAt: moment)
        return subscription
    }()

    private static let payment: PaymentChanged = {
        var payment = PaymentChanged(
            accountID: account, paymentID: paymentID, subscriptionID: subscriptionID, version: 3, status: .refunded,
            purpose: .purchase, choice: choice, net: cad(799),
            taxes: [TaxLine(name: "HST", authority: "CA", rate: 13_000, amount: cad(104))], total: cad(903),
            askedAt: moment)
        payment.paidAt = moment
        payment.refundableUntil = moment.addingTimeInterval(7 * 86_400)
        payment.refundedAt = moment
        payment.decline = .insufficientFunds
        payment.card = CardFacts(brand: "visa", lastFour: "4242")
        payment.receiptNumber = "FM-2026-000001"
        return payment
    }()

    private static func entitlements(_ photosPerDay: Int?, _ lane: PhotoLane) -> Entitlements {
        Entitlements(
            history: true, detailedReports: true, savedFiles: true, customization: true, photosPerDay: photosPerDay,
            lane: lane, promotions: false)
    }

    /// In the contract's order.
    static let billingOrders: [Sample] = [
        Sample(
            StartSubscription(
                accountID: account, subscriptionID: subscriptionID, checkoutID: checkoutID, choice: choice,
                region: "CA-ON", timeZone: "America/Toronto", requestedAt: moment)),
        Sample(
            ChangeSubscription(
                accountID: account, subscriptionID: subscriptionID, choice: PlanChoice(planID: "pro-yearly-cad"),
                quotedAt: moment, agreedTotal: cad(8_136))),
        Sample(CancelSubscription(accountID: account, subscriptionID: subscriptionID)),
        Sample(RefundPayment(accountID: account, paymentID: paymentID, requestedAt: moment)),
        Sample(
            AssignSeat(
                accountID: account, subscriptionID: subscriptionID, seatID: seatID, memberID: member,
                assignedAt: moment)),
        Sample(ReleaseSeat(accountID: account, subscriptionID: subscriptionID, seatID: seatID)),
        Sample(
            SetComplimentaryPlan(
                accountID: account, version: 1, tier: .pro, until: moment.addingTimeInterval(86_400),
                orderedAt: moment)),
        Sample(
            CheckPayment(
                accountID: account, provider: "sandbox", noticeID: "evt_1", objectID: "pi_1", receivedAt: moment)),
    ]

    /// In the contract's order.
    static let billingFacts: [Sample] = [
        Sample(subscription),
        Sample(payment),
        Sample(
            EntitlementChanged(
                accountID: account, version: 2, tier: .pro, entitlements: entitlements(nil, .pro), changedAt: moment,
                until: moment.addingTimeInterval(86_400), after: entitlements(3, .basic))),
        Sample(
            SeatChanged(
                accountID: account, subscriptionID: subscriptionID, seatID: seatID, version: 1, memberID: member,
                changedAt: moment)),
        Sample(BillingCommandRejected(accountID: account, problem: problem)),
        Sample(BillingCommandFailed(accountID: account, problem: problem)),
    ]

    /// Fields that were added later.
    static let billingAdditions: [Sample] = [
        Sample(
            EntitlementChanged(
                accountID: account, version: 3, tier: .pro, entitlements: entitlements(nil, .pro), changedAt: moment,
                until: moment.addingTimeInterval(86_400), after: entitlements(3, .basic), basis: .seat),
            added: "2026-11-23"),
        Sample(
            StartSubscription(
                accountID: account, subscriptionID: SubscriptionID(uuid(30)), checkoutID: CheckoutID(uuid(31)),
                choice: PlanChoice(planID: "pro-monthly-cad"), region: "CA-ON", timeZone: "America/Toronto",
                requestedAt: moment, wantsTrial: true),
            added: "2026-11-23"),
        Sample(subscriptionOnTrial, added: "2026-11-23"),
        Sample(refusedTrial, added: "2026-11-23-refused"),
    ]

    private static var subscriptionOnTrial: SubscriptionChanged {
        var subscription = SubscriptionChanged(
            accountID: account, subscriptionID: SubscriptionID(uuid(30)), version: 3, status: .trialing,
            choice: PlanChoice(planID: "pro-monthly-cad"), price: Money(minorUnits: 799, currency: .cad),
            region: "CA-ON", changedAt: moment)
        subscription.periodStart = moment
        subscription.periodEnd = moment.addingTimeInterval(14 * 86_400)
        subscription.trial = .init(days: 14, end: subscription.periodEnd)
        return subscription
    }

    private static var refusedTrial: SubscriptionChanged {
        var subscription = subscriptionOnTrial
        subscription.status = .ended
        subscription.ending = .abandoned
        subscription.periodStart = nil
        subscription.periodEnd = nil
        subscription.trial = .init(days: 14, refusal: .cardHadOne)
        return subscription
    }
}
