import BillingRules
import EventContracts
import Foundation
import Quantities

/// The payment provider (BIL-12): card numbers go directly from the person to the provider and never through this
/// system.
///
/// Every request carries the idempotency key of its business fact, so repeating it moves money once.
package protocol PaymentProvider: Sendable {
    /// `stripe` or `sandbox`.
    var name: String { get }

    /// The provider's customer id of a person, without name or address; created if missing. Another attempt uses
    /// another key: an unused customer does no harm.
    func customer(of account: AccountID, attempt: Int) async throws(ProviderFailure) -> String

    /// Opens the page where the person pays or registers a card.
    func openCheckout(_ command: CheckoutRequest) async throws(ProviderFailure) -> HostedPage

    /// The state of a page.
    func checkout(_ pageID: String) async throws(ProviderFailure) -> HostedPage

    /// Closes a page; a paid one is unchanged, which the answer shows.
    func closeCheckout(_ pageID: String) async throws(ProviderFailure) -> HostedPage

    /// The card registered on a page without a payment; nil while the provider is still processing it.
    func card(leftBy setupID: String) async throws(ProviderFailure) -> LeftCard?

    /// Charges the registered card.
    func charge(_ command: ChargeRequest) async throws(ProviderFailure) -> ChargeReport

    /// The state of a charge, by the provider's charge id.
    func charge(named chargeID: String) async throws(ProviderFailure) -> ChargeReport

    /// The charge behind an object in a notice: the charge itself, its payment, or its refund.
    ///
    /// - Returns: Nil for an object without a charge.
    func charge(about objectID: String) async throws(ProviderFailure) -> String?

    /// Deletes a customer; deleting twice succeeds (BIL-18).
    func forget(_ customer: String) async throws(ProviderFailure)

    /// Searches for a charge with unknown outcome; nil if the provider has none with its key.
    func findCharge(_ key: ChargeKey, of customer: String, since: Date) async throws(ProviderFailure) -> ChargeReport?

    /// Refunds a charge in full.
    func refund(_ command: RefundRequest) async throws(ProviderFailure) -> RefundReport

    /// Finds the refund of a charge, if any.
    func findRefund(of chargeID: String) async throws(ProviderFailure) -> RefundReport?
}

/// The reason why a provider call gave no result.
package enum ProviderFailure: Error, Sendable, Equatable {
    /// Money may have moved: the provider must be queried before any other attempt.
    case unknownOutcome
    /// The call had no effect; the same call may succeed later.
    case notDone
    /// Refused without effect, because the request or the configuration is wrong.
    ///
    /// The provider's error code, without values.
    case refused(code: String)
}

/// A page to be opened for a first payment, or for a card before a trial.
package struct CheckoutRequest: Sendable, Equatable {
    /// The purpose of the page.
    package enum Purpose: Sendable, Equatable {
        case payment(Subscription.Charge)
        /// Registers a card without a payment; contains the key of the page and the terms shown to the person.
        case card(ChargeKey, terms: String)
    }

    package var account: AccountID
    package var customer: String
    package var checkoutID: CheckoutID
    package var purpose: Purpose
    /// The description shown to the payer.
    package var title: String
    /// When the page closes.
    package var expiresAt: Date
    /// Number of the attempt; another attempt creates another page, because a page that was never shown cannot be paid.
    package var attempt: Int

    package init(
        account: AccountID, customer: String, checkoutID: CheckoutID, purpose: Purpose, title: String,
        expiresAt: Date, attempt: Int = 0
    ) {
        self.account = account
        self.customer = customer
        self.checkoutID = checkoutID
        self.purpose = purpose
        self.title = title
        self.expiresAt = expiresAt
        self.attempt = attempt
    }

    /// The key of the page.
    package var key: ChargeKey {
        switch purpose {
        case .payment(let charge): charge.key
        case .card(let key, _): key
        }
    }
}

/// The provider's page where a person pays or registers a card.
package struct HostedPage: Sendable, Equatable {
    /// The state of the page.
    package enum State: String, Sendable {
        case open, complete, expired
    }

    package var pageID: String
    package var state: State
    /// The page's address; nil once closed.
    package var url: String?
    /// The charge made on the page; nil before.
    package var chargeID: String?
    /// The id of the setup that registered the card without a payment; nil before.
    package var setupID: String?

    package init(
        pageID: String, state: State, url: String? = nil, chargeID: String? = nil, setupID: String? = nil
    ) {
        self.pageID = pageID
        self.state = state
        self.url = url
        self.chargeID = chargeID
        self.setupID = setupID
    }
}

/// A card that a person registered without paying.
package struct LeftCard: Sendable, Equatable {
    /// The provider's id of the card.
    package var cardID: String
    /// The provider's name of the brand; nil if unknown.
    package var brand: String?
    /// The provider's fingerprint, equal for the same card of any person; nil if unknown.
    package var fingerprint: String?

    package init(cardID: String, brand: String? = nil, fingerprint: String? = nil) {
        self.cardID = cardID
        self.brand = brand
        self.fingerprint = fingerprint
    }

    /// Whether cards of the brand are accepted (BIL-05).
    package var isTaken: Bool { brand.map { ["visa", "mastercard"].contains($0) } ?? true }
}

/// A charge of a registered card.
package struct ChargeRequest: Sendable, Equatable {
    package var account: AccountID
    package var customer: String
    /// The provider's id of the card.
    package var card: String
    package var charge: Subscription.Charge

    package init(account: AccountID, customer: String, card: String, charge: Subscription.Charge) {
        self.account = account
        self.customer = customer
        self.card = card
        self.charge = charge
    }
}

/// The state of a charge at the provider.
package struct ChargeReport: Sendable, Equatable {
    /// The result of a charge.
    package enum State: Sendable, Equatable {
        /// The provider is still processing the payment, or waits for the person.
        case pending
        case paid(at: Date, card: CardFacts?)
        case declined(DeclineReason)
    }

    package var chargeID: String
    /// The business fact sent with the charge; nil for a charge that this system did not request.
    package var key: ChargeKey?
    package var amount: Money
    package var state: State
    /// The refunded amount.
    package var refunded: Money
    /// The provider's id of the charged card.
    package var card: String?

    package init(
        chargeID: String, key: ChargeKey?, amount: Money, state: State, refunded: Money, card: String? = nil
    ) {
        self.chargeID = chargeID
        self.key = key
        self.amount = amount
        self.state = state
        self.refunded = refunded
        self.card = card
    }
}

/// A charge to be refunded.
package struct RefundRequest: Sendable, Equatable {
    package var account: AccountID
    package var chargeID: String
    package var key: ChargeKey
    package var amount: Money

    package init(account: AccountID, chargeID: String, key: ChargeKey, amount: Money) {
        self.account = account
        self.chargeID = chargeID
        self.key = key
        self.amount = amount
    }
}

/// The state of a refund.
package struct RefundReport: Sendable, Equatable {
    /// The result of a refund.
    package enum State: Sendable, Equatable {
        case pending, settled
        /// The bank refused the refund: an operator must check it.
        case failed
    }

    package var refundID: String
    package var amount: Money
    package var state: State

    package init(refundID: String, amount: Money, state: State) {
        self.refundID = refundID
        self.amount = amount
        self.state = state
    }
}
