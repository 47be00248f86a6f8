import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Replaces a saved food (NUT-08); meals that contain it keep their figures.
package struct ReplaceSavedFood: EventHandler {
    let writer: SavedFoodWriter

    package func handle(_ event: Event<ChangeSavedFood>, in transaction: borrowing Transaction) async throws {
        let command = event.body
        let stored = try await SavedFoodRepository.lock(command.savedFoodID, of: command.accountID, in: transaction)
        guard let stored else { throw Rejection(.notFound) }
        if stored.version >= command.version { return try writer.publish(stored, in: transaction) }
        guard stored.deletedAt == nil else { throw Rejection(.notFound) }
        try await writer.keep(
            command.food, as: command.savedFoodID, version: command.version, of: command.accountID, replacing: stored,
            in: transaction)
    }
}
