import EventContracts
import Messaging
import Postgres

/// Remembers what a person wants of their days.
package struct RememberGoals: EventHandler {
    let days: DayRepository

    /// The table mirrors what `nutrition` says, so it may be rebuilt from what is sent again.
    package var appliesSnapshots: Bool { true }

    package func handle(_ event: Event<GoalsChanged>, in transaction: borrowing Transaction) async throws {
        try days.save(KnownGoals(event.body), of: event.body.accountID, in: transaction)
    }
}
