import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Restores a deleted meal unchanged.
package struct ReviveMeal: EventHandler {
    let writer: MealWriter

    package func handle(_ event: Event<RestoreMeal>, in transaction: borrowing Transaction) async throws {
        let order = event.body
        guard let stored = try await MealRepository.lock(order.mealID, of: order.accountID, in: transaction) else {
            throw Rejection(.notFound)
        }
        guard stored.version < order.version else { return try writer.tell(stored, in: transaction) }
        var meal = stored
        meal.version = order.version
        meal.deletedAt = nil
        try await writer.save(meal, replacing: stored, promised: order.days, in: transaction)
    }
}
