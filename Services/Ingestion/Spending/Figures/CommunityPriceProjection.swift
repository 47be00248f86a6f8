import EventContracts
import IngestionCore
import Messaging
import Postgres

/// Stores community prices for reads; they belong to no account, so event streams do not include them.
package struct CommunityPriceProjection: EventHandler {
    package let appliesSnapshots = true

    package init() {}

    package func handle(_ event: Event<CommunityPriceChanged>, in transaction: borrowing Transaction) async throws {
        guard event.attributes.key == event.body.product.description else {
            throw PermanentFailure("the key is not the id of the thing")
        }
        try await CommunityPriceRepository.put(event.body, in: transaction)
    }
}
