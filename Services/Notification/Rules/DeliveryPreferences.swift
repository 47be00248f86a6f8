import EventContracts
import Deliveries

/// Notification preferences (NOT-11); without the inbox, which always gets everything.
package struct DeliveryPreferences: Sendable, Equatable {
    /// By kind; a kind that is not named has its usual channels.
    package var channels: [NotificationKind: Set<NotificationChannel>]
    /// Nil when the person may be told at any hour.
    package var quietHours: QuietHours?
    /// When the day's digest comes; nil is `DailyDigest.usual`.
    package var digestAt: TimeOfDay?

    package init(
        channels: [NotificationKind: Set<NotificationChannel>] = [:], quietHours: QuietHours? = nil,
        digestAt: TimeOfDay? = nil
    ) {
        self.channels = channels
        self.quietHours = quietHours
        self.digestAt = digestAt
    }

    /// The channels of a kind.
    package func channels(for kind: NotificationKind) -> Set<NotificationChannel> {
        channels[kind] ?? kind.usualChannels
    }
}
