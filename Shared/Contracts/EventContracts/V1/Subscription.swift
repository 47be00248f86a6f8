import Foundation
import Quantities

/// The status of a subscription.
package enum SubscriptionStatus: String, EventValue, CaseIterable {
    /// The person is on the payment page, or has left it.
    case awaitingPayment = "awaiting_payment"
    /// Free until the trial ends.
    case trialing
    case active
    /// The renewal was declined; features stay while it is retried.
    case pastDue = "past_due"
    case ended
}

/// Why a subscription ended.
package enum SubscriptionEnding: String, EventValue, CaseIterable {
    case canceled
    /// The checkout was not paid.
    case abandoned
    /// The renewal was declined until the end of the grace period.
    case unpaid
    case refunded
    /// The product is no longer sold (BIL-17).
    case retired
}

/// Why a trial did not begin although a card was given for it.
package enum TrialRefusal: String, Codable, Sendable, CaseIterable {
    /// The person has had a trial before.
    case personHadOne = "person_had_one"
    /// A trial was used before with this card.
    case cardHadOne = "card_had_one"
    /// The card is neither Visa nor Mastercard (BIL-05).
    case unsupportedBrand = "unsupported_brand"
}

/// A plan with its number of seats.
package struct PlanChoice: Codable, Sendable, Equatable {
    /// Id of a plan of the price list, such as `pro-monthly-cad`.
    package var planID: String
    /// 1 except for institutions (BIL-20).
    package var seats: Int

    package init(planID: String, seats: Int = 1) {
        self.planID = planID
        self.seats = seats
    }
}

/// Current state of a person's subscription (BIL-10).
package struct SubscriptionChanged: PersonalEventBody {
    package static let type = EventType("foodmagic.billing.subscription-changed.v1")
    package static let topic = Topic.billingSubscription

    package var accountID: AccountID
    package var subscriptionID: SubscriptionID
    package var version: Int64
    package var status: SubscriptionStatus
    package var choice: PlanChoice
    /// Without taxes, for one period and all seats.
    package var price: Money
    /// Where taxes are owed: ISO 3166-2, such as `CA-ON`.
    package var region: String
    /// Nil before the first payment.
    package var periodStart: Date?
    /// Nil before the first payment.
    package var periodEnd: Date?
    /// Whether it ends with the period instead of being renewed.
    package var endsWithPeriod: Bool
    /// The plan of the next period; nil without a change.
    package var next: PlanChoice?
    /// While past due: when features lock unless the renewal is paid.
    package var graceEnd: Date?
    /// Once ended: the reason.
    package var ending: SubscriptionEnding?
    package var checkout: Checkout?
    /// The trial at its beginning; nil without one.
    package var trial: Trial?
    package var changedAt: Date

    /// A free period at the beginning (BIL-01).
    package struct Trial: Codable, Sendable, Equatable {
        /// Its length in days.
        package var days: Int
        /// When it ends and the first charge is due; nil before a card was saved.
        package var end: Date?
        /// Why it did not begin; nil unless it was refused.
        package var refusal: TrialRefusal?

        package init(days: Int, end: Date? = nil, refusal: TrialRefusal? = nil) {
            self.days = days
            self.end = end
            self.refusal = refusal
        }
    }

    /// The payment page, while it is open.
    package struct Checkout: Codable, Sendable, Equatable {
        package var checkoutID: CheckoutID
        /// Address at the payment provider; nil until the provider has returned it.
        package var url: String?
        /// With taxes; zero if a card is registered for a trial.
        package var total: Money
        package var expiresAt: Date

        package init(checkoutID: CheckoutID, url: String?, total: Money, expiresAt: Date) {
            self.checkoutID = checkoutID
            self.url = url
            self.total = total
            self.expiresAt = expiresAt
        }
    }

    package init(
        accountID: AccountID, subscriptionID: SubscriptionID, version: Int64, status: SubscriptionStatus,
        choice: PlanChoice, price: Money, region: String, changedAt: Date
    ) {
        self.accountID = accountID
        self.subscriptionID = subscriptionID
        self.version = version
        self.status = status
        self.choice = choice
        self.price = price
        self.region = region
        endsWithPeriod = false
        self.changedAt = changedAt
    }
}
