import EventContracts
import Messaging
import Postgres

/// Queues a shared link for the person's chat room; idempotent.
package struct QueueSharePost: EventHandler {
    package func handle(_ event: Event<PostShare>, in transaction: borrowing Transaction) async throws {
        try SharePostRepository.queue(event.body, in: transaction)
    }
}
