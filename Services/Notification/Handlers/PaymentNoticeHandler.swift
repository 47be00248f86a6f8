import EventContracts
import Messaging
import Postgres
import Quantities

/// Creates one notice per outcome of a payment (BIL-09): paid, declined, refunded.
package struct PaymentNoticeHandler: EventHandler {
    let inboxWriter: InboxWriter

    package func readAhead(_ events: [PaymentChanged]) -> [AheadQuery] { inboxWriter.readAhead(events.map(Self.entry)) }

    package func handle(_ event: Event<PaymentChanged>, in transaction: borrowing Transaction) async throws {
        let payment = event.body
        // A pending payment has no outcome, and one of zero moves no money.
        guard payment.status != .pending, payment.total.minorUnits > 0 else { return }
        try await inboxWriter.put(Self.entry(of: payment), in: transaction) {
            BillingNoticeWriter.text(of: payment, $0)
        }
    }

    /// The inbox entry about the outcome of a payment.
    static func entry(of payment: PaymentChanged) -> NoticeEntry {
        var entry = NoticeEntry(
            .paymentChanged, of: payment.accountID, cause: "\(payment.paymentID)/\(payment.status.rawValue)")
        entry.version = payment.version
        entry.state = payment.decline?.rawValue ?? payment.status.rawValue
        entry.paymentID = payment.paymentID
        return entry
    }
}
