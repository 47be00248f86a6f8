import EventContracts
import Deliveries

/// Notification preferences (NOT-11) for the channels besides the inbox, which always receives everything.
package struct DeliveryPreferences: Sendable, Equatable {
    /// The channels by kind; a kind that is missing has its default channels.
    package var channels: [NotificationKind: Set<NotificationChannel>]
    /// The quiet hours; nil without any.
    package var quietHours: QuietHours?
    /// The time of the daily digest; nil for `DailyDigest.defaultTime`.
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
