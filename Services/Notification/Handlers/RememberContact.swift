import EventContracts
import Messaging
import Postgres
import Sealing

/// Stores a person's mail address; notices are sent there once it is verified.
package struct RememberContact: EventHandler {
    /// The tables mirror the gateway's, so they may be rebuilt from snapshots.
    package var appliesSnapshots: Bool { true }

    package func handle(_ event: Event<ContactChanged>, in transaction: borrowing Transaction) async throws {
        let change = event.body, id = RememberPreferences.target(.email, of: change.accountID)
        guard try await ContactRepository.save(change, in: transaction) else { return }
        if change.isVerified {
            try TargetRepository.save(
                StoredTarget(id: id, account: change.accountID, channel: .email, details: change.address.bytes),
                at: change.changedAt, in: transaction)
        } else {
            try TargetRepository.remove(id, of: change.accountID, in: transaction)
        }
    }
}
