/// What a person can be told of.
package enum NotificationKind: String, EventValue, CaseIterable {
    /// Something the person avoids is, or may be, in what was scanned or eaten (NOT-04, NOT-05).
    case allergenAlert
    /// A product that the person scanned was recalled.
    case recall
    /// A scan has its answer, and nothing was found.
    case scanAssessed
    /// A report can be looked at (NOT-08).
    case reportReady
    /// More or less was eaten than the goals allow (NOT-03).
    case intakeOffGoal
    /// The report of a day (NOT-02).
    case dailyReport
    /// Nothing was entered today (NOT-01).
    case mealReminder
    /// A budget is used up (NOT-07).
    case budgetExceeded
    /// A product costs less somewhere (NOT-06).
    case priceDropped
    /// Plan, payment, refund, retirement (NOT-12).
    case subscription
    /// Who may see the person's records, and what happens with the account itself (GW-48).
    case account
    /// What the person submitted was looked at.
    case submissionReviewed
    /// What is new (NOT-13).
    case releaseNotes
    /// Something does not work, or does again (NOT-15).
    case serviceDegraded

    /// How much it presses.
    package enum Pressure: Sendable {
        /// At any hour, and again on another channel while it is unseen.
        case safety
        /// At once, but not in the quiet hours.
        case prompt
        /// Once a day with everything else that can wait.
        case digest
    }

    package var pressure: Pressure {
        switch self {
        case .allergenAlert, .recall: .safety
        case .scanAssessed, .reportReady, .intakeOffGoal, .mealReminder, .budgetExceeded, .subscription,
            .account, .submissionReviewed, .serviceDegraded:
            .prompt
        case .dailyReport, .priceDropped, .releaseNotes: .digest
        }
    }
}

/// A way to reach a person outside the inbox, which has everything; in the order in which an alert tries them: what
/// lights up in the hand before what is opened now and then.
package enum NotificationChannel: String, EventValue, CaseIterable, Comparable {
    case webPush, ntfy, chat, webhook, email

    package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? Self.allCases.count }
}
