import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Takes a meal out of its owner's diary; it can be restored for 30 days.
package struct RemoveMeal: EventHandler {
    let desk: MealDesk

    package func handle(_ event: Event<DeleteMeal>, in transaction: borrowing Transaction) async throws {
        let order = event.body
        guard let stored = try await desk.meals.lock(order.mealID, of: order.accountID, in: transaction) else {
            throw Rejection(.notFound)
        }
        guard stored.version < order.version else { return try desk.tell(stored, in: transaction) }
        var meal = stored
        meal.version = order.version
        meal.deletedAt = try stored.deletedAt ?? transaction.eventTime()
        try await desk.save(meal, replacing: stored, promised: order.days, in: transaction)
    }
}
