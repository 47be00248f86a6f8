import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Restores a deleted meal unchanged.
package struct ReviveMeal: EventHandler {
    let writer: MealWriter

    package func handle(_ event: Event<RestoreMeal>, in transaction: borrowing Transaction) async throws {
        let command = event.body
        guard let stored = try await MealRepository.lock(command.mealID, of: command.accountID, in: transaction) else {
            throw Rejection(.notFound)
        }
        guard stored.version < command.version else { return try writer.publish(stored, in: transaction) }
        var meal = stored
        meal.version = command.version
        meal.deletedAt = nil
        try await writer.save(meal, replacing: stored, promised: command.days, in: transaction)
    }
}
