import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Deletes a saved food; meals with it do not change.
package struct RemoveSavedFood: EventHandler {
    let writer: SavedFoodWriter

    package func handle(_ event: Event<DeleteSavedFood>, in transaction: borrowing Transaction) async throws {
        let order = event.body
        let stored = try await SavedFoodRepository.lock(order.savedFoodID, of: order.accountID, in: transaction)
        guard var saved = stored else { throw Rejection(.notFound) }
        guard saved.version < order.version else { return try writer.tell(saved, in: transaction) }
        saved.version = order.version
        saved.deletedAt = try saved.deletedAt ?? transaction.eventTime()
        try await writer.save(saved, in: transaction)
    }
}
