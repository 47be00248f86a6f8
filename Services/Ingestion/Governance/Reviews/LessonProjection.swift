import EventContracts
import IngestionCore
import Messaging
import Postgres

/// Adds lessons to the staff's review queue, and updates them there (VIS-13, OPS-20).
package struct LessonProjection: EventHandler {
    package let appliesSnapshots = true

    package init() {}

    package func handle(_ event: Event<LessonChanged>, in transaction: borrowing Transaction) async throws {
        try await ReviewRepository.keep(event.body, in: transaction)
    }
}
