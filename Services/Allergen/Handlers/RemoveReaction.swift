import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Deletes an entry of its owner's reaction diary; it can be restored for 30 days.
package struct RemoveReaction: EventHandler {
    package func handle(_ event: Event<DeleteReaction>, in transaction: borrowing Transaction) async throws {
        let order = event.body
        guard var reaction = try await ReactionRepository.lock(order.reactionID, of: order.accountID, in: transaction)
        else {
            throw Rejection(.notFound)
        }
        if reaction.version < order.version {
            reaction.version = order.version
            reaction.deletedAt = try reaction.deletedAt ?? transaction.eventTime()
            _ = try await ReactionRepository.save(reaction, in: transaction)
        }
        try transaction.append(reaction, key: order.accountID, subject: order.reactionID, ending: .succeeded)
    }
}
