import EventContracts
import IngestionCore
import Messaging
import Postgres

/// Stores the newest state of each product for reads; products belong to no account, so event streams do not include
/// them.
package struct ProductProjection: EventHandler {
    package let appliesSnapshots = true

    package init() {}

    package func handle(_ event: Event<ProductChanged>, in transaction: borrowing Transaction) async throws {
        guard event.attributes.key == event.body.gtin.digits else {
            throw PermanentFailure("the key is not the number of the product")
        }
        try await ProductRepository.put(event.body, in: transaction)
    }
}
