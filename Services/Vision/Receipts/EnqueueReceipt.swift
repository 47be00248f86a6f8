import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Puts the order to read a receipt into the queue; the look itself must not happen in a transaction.
package struct EnqueueReceipt: EventHandler {
    let jobs: JobRepository
    let wakeSignal: WakeSignal

    package func handle(_ event: Event<ReadReceipt>, in transaction: borrowing Transaction) async throws {
        try await jobs.add(
            event, id: event.body.receiptID.uuid, lane: event.body.isPro ? .pro : .basic,
            at: try transaction.eventTime(), in: transaction)
        // A worker that comes before the commit finds nothing and looks again soon.
        wakeSignal.signal()
    }
}
