import EventContracts

extension NotificationKind {
    /// The channels of a kind if the person made no choice: all of them for safety; none for the answer to a scan,
    /// which the person is looking at.
    package var defaultChannels: Set<NotificationChannel> {
        switch self {
        case .scanAssessed: []
        case .subscription, .account, .dailyReport, .releaseNotes, .priceDropped: [.email]
        case .mealReminder, .intakeOffGoal, .budgetExceeded, .serviceDegraded: [.webPush, .ntfy]
        case .reportReady, .submissionReviewed: [.webPush, .ntfy, .email]
        case .allergenAlert, .recall: Set(NotificationChannel.allCases)
        }
    }
}
