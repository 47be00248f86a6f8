import EventContracts
import Messaging
import Postgres

/// Keeps who belongs to which household (SPD-25).
///
/// What a membership shares ends with it, since nothing is shared by one that is ended.
package struct KeepMember: EventHandler {
    let households: HouseholdRepository

    /// Who was away for longer than events are kept learns of it all the same.
    package var appliesSnapshots: Bool { true }

    package func handle(_ event: Event<HouseholdMemberChanged>, in transaction: borrowing Transaction) async throws {
        try await households.save(event.body, in: transaction)
    }
}
