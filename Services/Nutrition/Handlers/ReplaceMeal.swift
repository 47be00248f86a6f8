import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Replaces a meal of the diary and computes it again.
package struct ReplaceMeal: EventHandler {
    let writer: MealWriter

    package func handle(_ event: Event<ChangeMeal>, in transaction: borrowing Transaction) async throws {
        let command = event.body
        guard let stored = try await MealRepository.lock(command.mealID, of: command.accountID, in: transaction) else {
            throw Rejection(.notFound)
        }
        if stored.version >= command.version { return try writer.publish(stored, in: transaction) }
        guard stored.deletedAt == nil else { throw Rejection(.notFound) }
        try await writer.keep(
            command.meal, as: command.mealID, version: command.version, of: command.accountID, replacing: stored,
            promised: command.days, in: transaction)
    }
}
