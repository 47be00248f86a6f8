import EventContracts
import Messaging
import Postgres

/// Stores a person's daily goals.
package struct RememberGoals: EventHandler {
    /// The table mirrors that of `nutrition`, so it may be rebuilt from snapshots.
    package var appliesSnapshots: Bool { true }

    package func handle(_ event: Event<GoalsChanged>, in transaction: borrowing Transaction) async throws {
        try DayRepository.save(KnownGoals(event.body), of: event.body.accountID, in: transaction)
    }
}
