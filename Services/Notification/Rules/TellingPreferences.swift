import EventContracts

/// How a person wants to be told (NOT-11); the inbox is not among it, since nothing can be kept out of it.
package struct TellingPreferences: Sendable, Equatable {
    /// By kind; a kind that is not named has its usual channels.
    package var channels: [TellingKind: Set<TellingChannel>]
    /// Nil when the person may be told at any hour.
    package var quietHours: QuietHours?
    /// When the day's digest comes; nil is `usualDigest`.
    package var digestAt: TimeOfDay?

    package init(
        channels: [TellingKind: Set<TellingChannel>] = [:], quietHours: QuietHours? = nil, digestAt: TimeOfDay? = nil
    ) {
        self.channels = channels
        self.quietHours = quietHours
        self.digestAt = digestAt
    }

    /// The channels of a kind.
    package func channels(for kind: TellingKind) -> Set<TellingChannel> { channels[kind] ?? Self.usual(for: kind) }

    /// The channels of a kind of which the person said nothing: every one for safety; none for the answer to a scan, which
    /// the person is looking at.
    package static func usual(for kind: TellingKind) -> Set<TellingChannel> {
        switch kind {
        case .scanAssessed: []
        case .subscription, .dailyReport, .releaseNotes, .priceDropped: [.email]
        case .mealReminder, .intakeOffGoal, .budgetExceeded, .serviceDegraded: [.webPush, .ntfy]
        case .reportReady, .submissionReviewed: [.webPush, .ntfy, .email]
        case .allergenAlert, .recall: Set(TellingChannel.allCases)
        }
    }
}
