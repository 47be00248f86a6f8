/// A kind of notification that a person can configure.
package enum NotificationKind: String, EventValue, CaseIterable {
    /// Something scanned or eaten contains, or may contain, what the person avoids (NOT-04, NOT-05).
    case allergenAlert
    /// A product that the person scanned was recalled.
    case recall
    /// A scan has its verdict, and nothing was found.
    case scanAssessed
    /// A report is ready (NOT-08).
    case reportReady
    /// Intake was above or below the goals (NOT-03).
    case intakeOffGoal
    /// The report of a day (NOT-02).
    case dailyReport
    /// Nothing was recorded today (NOT-01).
    case mealReminder
    /// A budget was exceeded (NOT-07).
    case budgetExceeded
    /// A product costs less elsewhere (NOT-06).
    case priceDropped
    /// Plan, payment, refund, retirement (NOT-12).
    case subscription
    /// Access to the person's records, and changes of the account itself (GW-48).
    case account
    /// A submission was reviewed.
    case submissionReviewed
    /// Release notes (NOT-13).
    case releaseNotes
    /// A service is disturbed or works again (NOT-15).
    case serviceDegraded

    /// The urgency of a kind.
    package enum Pressure: Sendable {
        /// Delivered at any hour, and again on the next channel while it is unseen.
        case safety
        /// Delivered at once, but not during quiet hours.
        case prompt
        /// Delivered once a day, in the digest.
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

/// A way to reach a person outside the inbox, which receives everything.
///
/// In the order in which an alert tries them: channels that show on a phone at once come before those that are opened
/// now and then.
package enum NotificationChannel: String, EventValue, CaseIterable, Comparable {
    case webPush, ntfy, chat, webhook, email

    package static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? Self.allCases.count }
}
