import EventContracts
import IngestionCore
import Messaging
import Postgres

/// Keeps the newest measurement of how many photos can be looked at.
package struct CapacityProjection: EventHandler {
    package init() {}

    package func handle(_ event: Event<CapacityMeasured>, in transaction: borrowing Transaction) async throws {
        try await CapacityRepository.put(event.body, at: transaction.eventTime(), in: transaction)
    }
}
