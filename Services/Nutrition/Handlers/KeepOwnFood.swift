import EventContracts
import Messaging
import Postgres

/// Adds an own food (NUT-33).
///
/// A version that is not newer than the stored one changes nothing; its command still succeeds.
package struct KeepOwnFood: EventHandler {
    let writer: OwnFoodWriter

    package func handle(_ event: Event<AddFood>, in transaction: borrowing Transaction) async throws {
        let order = event.body
        let stored = try await OwnFoodRepository.lock(order.ownFoodID, of: order.accountID, in: transaction)
        if let stored, stored.version >= order.version { return try writer.tell(stored, in: transaction) }
        try await writer.keep(
            order.food, as: order.ownFoodID, version: order.version, of: order.accountID, replacing: stored,
            in: transaction)
    }
}
