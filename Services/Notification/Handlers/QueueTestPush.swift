import EventContracts
import Messaging
import Postgres

/// Queues a test message; a known one is not sent again.
package struct QueueTestPush: EventHandler {
    let tests: PushTestRepository

    package func handle(_ event: Event<SendTestPush>, in transaction: borrowing Transaction) async throws {
        try tests.queue(event.body, in: transaction)
    }
}
