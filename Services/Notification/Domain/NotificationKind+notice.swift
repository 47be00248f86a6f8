import EventContracts
import NotificationRules

extension NotificationKind {
    /// The preference kind of a notice.
    package init(_ notice: Notice) {
        self =
            switch notice.kind {
            // A match, or an unreadable label, has the urgency of an alert.
            case .scanAssessed: notice.urgency == .alert ? .allergenAlert : .scanAssessed
            case .allergenAlert, .mealAllergens, .purchaseAllergens: .allergenAlert
            case .recall: .recall
            case .budgetExceeded: .budgetExceeded
            case .lowerPrice: .priceDropped
            case .grantChanged, .exportReady: .account
            case .subscriptionChanged, .paymentChanged, .retirement: .subscription
            case .reportReady: .reportReady
            case .intakeOffGoal: .intakeOffGoal
            case .dailyReport: .dailyReport
            case .mealReminder: .mealReminder
            case .submissionReviewed: .submissionReviewed
            case .releaseNotes: .releaseNotes
            case .serviceDegraded: .serviceDegraded
            }
    }
}
