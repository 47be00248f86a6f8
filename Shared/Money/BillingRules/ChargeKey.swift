import EventContracts
import Foundation

/// Identifies a charge by its business fact: a period of a subscription, and the number of the charge within that
/// period.
///
/// The payment's id and the provider's idempotency key are derived from it, so that a fact is charged once even if
/// commands are repeated. The generation is raised only by a definite result (declined, or paid with another charge
/// due), never by a timeout.
package struct ChargeKey: Hashable, Codable, Sendable, CustomStringConvertible {
    package var subscriptionID: SubscriptionID
    /// 0 for the first period.
    package var period: Int
    /// 0 for the first charge of the period.
    package var generation: Int

    package init(subscriptionID: SubscriptionID, period: Int, generation: Int) {
        self.subscriptionID = subscriptionID
        self.period = period
        self.generation = generation
    }

    /// The provider's reference of the charge: `<subscription>/<period>/<generation>`.
    package var description: String { "\(subscriptionID)/\(period)/\(generation)" }

    /// The provider's reference of the refund.
    package var refundKey: String { "\(self)/refund" }

    /// The payment's id.
    package var paymentID: PaymentID { PaymentID(NamedUUID.make("payment/\(self)")) }

    /// Reads `description`; nil for any other text.
    package init?(text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 3, let subscription = SubscriptionID(text: String(parts[0])),
            let period = Int(parts[1]), let generation = Int(parts[2]), period >= 0, generation >= 0
        else { return nil }
        self.init(subscriptionID: subscription, period: period, generation: generation)
        guard description == text else { return nil }
    }
}
