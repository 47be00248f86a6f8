import Foundation
import Quantities
import Sealing

/// The subject of a notice.
package enum NoticeKind: String, EventValue, CaseIterable {
    /// A label scan has its verdict, with or without a match (NOT-04).
    case scanAssessed
    /// There is news about an earlier scan or its product (NOT-05).
    case allergenAlert
    /// A product that the person scanned was recalled.
    case recall
    /// A meal names or usually contains something that the person avoids.
    case mealAllergens
    /// More was spent than a budget allows (NOT-07).
    case budgetExceeded
    /// A product that the person bought costs less nearby (NOT-06).
    case lowerPrice
    /// An item of a purchase names or likely contains something that the person avoids.
    case purchaseAllergens
    /// Access to the person's records was granted or ended, or the other party of a grant commented on it (GW-48).
    case grantChanged
    /// An export of the person's data is ready (GW-22).
    case exportReady
    /// A plan began, will end, ended, or was paid too late (BIL-10).
    case subscriptionChanged
    /// A card was charged, declined or refunded (BIL-09).
    case paymentChanged
    /// The report of a meal is ready (NOT-08).
    case reportReady
    /// Intake was above or below the goals (NOT-03).
    case intakeOffGoal
    /// The report of a day (NOT-02).
    case dailyReport
    /// Nothing was recorded today (NOT-01).
    case mealReminder
    /// A submission was reviewed.
    case submissionReviewed
    /// Release notes (NOT-13).
    case releaseNotes
    /// A service is disturbed or works again (NOT-15).
    case serviceDegraded
    /// The product ends (NOT-12).
    case retirement
}

/// The text of a notice in the person's language; sealed as (`notice.text`, notice id).
package struct NoticeText: Codable, Sendable, Equatable {
    package var title: String
    package var body: String
    /// `en`, `fr`, `es` or `zh`.
    package var language: String

    package init(title: String, body: String, language: String) {
        self.title = title
        self.body = body
        self.language = language
    }
}

/// The fields that `NoticeCreated` and `NoticeChanged` share: the current state of a notice.
package struct Notice: Codable, Sendable, Equatable {
    package var accountID: AccountID
    package var noticeID: NoticeID
    package var version: Int64
    package var kind: NoticeKind
    /// The cause: the scan, the alert, or the meal with the reason; one notice per cause.
    package var causeID: String
    /// The scan of an alert, if there is one.
    package var scanID: ScanID?
    /// The product of an alert, if known.
    package var gtin: GTIN?
    /// The meal, for a notice about one.
    package var mealID: MealID?
    /// The budget, for a notice about one.
    package var budgetID: BudgetID?
    /// The bought product, for a notice about a price.
    package var productID: PurchasedProductID?
    /// The purchase, for a notice about one.
    package var receiptID: ReceiptID?
    /// The payment, for a notice about one.
    package var paymentID: PaymentID?
    /// The grant, for a notice about one.
    package var grantID: GrantID?
    /// The export, for a notice about one.
    package var exportID: ExportID?
    /// The submitted food, for a notice about one.
    package var submissionID: FoodSubmissionID?
    /// The day, for a notice about one.
    package var day: CalendarDay?
    /// The urgency: `alert` for a match or an unreadable label, `notice` otherwise.
    package var urgency: Urgency
    package var text: Sealed<NoticeText>
    package var createdAt: Date
    package var readAt: Date?
    package var deletedAt: Date?
    /// Deliveries of an alert, the oldest first: the proof that the person was notified; nil while none is known.
    package var deliveries: [NoticeDelivery]?

    /// The urgency of a notice.
    package enum Urgency: String, EventValue, CaseIterable {
        case alert, notice
    }

    package init(
        accountID: AccountID, noticeID: NoticeID, version: Int64, kind: NoticeKind, causeID: String,
        scanID: ScanID? = nil, gtin: GTIN? = nil, mealID: MealID? = nil, budgetID: BudgetID? = nil,
        productID: PurchasedProductID? = nil, receiptID: ReceiptID? = nil, paymentID: PaymentID? = nil,
        grantID: GrantID? = nil, exportID: ExportID? = nil, submissionID: FoodSubmissionID? = nil,
        day: CalendarDay? = nil, urgency: Urgency, text: Sealed<NoticeText>, createdAt: Date, readAt: Date?,
        deletedAt: Date?, deliveries: [NoticeDelivery]? = nil
    ) {
        self.accountID = accountID
        self.noticeID = noticeID
        self.version = version
        self.kind = kind
        self.causeID = causeID
        self.scanID = scanID
        self.gtin = gtin
        self.mealID = mealID
        self.budgetID = budgetID
        self.productID = productID
        self.receiptID = receiptID
        self.paymentID = paymentID
        self.grantID = grantID
        self.exportID = exportID
        self.submissionID = submissionID
        self.day = day
        self.urgency = urgency
        self.text = text
        self.createdAt = createdAt
        self.readAt = readAt
        self.deletedAt = deletedAt
        self.deliveries = deliveries
    }
}

/// A delivery of a notice over a channel.
package struct NoticeDelivery: Codable, Sendable, Equatable {
    /// The result of a delivery.
    package enum State: String, Codable, Sendable, CaseIterable {
        /// Accepted by the channel's server.
        case sent
        /// Failed permanently.
        case failed
    }

    package var channel: NotificationChannel
    package var state: State
    /// The server's answer on acceptance, such as its status.
    package var proof: String?
    package var at: Date

    package init(channel: NotificationChannel, state: State, proof: String? = nil, at: Date) {
        self.channel = channel
        self.state = state
        self.proof = proof
        self.at = at
    }
}

/// A notice was added to the person's inbox.
package struct NoticeCreated: EventBody {
    package static let type = EventType("foodmagic.notification.notice-created.v1")
    package static let topic = Topic.notice

    package var notice: Notice
    package var owner: AccountID? { notice.accountID }

    package init(notice: Notice) { self.notice = notice }
}

/// A notice was marked as read or unread, corrected or deleted.
package struct NoticeChanged: EventBody {
    package static let type = EventType("foodmagic.notification.notice-changed.v1")
    package static let topic = Topic.notice

    package var notice: Notice
    package var owner: AccountID? { notice.accountID }

    package init(notice: Notice) { self.notice = notice }
}

/// Command: mark a notice as read or unread.
package struct ChangeNotice: PersonalEventBody {
    package static let type = EventType("foodmagic.notification.change-notice.v1")
    package static let topic = Topic.notificationCommands

    package var accountID: AccountID
    package var noticeID: NoticeID
    package var read: Bool

    package init(accountID: AccountID, noticeID: NoticeID, read: Bool) {
        self.accountID = accountID
        self.noticeID = noticeID
        self.read = read
    }
}

/// Command: delete a notice from the inbox.
package struct DeleteNotice: PersonalEventBody {
    package static let type = EventType("foodmagic.notification.delete-notice.v1")
    package static let topic = Topic.notificationCommands

    package var accountID: AccountID
    package var noticeID: NoticeID

    package init(accountID: AccountID, noticeID: NoticeID) {
        self.accountID = accountID
        self.noticeID = noticeID
    }
}

/// Command: restore a deleted notice to the inbox.
package struct RestoreNotice: PersonalEventBody {
    package static let type = EventType("foodmagic.notification.restore-notice.v1")
    package static let topic = Topic.notificationCommands

    package var accountID: AccountID
    package var noticeID: NoticeID

    package init(accountID: AccountID, noticeID: NoticeID) {
        self.accountID = accountID
        self.noticeID = noticeID
    }
}
