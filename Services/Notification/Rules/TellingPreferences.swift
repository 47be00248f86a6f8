import EventContracts
import Telling

/// Notification preferences (NOT-11); without the inbox, which always gets everything.
package struct TellingPreferences: Sendable, Equatable {
    /// By kind; a kind that is not named has its usual channels.
    package var channels: [TellingKind: Set<TellingChannel>]
    /// Nil when the person may be told at any hour.
    package var quietHours: QuietHours?
    /// When the day's digest comes; nil is `DailyDigest.usual`.
    package var digestAt: TimeOfDay?

    package init(
        channels: [TellingKind: Set<TellingChannel>] = [:], quietHours: QuietHours? = nil, digestAt: TimeOfDay? = nil
    ) {
        self.channels = channels
        self.quietHours = quietHours
        self.digestAt = digestAt
    }

    /// The channels of a kind.
    package func channels(for kind: TellingKind) -> Set<TellingChannel> { channels[kind] ?? kind.usualChannels }
}
