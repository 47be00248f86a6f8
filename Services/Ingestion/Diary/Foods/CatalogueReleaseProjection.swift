import EventContracts
import IngestionCore
import Messaging
import Postgres

/// Stores the newest release of each imported table of foods; `FoodSearch` fetches the foods.
package struct CatalogueReleaseProjection: EventHandler {
    package let appliesSnapshots = true

    package init() {}

    package func handle(_ event: Event<CatalogueReleased>, in transaction: borrowing Transaction) async throws {
        guard event.attributes.key == event.body.source else {
            throw PermanentFailure("the key is not the source of the foods")
        }
        try await CatalogueReleaseRepository.put(event.body, in: transaction)
    }
}
