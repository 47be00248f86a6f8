import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Queues the command to recognize a meal; the analysis itself must not run in a transaction.
package struct EnqueueMeal: EventHandler {
    let wakeSignal: WakeSignal

    package func handle(_ event: Event<RecognizeMeal>, in transaction: borrowing Transaction) async throws {
        try await JobRepository.add(
            event, id: event.body.mealID.uuid, lane: event.body.isPro == true ? .pro : .basic,
            at: try transaction.eventTime(), in: transaction)
        // A worker that wakes before the commit finds nothing and checks again soon.
        wakeSignal.signal()
    }
}
