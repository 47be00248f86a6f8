import Foundation
import Quantities

/// The status of a payment.
package enum PaymentStatus: String, EventValue, CaseIterable {
    /// Requested; whether money moved is not known yet.
    case pending
    case paid
    case declined
    /// Refunded, or the refund is under way.
    case refunded
}

/// The purpose of a payment.
package enum PaymentPurpose: String, EventValue, CaseIterable {
    case purchase, renewal
    /// The price difference to a larger plan, within a period.
    case upgrade
}

/// Why a card was not charged, as a code that may be shown; the provider's own code stays with `billing`.
package enum DeclineReason: String, EventValue, CaseIterable {
    case declined
    case insufficientFunds = "insufficient_funds"
    case expiredCard = "expired_card"
    /// Only Visa and Mastercard are accepted (BIL-05).
    case unsupportedBrand = "unsupported_brand"
    /// The bank requires the person's confirmation, which is missing.
    case authenticationRequired = "authentication_required"
}

/// A tax within a payment.
package struct TaxLine: Codable, Sendable, Equatable {
    /// The name of the tax on the receipt: `GST`, `HST`, `QST`, `PST`, `Sales tax`.
    package var name: String
    /// The tax authority: ISO 3166-1 or 3166-2, such as `CA` or `CA-QC`.
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

/// The stored facts of a card (C20): enough to recognize it, not enough to pay with.
package struct CardFacts: Codable, Sendable, Equatable {
    /// `visa` or `mastercard`.
    package var brand: String
    package var lastFour: String

    package init(brand: String, lastFour: String) {
        self.brand = brand
        self.lastFour = lastFour
    }
}

/// Current state of a payment (BIL-09).
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
    /// With taxes: the charged amount.
    package var total: Money
    package var askedAt: Date
    package var paidAt: Date?
    /// End of the refund window (BIL-11); nil if it cannot be refunded.
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
