import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Replaces an own food (NUT-33); meals with it keep their figures.
package struct ReplaceOwnFood: EventHandler {
    let writer: OwnFoodWriter

    package func handle(_ event: Event<ChangeFood>, in transaction: borrowing Transaction) async throws {
        let order = event.body
        let stored = try await OwnFoodRepository.lock(order.ownFoodID, of: order.accountID, in: transaction)
        guard let stored else { throw Rejection(.notFound) }
        if stored.version >= order.version { return try writer.tell(stored, in: transaction) }
        guard stored.deletedAt == nil else { throw Rejection(.notFound) }
        try await writer.keep(
            order.food, as: order.ownFoodID, version: order.version, of: order.accountID, replacing: stored,
            in: transaction)
    }
}
