import EventContracts
import Messaging
import Postgres

/// Adds an own food (NUT-33).
///
/// A version that is not newer than the stored one changes nothing; its command still succeeds.
package struct KeepOwnFood: EventHandler {
    let writer: OwnFoodWriter

    package func handle(_ event: Event<AddFood>, in transaction: borrowing Transaction) async throws {
        let command = event.body
        let stored = try await OwnFoodRepository.lock(command.ownFoodID, of: command.accountID, in: transaction)
        if let stored, stored.version >= command.version { return try writer.publish(stored, in: transaction) }
        try await writer.keep(
            command.food, as: command.ownFoodID, version: command.version, of: command.accountID, replacing: stored,
            in: transaction)
    }
}
