import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Puts the order to recognize a meal into the queue; the look itself must not happen in a transaction.
package struct EnqueueMeal: EventHandler {
    let jobs: JobRepository
    let wakeSignal: WakeSignal

    package func handle(_ event: Event<RecognizeMeal>, in transaction: borrowing Transaction) async throws {
        try await jobs.add(
            event, id: event.body.mealID.uuid, lane: event.body.isPro == true ? .pro : .basic,
            at: try transaction.eventTime(), in: transaction)
        // A worker that comes before the commit finds nothing and looks again soon.
        wakeSignal.signal()
    }
}
