import Foundation
import Sealing

/// The hours in which only urgent notices are delivered, in the person's local time, as `HH:MM`.
package struct QuietSpan: Codable, Sendable, Equatable {
    package var from: String
    /// On the next day if it is earlier than `from`.
    package var to: String

    package init(from: String, to: String) {
        self.from = from
        self.to = to
    }
}

/// Delivery addresses that a person entered; sealed as (`notification-preferences.addresses`, account).
package struct NotificationAddresses: Codable, Sendable, Equatable {
    /// A topic of an ntfy server.
    package var ntfy: String?
    /// A webhook of a chat room, in Discord's format.
    package var chat: String?
    package var webhook: String?
    /// The secret that webhooks are signed with (`whsec_…`).
    package var webhookSecret: String?

    package init(ntfy: String? = nil, chat: String? = nil, webhook: String? = nil, webhookSecret: String? = nil) {
        self.ntfy = ntfy
        self.chat = chat
        self.webhook = webhook
        self.webhookSecret = webhookSecret
    }

    /// The channels that have an address.
    package var channels: [NotificationChannel] {
        [(NotificationChannel.ntfy, ntfy), (.chat, chat), (.webhook, webhook)].compactMap { $1 == nil ? nil : $0 }
    }
}

/// A person's notification preferences outside the inbox (NOT-11).
package struct NotificationPreferencesChanged: PersonalEventBody {
    package static let type = EventType("foodmagic.ingestion.notification-preferences-changed.v1")
    package static let topic = Topic.account

    package var accountID: AccountID
    package var version: Int64
    /// Codes of channels by codes of kinds; a missing kind has its default channels.
    package var channels: [String: [String]]
    /// Nil without quiet hours.
    package var quietHours: QuietSpan?
    /// The time of the daily digest, as `HH:MM`; nil for the default time.
    package var digestAt: String?
    /// The channels among ntfy, chat and webhook that have an address.
    package var addressed: [String]
    /// Nil without an address.
    package var addresses: Sealed<NotificationAddresses>?
    package var changedAt: Date

    package init(
        accountID: AccountID, version: Int64, channels: [String: [String]], quietHours: QuietSpan?, digestAt: String?,
        addressed: [String], addresses: Sealed<NotificationAddresses>?, changedAt: Date
    ) {
        self.accountID = accountID
        self.version = version
        self.channels = channels
        self.quietHours = quietHours
        self.digestAt = digestAt
        self.addressed = addressed
        self.addresses = addresses
        self.changedAt = changedAt
    }
}
