import BillingRules
import EventContracts
import Foundation
import IngestionCore
import Quantities

/// A tax within an amount.
struct TaxView: Encodable, Sendable {
    let name: String
    let authority: String
    let ratePercent: Double
    let amount: MoneyView

    init(_ line: TaxLine) {
        name = line.name
        authority = line.authority
        ratePercent = Double(line.rate) / 1_000
        amount = MoneyView(line.amount)
    }
}

/// The available plans (BIL-01).
struct PlansView: Encodable, Sendable {
    /// The features that are free for everyone.
    let basic: Entitlements
    let plans: [PlanView]
    /// Whether a trial is available; nil without sign-in, or if there are no trials.
    let mayTry: Bool?
}

/// A plan for sale.
struct PlanView: Encodable, Sendable {
    let plan: String
    let tier: PlanTier
    let interval: BillingInterval
    /// Price of one seat for one period, without taxes.
    let price: MoneyView
    let trialDays: Int
    let leastSeats: Int
    let mostSeats: Int
    let entitlements: Entitlements
    /// Taxes per seat in the caller's region; nil without a region.
    let taxes: [TaxView]?
    let total: MoneyView?

    init(_ plan: Plan, _ table: EntitlementTable, taxed: TaxedPrice?) {
        self.plan = plan.planID
        tier = plan.tier
        interval = plan.interval
        price = MoneyView(plan.price)
        trialDays = plan.trialDays
        leastSeats = plan.seats.lowerBound
        mostSeats = plan.seats.upperBound
        entitlements = table[plan.tier]
        taxes = taxed?.taxes.map(TaxView.init)
        total = taxed.map { MoneyView($0.total) }
    }
}

/// A choice of plan.
struct PlanChoiceView: Encodable, Sendable {
    let plan: String
    let seats: Int

    init(_ choice: PlanChoice) {
        plan = choice.planID
        seats = choice.seats
    }
}

/// A subscription in the form for its owner (BIL-10).
struct SubscriptionView: Encodable, Sendable {
    /// The payment page, where the person pays or registers a card.
    struct Checkout: Encodable, Sendable {
        /// Address at the payment provider; nil until the provider has returned it.
        let url: String?
        /// Amount to pay; zero if a card is registered for a trial.
        let total: MoneyView
        let expiresAt: Date
    }

    /// The trial at the beginning of a subscription.
    struct Trial: Encodable, Sendable {
        let days: Int
        /// When the trial ends and the first charge is made; nil before a card was registered.
        let endsAt: Date?
        /// Why a trial was refused although a card was registered.
        let refusal: TrialRefusal?
    }

    let id: SubscriptionID
    let status: SubscriptionStatus
    let plan: String
    let seats: Int
    /// Price of one period and all seats, without taxes.
    let price: MoneyView
    let region: String
    let periodStart: Date?
    let periodEnd: Date?
    /// When the card is charged again; nil without a renewal.
    let renewsAt: Date?
    /// When the paid features end, if known (BIL-04).
    let endsAt: Date?
    /// The plan of the next period.
    let next: PlanChoiceView?
    let ending: SubscriptionEnding?
    let checkout: Checkout?
    let trial: Trial?
    let version: Int64
    let changedAt: Date

    init(_ published: SubscriptionChanged) {
        id = published.subscriptionID
        status = published.status
        plan = published.choice.planID
        seats = published.choice.seats
        price = MoneyView(published.price)
        region = published.region
        periodStart = published.periodStart
        periodEnd = published.periodEnd
        let isPaid = published.status == .active || published.status == .trialing
        renewsAt = isPaid && !published.endsWithPeriod ? published.periodEnd : nil
        endsAt =
            published.status == .pastDue
            ? published.graceEnd : isPaid && published.endsWithPeriod ? published.periodEnd : nil
        next = published.next.map(PlanChoiceView.init)
        ending = published.ending
        checkout = published.checkout.map {
            Checkout(url: $0.url, total: MoneyView($0.total), expiresAt: $0.expiresAt)
        }
        trial = published.trial.map { Trial(days: $0.days, endsAt: $0.end, refusal: $0.refusal) }
        version = published.version
        changedAt = published.changedAt
    }
}

/// An account's subscription and entitlements.
struct MembershipView: Encodable, Sendable {
    /// The subscription; nil if there never was one.
    let subscription: SubscriptionView?
    let tier: PlanTier
    let entitlements: Entitlements
    /// Remaining photos of meals and receipts today; nil without a limit.
    let photosLeft: Int?
    /// When the quota resets.
    let photosResetAt: Date?
}

/// A payment in the form for its owner (BIL-09).
struct PaymentView: Encodable, Sendable {
    /// The card data that may be stored.
    struct Card: Encodable, Sendable {
        let brand: String
        let lastFour: String
    }

    let id: PaymentID
    let subscription: SubscriptionID
    let status: PaymentStatus
    let purpose: PaymentPurpose
    let plan: String
    let seats: Int
    let net: MoneyView
    let taxes: [TaxView]
    let total: MoneyView
    let askedAt: Date
    let paidAt: Date?
    /// End of the refund window (BIL-11).
    let refundableUntil: Date?
    let refundedAt: Date?
    let decline: DeclineReason?
    let card: Card?
    let receiptNumber: String?
    let version: Int64

    init(_ published: PaymentChanged) {
        id = published.paymentID
        subscription = published.subscriptionID
        status = published.status
        purpose = published.purpose
        plan = published.choice.planID
        seats = published.choice.seats
        net = MoneyView(published.net)
        taxes = published.taxes.map(TaxView.init)
        total = MoneyView(published.total)
        askedAt = published.askedAt
        paidAt = published.paidAt
        refundableUntil = published.refundableUntil
        refundedAt = published.refundedAt
        decline = published.decline
        card = published.card.map { Card(brand: $0.brand, lastFour: $0.lastFour) }
        receiptNumber = published.receiptNumber
        version = published.version
    }
}

/// The quote of a plan change.
struct ChangeQuoteView: Encodable, Sendable {
    let plan: String
    let seats: Int
    /// `now`, `with-next-period`, or `keeps` for the current plan.
    let effect: String
    let effectiveAt: Date
    /// Refund for the unused part of the period.
    let credit: MoneyView
    let net: MoneyView
    let taxes: [TaxView]
    /// Amount charged now; send it as `agreedTotal` to agree.
    let total: MoneyView
    /// Price of the next period, without taxes.
    let nextPrice: MoneyView
    let nextRenewal: Date
    /// Time of the quote; send it back with the agreement.
    let quotedAt: Date

    init(_ quote: ChangeQuote, of choice: PlanChoice) {
        plan = choice.planID
        seats = choice.seats
        switch quote.effect {
        case .now: (effect, effectiveAt) = ("now", quote.statedAt)
        case .withNextPeriod(let start): (effect, effectiveAt) = ("with-next-period", start)
        case .keeps: (effect, effectiveAt) = ("keeps", quote.statedAt)
        }
        credit = MoneyView(quote.credit)
        net = MoneyView(quote.net)
        taxes = quote.taxes.map(TaxView.init)
        total = MoneyView(quote.total)
        nextPrice = MoneyView(quote.nextPrice)
        nextRenewal = quote.nextRenewal
        quotedAt = quote.statedAt
    }
}
