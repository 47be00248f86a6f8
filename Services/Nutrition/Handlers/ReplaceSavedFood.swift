import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Replaces a saved food (NUT-08); meals that it was entered in keep their figures.
package struct ReplaceSavedFood: EventHandler {
    let writer: SavedFoodWriter

    package func handle(_ event: Event<ChangeSavedFood>, in transaction: borrowing Transaction) async throws {
        let order = event.body
        let stored = try await SavedFoodRepository.lock(order.savedFoodID, of: order.accountID, in: transaction)
        guard let stored else { throw Rejection(.notFound) }
        if stored.version >= order.version { return try writer.tell(stored, in: transaction) }
        guard stored.deletedAt == nil else { throw Rejection(.notFound) }
        try await writer.keep(
            order.food, as: order.savedFoodID, version: order.version, of: order.accountID, replacing: stored,
            in: transaction)
    }
}
