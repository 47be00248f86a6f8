import BillingRules
import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Refunds a payment once, if requested in time (BIL-11); its plan ends at once.
package struct RefundPaymentHandler: EventHandler {
    let writer: BillingDecisionWriter

    package func handle(_ event: Event<RefundPayment>, in transaction: borrowing Transaction) async throws {
        let command = event.body
        try await SubscriptionRepository.lock(command.accountID, in: transaction)
        guard let payment = try await PaymentRepository.read(command.paymentID, of: command.accountID, in: transaction)
        else { throw Rejection(.notFound) }
        do throws(RefundRule.Refusal) {
            try RefundRule.check(payment.published, requestedAt: command.requestedAt)
        } catch {
            throw Rejection(error)
        }
        try await writer.refund(
            payment, ending: .succeeded, orderedAt: event.attributes.time, in: transaction)
        guard var stored = try await SubscriptionRepository.read(payment.published.subscriptionID, in: transaction),
            stored.state.refunded(at: try transaction.eventTime())
        else { return }
        try await writer.keep(stored, for: BillingDecisionWriter.CommandOrigin(event.attributes), in: transaction)
    }
}

extension Rejection {
    /// The problem for a refused refund.
    init(_ refusal: RefundRule.Refusal) {
        self =
            switch refusal {
            case .notPaid: Rejection(.conflict, detail: "Nothing was paid.")
            case .alreadyRefunded: Rejection(.conflict, detail: "The payment has been refunded.")
            case .tooLate: Rejection(.conflict, detail: "A payment can be refunded within 7 days.")
            }
    }
}
