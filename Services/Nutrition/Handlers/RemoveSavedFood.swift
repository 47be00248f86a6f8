import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Deletes a saved food; meals that contain it do not change.
package struct RemoveSavedFood: EventHandler {
    let writer: SavedFoodWriter

    package func handle(_ event: Event<DeleteSavedFood>, in transaction: borrowing Transaction) async throws {
        let command = event.body
        let stored = try await SavedFoodRepository.lock(command.savedFoodID, of: command.accountID, in: transaction)
        guard var saved = stored else { throw Rejection(.notFound) }
        guard saved.version < command.version else { return try writer.publish(saved, in: transaction) }
        saved.version = command.version
        saved.deletedAt = try saved.deletedAt ?? transaction.eventTime()
        try await writer.save(saved, in: transaction)
    }
}
