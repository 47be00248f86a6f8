import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Deletes an own food; meals with it do not change.
package struct RemoveOwnFood: EventHandler {
    let writer: OwnFoodWriter

    package func handle(_ event: Event<DeleteFood>, in transaction: borrowing Transaction) async throws {
        let order = event.body
        let stored = try await OwnFoodRepository.lock(order.ownFoodID, of: order.accountID, in: transaction)
        guard var food = stored else { throw Rejection(.notFound) }
        guard food.version < order.version else { return try writer.tell(food, in: transaction) }
        food.version = order.version
        food.deletedAt = try food.deletedAt ?? transaction.eventTime()
        try await writer.save(food, in: transaction)
    }
}
