import EventContracts
import Messaging
import Postgres

/// Sells and renews nothing any more once the end of the product was announced, and again once that was taken back (BIL-17).
///
/// What was paid for is kept to its end: subscriptions end by themselves then.
package struct HeedRetirement: EventHandler {
    let desk: BillingDesk

    package func handle(_ event: Event<AnnouncementMade>, in transaction: borrowing Transaction) async throws {
        guard event.body.kind == .retirement else { return }
        try await desk.retirements.keep(event.body, in: transaction)
    }
}
