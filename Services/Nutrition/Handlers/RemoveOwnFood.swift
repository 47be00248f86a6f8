import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Deletes an own food; meals that contain it do not change.
package struct RemoveOwnFood: EventHandler {
    let writer: OwnFoodWriter

    package func handle(_ event: Event<DeleteFood>, in transaction: borrowing Transaction) async throws {
        let command = event.body
        let stored = try await OwnFoodRepository.lock(command.ownFoodID, of: command.accountID, in: transaction)
        guard var food = stored else { throw Rejection(.notFound) }
        guard food.version < command.version else { return try writer.publish(food, in: transaction) }
        food.version = command.version
        food.deletedAt = try food.deletedAt ?? transaction.eventTime()
        try await writer.save(food, in: transaction)
    }
}
