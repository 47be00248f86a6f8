import EventContracts
import Messaging
import Postgres

/// Remembers what everybody is to be told, and what was taken back; the same is said again every hour.
package struct RememberAnnouncement: EventHandler {
    let announcements: AnnouncementRepository

    package var appliesSnapshots: Bool { true }

    package func handle(_ event: Event<AnnouncementMade>, in transaction: borrowing Transaction) async throws {
        try announcements.save(event.body, in: transaction)
    }
}
