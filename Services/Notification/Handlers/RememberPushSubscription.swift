import EventContracts
import Messaging
import NotificationRules
import Postgres
import Sealing

/// Stores the browsers in which a person receives push messages.
package struct RememberPushSubscription: EventHandler {
    /// The table mirrors the gateway's, so it may be rebuilt from snapshots.
    package var appliesSnapshots: Bool { true }

    package func handle(_ event: Event<PushSubscriptionChanged>, in transaction: borrowing Transaction) async throws {
        let change = event.body
        guard let details = change.details else {
            return try TargetRepository.remove(change.subscriptionID.uuid, of: change.accountID, in: transaction)
        }
        try TargetRepository.save(
            StoredTarget(
                id: change.subscriptionID.uuid, account: change.accountID, channel: .webPush, details: details.bytes),
            at: change.changedAt, in: transaction)
    }
}
