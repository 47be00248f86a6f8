import EventContracts
import Messaging
import Postgres

/// Queues a mail about the account itself.
package struct QueueAccountMail: EventHandler {
    package func handle(_ event: Event<AccountMailRequested>, in transaction: borrowing Transaction) async throws {
        try AccountMailRepository.queue(event.body, in: transaction)
    }
}
