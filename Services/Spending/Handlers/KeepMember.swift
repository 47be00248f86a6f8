import EventContracts
import Messaging
import Postgres

/// Keeps who belongs to which household (SPD-25).
///
/// What a membership shares ends with it, since nothing is shared by one that is ended.
package struct KeepMember: EventHandler {
    let households: HouseholdRepository

    /// Snapshots inform services that were down longer than events are retained.
    package var appliesSnapshots: Bool { true }

    package func handle(_ event: Event<HouseholdMemberChanged>, in transaction: borrowing Transaction) async throws {
        try await households.save(event.body, in: transaction)
    }
}
