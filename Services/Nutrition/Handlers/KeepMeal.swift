import EventContracts
import Messaging
import Postgres

/// Records a meal in the diary (NUT-02, NUT-04, NUT-33).
///
/// A version that is not newer than the stored one changes nothing, but its command succeeds.
package struct KeepMeal: EventHandler {
    let writer: MealWriter

    package func handle(_ event: Event<RecordMeal>, in transaction: borrowing Transaction) async throws {
        let command = event.body
        let stored = try await MealRepository.lock(command.mealID, of: command.accountID, in: transaction)
        if let stored, stored.version >= command.version { return try writer.publish(stored, in: transaction) }
        try await writer.keep(
            command.meal, as: command.mealID, version: command.version, of: command.accountID, replacing: stored,
            promised: command.days, in: transaction)
    }
}
