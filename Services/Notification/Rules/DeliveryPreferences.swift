import EventContracts
import Deliveries

/// Notification preferences (NOT-11); without the inbox, which always gets everything.
package struct DeliveryPreferences: Sendable, Equatable {
    /// By kind; a kind that is not named has its usual channels.
    package var channels: [NotificationKind: Set<NotificationChannel>]
    /// Nil without quiet hours.
    package var quietHours: QuietHours?
    /// The time of the daily digest; nil means `DailyDigest.usual`.
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
        channels[kind] ?? kind.defaultChannels
    }
}
