import EventContracts
import Messaging
import Postgres

/// Stores people's consents, which are required for sending photos to a remote model, and applies them to their lessons
/// (GW-22, GW-49).
package struct KeepConsents: EventHandler {
    /// Applies training consents; nil if lessons are not configured.
    let training: TrainingConsentHandler?

    /// Snapshots inform services that were down longer than events are retained.
    package var appliesSnapshots: Bool { true }

    package func handle(_ event: Event<ConsentChanged>, in transaction: borrowing Transaction) async throws {
        guard event.attributes.key == event.body.accountID.description else {
            throw PermanentFailure("the key is not the account whose consents they are")
        }
        try await PhotoConsentRepository.save(event.body, in: transaction)
        try await training?.handle(event, in: transaction)
    }
}
