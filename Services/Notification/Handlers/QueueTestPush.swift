import EventContracts
import Messaging
import Postgres

/// Queues a test message; a repeated command changes nothing.
package struct QueueTestPush: EventHandler {
    package func handle(_ event: Event<SendTestPush>, in transaction: borrowing Transaction) async throws {
        try PushTestRepository.queue(event.body, in: transaction)
    }
}
