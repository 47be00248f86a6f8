import EventContracts
import Messaging
import Postgres

/// Stores whether an account is suspended; `ProductFactWriter` then evaluates the reports on its products again.
package struct KeepStanding: EventHandler {
    /// Snapshots inform services that were down longer than events are retained.
    package var appliesSnapshots: Bool { true }

    package init() {}

    package func handle(_ event: Event<AccountStandingChanged>, in transaction: borrowing Transaction) async throws {
        try await StandingRepository.save(event.body, in: transaction)
    }
}
