import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Puts the order to read a label into the queue; the look itself must not happen in a transaction.
package struct EnqueueLabel: EventHandler {
    let jobs: JobRepository
    let wakeSignal: WakeSignal

    package func handle(_ event: Event<ReadLabel>, in transaction: borrowing Transaction) async throws {
        try await jobs.add(
            event, id: event.body.scanID.uuid, lane: .label, at: try transaction.eventTime(), in: transaction)
        // A worker that comes before the commit finds nothing and looks again soon.
        wakeSignal.signal()
    }
}
