import EventContracts
import Messaging
import Postgres

/// Stores memberships of households (SPD-25).
///
/// Sharing through a membership ends with it.
package struct KeepMember: EventHandler {
    /// Snapshots inform services that were down longer than events are retained.
    package var appliesSnapshots: Bool { true }

    package func handle(_ event: Event<HouseholdMemberChanged>, in transaction: borrowing Transaction) async throws {
        try await HouseholdRepository.save(event.body, in: transaction)
    }
}
