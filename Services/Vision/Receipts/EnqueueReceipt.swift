import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Queues the command to read a receipt; the analysis itself must not run in a transaction.
package struct EnqueueReceipt: EventHandler {
    let wakeSignal: WakeSignal

    package func handle(_ event: Event<ReadReceipt>, in transaction: borrowing Transaction) async throws {
        try await JobRepository.add(
            event, id: event.body.receiptID.uuid, lane: event.body.isPro ? .pro : .basic,
            at: try transaction.eventTime(), in: transaction)
        // A worker that wakes before the commit finds nothing and checks again soon.
        wakeSignal.signal()
    }
}
