import EventContracts
import Messaging
import Postgres

/// Queues a test message; one that is known already is not sent again.
package struct QueueTestPush: EventHandler {
    let tests: PushTestRepository

    package func handle(_ event: Event<SendTestPush>, in transaction: borrowing Transaction) async throws {
        try tests.queue(event.body, in: transaction)
    }
}
