import EventContracts
import Messaging
import Postgres

/// Puts a link to a picture on its way into the chat room of whoever shares it; one that is known already stays what it is.
package struct QueueSharePost: EventHandler {
    let posts: SharePostRepository

    package func handle(_ event: Event<PostShare>, in transaction: borrowing Transaction) async throws {
        try posts.queue(event.body, in: transaction)
    }
}
