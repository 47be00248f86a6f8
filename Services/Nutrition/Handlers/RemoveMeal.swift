import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Deletes a meal from its owner's diary; it can be restored for 30 days.
package struct RemoveMeal: EventHandler {
    let writer: MealWriter

    package func handle(_ event: Event<DeleteMeal>, in transaction: borrowing Transaction) async throws {
        let command = event.body
        guard let stored = try await MealRepository.lock(command.mealID, of: command.accountID, in: transaction) else {
            throw Rejection(.notFound)
        }
        guard stored.version < command.version else { return try writer.publish(stored, in: transaction) }
        var meal = stored
        meal.version = command.version
        meal.deletedAt = try stored.deletedAt ?? transaction.eventTime()
        try await writer.save(meal, replacing: stored, promised: command.days, in: transaction)
    }
}
