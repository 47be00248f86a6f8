import EventContracts
import Messaging
import Postgres

/// Records a meal in the diary (NUT-02, NUT-04, NUT-33).
///
/// A version that is not newer than the stored one changes nothing, but its command succeeds.
package struct KeepMeal: EventHandler {
    let writer: MealWriter

    package func handle(_ event: Event<RecordMeal>, in transaction: borrowing Transaction) async throws {
        let order = event.body
        let stored = try await MealRepository.lock(order.mealID, of: order.accountID, in: transaction)
        if let stored, stored.version >= order.version { return try writer.tell(stored, in: transaction) }
        try await writer.keep(
            order.meal, as: order.mealID, version: order.version, of: order.accountID, replacing: stored,
            promised: order.days, in: transaction)
    }
}
