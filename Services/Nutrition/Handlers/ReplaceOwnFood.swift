import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Replaces an own food (NUT-33); meals that contain it keep their figures.
package struct ReplaceOwnFood: EventHandler {
    let writer: OwnFoodWriter

    package func handle(_ event: Event<ChangeFood>, in transaction: borrowing Transaction) async throws {
        let command = event.body
        let stored = try await OwnFoodRepository.lock(command.ownFoodID, of: command.accountID, in: transaction)
        guard let stored else { throw Rejection(.notFound) }
        if stored.version >= command.version { return try writer.publish(stored, in: transaction) }
        guard stored.deletedAt == nil else { throw Rejection(.notFound) }
        try await writer.keep(
            command.food, as: command.ownFoodID, version: command.version, of: command.accountID, replacing: stored,
            in: transaction)
    }
}
