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
    /// What everybody has.
    let basic: Entitlements
    let plans: [PlanView]
    /// Whether a trial is available; nil without sign-in, or where there are none.
    let mayTry: Bool?
}

/// A plan that is sold.
struct PlanView: Encodable, Sendable {
    let plan: String
    let tier: PlanTier
    let interval: BillingInterval
    /// For one seat and one period, without taxes.
    let price: MoneyView
    let trialDays: Int
    let leastSeats: Int
    let mostSeats: Int
    let entitlements: Entitlements
    /// For one seat where the caller says that they live; nil when they do not.
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

/// A subscription as its owner sees it (BIL-10).
struct SubscriptionView: Encodable, Sendable {
    /// The page where the person pays, or leaves a card.
    struct Checkout: Encodable, Sendable {
        /// Of the payment provider; nil until it has given one.
        let url: String?
        /// Zero where a card is left for a trial.
        let total: MoneyView
        let expiresAt: Date
    }

    /// The trial at its beginning.
    struct Trial: Encodable, Sendable {
        let days: Int
        /// When it ends, and the first charge is; nil while no card was left.
        let endsAt: Date?
        /// Why there is none although a card was left.
        let refusal: TrialRefusal?
    }

    let id: SubscriptionID
    let status: SubscriptionStatus
    let plan: String
    let seats: Int
    /// Without taxes, for one period and all seats.
    let price: MoneyView
    let region: String
    let periodStart: Date?
    let periodEnd: Date?
    /// When it is charged again; nil when it is not.
    let renewsAt: Date?
    /// When features lock, so far as is known (BIL-04).
    let endsAt: Date?
    /// The plan of the next period.
    let next: PlanChoiceView?
    let ending: SubscriptionEnding?
    let checkout: Checkout?
    let trial: Trial?
    let version: Int64
    let changedAt: Date

    init(_ told: SubscriptionChanged) {
        id = told.subscriptionID
        status = told.status
        plan = told.choice.planID
        seats = told.choice.seats
        price = MoneyView(told.price)
        region = told.region
        periodStart = told.periodStart
        periodEnd = told.periodEnd
        let isPaid = told.status == .active || told.status == .trialing
        renewsAt = isPaid && !told.endsWithPeriod ? told.periodEnd : nil
        endsAt = told.status == .pastDue ? told.graceEnd : isPaid && told.endsWithPeriod ? told.periodEnd : nil
        next = told.next.map(PlanChoiceView.init)
        ending = told.ending
        checkout = told.checkout.map {
            Checkout(url: $0.url, total: MoneyView($0.total), expiresAt: $0.expiresAt)
        }
        trial = told.trial.map { Trial(days: $0.days, endsAt: $0.end, refusal: $0.refusal) }
        version = told.version
        changedAt = told.changedAt
    }
}

/// An account's subscription and entitlements.
struct MembershipView: Encodable, Sendable {
    /// Nil for somebody who never subscribed.
    let subscription: SubscriptionView?
    let tier: PlanTier
    let entitlements: Entitlements
    /// Meals and receipts that may still be photographed today; nil without a limit.
    let photosLeft: Int?
    /// When the quota resets.
    let photosResetAt: Date?
}

/// A payment as its owner sees it (BIL-09).
struct PaymentView: Encodable, Sendable {
    /// The storable data of a card.
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
    /// Until when it can be given back (BIL-11).
    let refundableUntil: Date?
    let refundedAt: Date?
    let decline: DeclineReason?
    let card: Card?
    let receiptNumber: String?
    let version: Int64

    init(_ told: PaymentChanged) {
        id = told.paymentID
        subscription = told.subscriptionID
        status = told.status
        purpose = told.purpose
        plan = told.choice.planID
        seats = told.choice.seats
        net = MoneyView(told.net)
        taxes = told.taxes.map(TaxView.init)
        total = MoneyView(told.total)
        askedAt = told.askedAt
        paidAt = told.paidAt
        refundableUntil = told.refundableUntil
        refundedAt = told.refundedAt
        decline = told.decline
        card = told.card.map { Card(brand: $0.brand, lastFour: $0.lastFour) }
        receiptNumber = told.receiptNumber
        version = told.version
    }
}

/// The quote of a plan change.
struct ChangeQuoteView: Encodable, Sendable {
    let plan: String
    let seats: Int
    /// `now`, `with-next-period`, or `keeps` for what the person has.
    let effect: String
    let effectiveAt: Date
    /// For what is not used of the period.
    let credit: MoneyView
    let net: MoneyView
    let taxes: [TaxView]
    /// Charged now; to be sent as `agreedTotal` by whoever agrees.
    let total: MoneyView
    /// Without taxes.
    let nextPrice: MoneyView
    let nextRenewal: Date
    /// To be sent back as well.
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
