import EventContracts
import Messaging
import Postgres

/// Saves a food (NUT-08).
///
/// A version that is not newer than the stored one changes nothing, but its command succeeds.
package struct KeepSavedFood: EventHandler {
    let writer: SavedFoodWriter

    package func handle(_ event: Event<SaveFood>, in transaction: borrowing Transaction) async throws {
        let order = event.body
        let stored = try await SavedFoodRepository.lock(order.savedFoodID, of: order.accountID, in: transaction)
        if let stored, stored.version >= order.version { return try writer.tell(stored, in: transaction) }
        try await writer.keep(
            order.food, as: order.savedFoodID, version: order.version, of: order.accountID, replacing: stored,
            in: transaction)
    }
}
