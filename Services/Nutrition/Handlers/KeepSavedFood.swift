import EventContracts
import Messaging
import Postgres

/// Saves a food (NUT-08).
///
/// A version that is not newer than the stored one changes nothing, but its command succeeds.
package struct KeepSavedFood: EventHandler {
    let writer: SavedFoodWriter

    package func handle(_ event: Event<SaveFood>, in transaction: borrowing Transaction) async throws {
        let command = event.body
        let stored = try await SavedFoodRepository.lock(command.savedFoodID, of: command.accountID, in: transaction)
        if let stored, stored.version >= command.version { return try writer.publish(stored, in: transaction) }
        try await writer.keep(
            command.food, as: command.savedFoodID, version: command.version, of: command.accountID, replacing: stored,
            in: transaction)
    }
}
