import EventContracts
import Messaging
import Postgres

/// Stores announcements and their withdrawals, which the gateway repeats every hour.
package struct RememberAnnouncement: EventHandler {
    package var appliesSnapshots: Bool { true }

    package func handle(_ event: Event<AnnouncementMade>, in transaction: borrowing Transaction) async throws {
        try AnnouncementRepository.save(event.body, in: transaction)
    }
}
