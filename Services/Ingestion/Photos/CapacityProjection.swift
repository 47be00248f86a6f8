import EventContracts
import IngestionCore
import Messaging
import Postgres

/// Stores the newest measurement of the photo capacity.
package struct CapacityProjection: EventHandler {
    package init() {}

    package func handle(_ event: Event<CapacityMeasured>, in transaction: borrowing Transaction) async throws {
        try await CapacityRepository.put(event.body, at: transaction.eventTime(), in: transaction)
    }
}
