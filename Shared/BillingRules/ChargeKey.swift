import EventContracts
import Foundation

/// The business fact that a charge stands for: a period of a subscription, and which charge of that period it is.
///
/// The payment's id and the key that the provider is given come of it, so that one fact is charged once whatever is
/// repeated. The generation is raised by a definite answer alone (declined, or paid and another is due), never by silence.
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

    /// What the provider knows the charge by: `<subscription>/<period>/<generation>`.
    package var description: String { "\(subscriptionID)/\(period)/\(generation)" }

    /// What the provider knows giving it back by.
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
