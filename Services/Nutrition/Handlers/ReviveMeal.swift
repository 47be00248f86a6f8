import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Brings a deleted meal back as it was.
package struct ReviveMeal: EventHandler {
    let desk: MealDesk

    package func handle(_ event: Event<RestoreMeal>, in transaction: borrowing Transaction) async throws {
        let order = event.body
        guard let stored = try await desk.meals.lock(order.mealID, of: order.accountID, in: transaction) else {
            throw Rejection(.notFound)
        }
        guard stored.version < order.version else { return try desk.tell(stored, in: transaction) }
        var meal = stored
        meal.version = order.version
        meal.deletedAt = nil
        try await desk.save(meal, replacing: stored, promised: order.days, in: transaction)
    }
}
