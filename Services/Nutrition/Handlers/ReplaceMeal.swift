import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Replaces a meal of the diary and computes it again at once.
package struct ReplaceMeal: EventHandler {
    let writer: MealWriter

    package func handle(_ event: Event<ChangeMeal>, in transaction: borrowing Transaction) async throws {
        let order = event.body
        guard let stored = try await MealRepository.lock(order.mealID, of: order.accountID, in: transaction) else {
            throw Rejection(.notFound)
        }
        if stored.version >= order.version { return try writer.tell(stored, in: transaction) }
        guard stored.deletedAt == nil else { throw Rejection(.notFound) }
        try await writer.keep(
            order.meal, as: order.mealID, version: order.version, of: order.accountID, replacing: stored,
            promised: order.days, in: transaction)
    }
}
