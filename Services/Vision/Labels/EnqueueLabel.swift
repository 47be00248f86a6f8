import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Queues the command to read a label; the analysis itself must not run in a transaction.
package struct EnqueueLabel: EventHandler {
    let wakeSignal: WakeSignal

    package func handle(_ event: Event<ReadLabel>, in transaction: borrowing Transaction) async throws {
        try await JobRepository.add(
            event, id: event.body.scanID.uuid, lane: .label, at: try transaction.eventTime(), in: transaction)
        // A worker that wakes before the commit finds nothing and checks again soon.
        wakeSignal.signal()
    }
}
