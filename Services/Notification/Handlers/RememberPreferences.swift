import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing

/// Stores a person's notification preferences and delivery addresses.
package struct RememberPreferences: EventHandler {
    /// The tables mirror the gateway's, so they may be rebuilt from snapshots.
    package var appliesSnapshots: Bool { true }

    package func handle(
        _ event: Event<NotificationPreferencesChanged>, in transaction: borrowing Transaction
    ) async throws {
        let change = event.body
        try PreferencesRepository.save(change, in: transaction)
        for channel in [NotificationChannel.ntfy, .chat, .webhook] {
            let id = Self.target(channel, of: change.accountID)
            if change.addressed.contains(channel.rawValue), let addresses = change.addresses {
                try TargetRepository.save(
                    StoredTarget(
                        id: id, account: change.accountID, channel: channel, details: addresses.bytes),
                    at: change.changedAt, in: transaction)
            } else {
                try TargetRepository.remove(id, of: change.accountID, in: transaction)
            }
        }
    }

    /// The id of the target of a channel with only one address per person.
    static func target(_ channel: NotificationChannel, of account: AccountID) -> UUID {
        NamedUUID.make("target/\(channel.rawValue)/\(account)")
    }
}
