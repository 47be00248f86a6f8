import EventContracts

extension NotificationKind {
    /// The channels of a kind if the person chose none: all of them for safety; none for a scan's result, since the
    /// person is watching the scan.
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
