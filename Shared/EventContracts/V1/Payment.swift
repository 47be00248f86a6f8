import Foundation
import Quantities

/// How a payment stands.
package enum PaymentStatus: String, EventValue, CaseIterable {
    /// Asked for; whether money moved is not known yet.
    case pending
    case paid
    case declined
    /// Given back, or on its way back.
    case refunded
}

/// What a payment is for.
package enum PaymentPurpose: String, EventValue, CaseIterable {
    case purchase, renewal
    /// The difference to a larger plan, within a period.
    case upgrade
}

/// Why a card was not charged, in words that may be shown; the provider's own code stays with `billing`.
package enum DeclineReason: String, EventValue, CaseIterable {
    case declined
    case insufficientFunds = "insufficient_funds"
    case expiredCard = "expired_card"
    /// Only Visa and Mastercard are taken (BIL-05).
    case unsupportedBrand = "unsupported_brand"
    /// The bank wants to hear the person, who has not answered.
    case authenticationRequired = "authentication_required"
}

/// A tax within a payment.
package struct TaxLine: Codable, Sendable, Equatable {
    /// As on the receipt: `GST`, `HST`, `QST`, `PST`, `Sales tax`.
    package var name: String
    /// Whom it is owed to: ISO 3166-1 or 3166-2, such as `CA` or `CA-QC`.
    package var authority: String
    /// In thousandths of a percent: 9975 is 9.975 %.
    package var rate: Int64
    package var amount: Money

    package init(name: String, authority: String, rate: Int64, amount: Money) {
        self.name = name
        self.authority = authority
        self.rate = rate
        self.amount = amount
    }
}

/// What may be kept of a card (C20): enough to know it again, nothing to pay with.
package struct CardFacts: Codable, Sendable, Equatable {
    /// `visa` or `mastercard`.
    package var brand: String
    package var lastFour: String

    package init(brand: String, lastFour: String) {
        self.brand = brand
        self.lastFour = lastFour
    }
}

/// A person's payment as it now is (BIL-09).
package struct PaymentChanged: PersonalEventBody {
    package static let type = EventType("foodmagic.billing.payment-changed.v1")
    package static let topic = Topic.billingSubscription

    package var accountID: AccountID
    package var paymentID: PaymentID
    package var subscriptionID: SubscriptionID
    package var version: Int64
    package var status: PaymentStatus
    package var purpose: PaymentPurpose
    package var choice: PlanChoice
    /// Without taxes.
    package var net: Money
    package var taxes: [TaxLine]
    /// With taxes: what the card is charged.
    package var total: Money
    package var askedAt: Date
    package var paidAt: Date?
    /// Until when it can be given back (BIL-11); nil when it cannot.
    package var refundableUntil: Date?
    package var refundedAt: Date?
    package var decline: DeclineReason?
    package var card: CardFacts?
    /// Nil until paid.
    package var receiptNumber: String?

    package init(
        accountID: AccountID, paymentID: PaymentID, subscriptionID: SubscriptionID, version: Int64,
        status: PaymentStatus, purpose: PaymentPurpose, choice: PlanChoice, net: Money, taxes: [TaxLine], total: Money,
        askedAt: Date
    ) {
        self.accountID = accountID
        self.paymentID = paymentID
        self.subscriptionID = subscriptionID
        self.version = version
        self.status = status
        self.purpose = purpose
        self.choice = choice
        self.net = net
        self.taxes = taxes
        self.total = total
        self.askedAt = askedAt
    }
}
