import BillingRules
import EventContracts
import Foundation
import Quantities
import StripeWire

extension StripeProvider {
    /// The ISO 4217 code in Stripe's spelling.
    static func currency(_ amount: Money) -> String { amount.currency.code.lowercased() }

    /// Metadata that links an object of Stripe to this system; Stripe gets no other data about the person.
    static func metadata(_ account: AccountID, _ key: ChargeKey) -> [(String, String)] {
        [(StripeNotice.accountField, account.description), (StripeNotice.chargeField, key.description)]
    }

    /// The id of an object, validated for use in a path.
    static func name(_ text: String) throws(ProviderFailure) -> String {
        guard !text.isEmpty, StripeForm.percentEncoded(text) == text else { throw .refused(code: "malformed_name") }
        return text
    }

    static func page(_ session: StripeObject.CheckoutSession) throws(ProviderFailure) -> HostedPage {
        guard let state = HostedPage.State(rawValue: session.status) else { throw .unknownOutcome }
        return HostedPage(
            pageID: session.id, state: state, url: session.url, chargeID: session.paymentIntent,
            setupID: session.setupIntent)
    }

    /// The state of an intent; an invalid currency makes the response invalid.
    static func report(_ intent: StripeObject.PaymentIntent) throws(ProviderFailure) -> ChargeReport {
        guard let currency = Currency(intent.currency.uppercased()) else { throw .unknownOutcome }
        let charge = intent.latestCharge
        return ChargeReport(
            chargeID: intent.id, key: intent.metadata[StripeNotice.chargeField].flatMap(ChargeKey.init(text:)),
            amount: Money(minorUnits: intent.amount, currency: currency), state: try state(intent),
            refunded: Money(minorUnits: charge?.amountRefunded ?? 0, currency: currency),
            card: intent.paymentMethod)
    }

    private static func state(_ intent: StripeObject.PaymentIntent) throws(ProviderFailure) -> ChargeReport.State {
        switch intent.status {
        case .succeeded:
            // The payment time is in the charge; without it the refund period would be a guess.
            guard let charge = intent.latestCharge else { throw .unknownOutcome }
            let card = charge.paymentMethodDetails?.card
            return .paid(
                at: Date(timeIntervalSince1970: Double(charge.created)),
                card: card.flatMap { card in
                    guard let brand = card.brand, let last4 = card.last4 else { return nil }
                    return CardFacts(brand: brand, lastFour: last4)
                })
        case .requiresPaymentMethod:
            return intent.lastPaymentError.map { .declined(DeclineReason($0)) } ?? .pending
        case .canceled: return .declined(.declined)
        case .requiresAction, .requiresConfirmation, .requiresCapture, .processing: return .pending
        }
    }

    static func report(_ refund: StripeObject.Refund) throws(ProviderFailure) -> RefundReport {
        guard let currency = Currency(refund.currency.uppercased()) else { throw .unknownOutcome }
        let state: RefundReport.State =
            switch refund.status {
            case "succeeded": .settled
            case "failed", "canceled": .failed
            default: .pending
            }
        return RefundReport(
            refundID: refund.id, amount: Money(minorUnits: refund.amount, currency: currency), state: state)
    }
}

extension DeclineReason {
    /// Maps Stripe's codes to displayable reasons; unknown ones become `declined`.
    init(_ failure: StripeObject.Failure) {
        self =
            switch failure.declineCode ?? failure.code {
            case "insufficient_funds": .insufficientFunds
            case "authentication_required": .authenticationRequired
            case "expired_card": .expiredCard
            case "card_not_supported": .unsupportedBrand
            default: failure.code == "expired_card" ? .expiredCard : .declined
            }
    }
}
