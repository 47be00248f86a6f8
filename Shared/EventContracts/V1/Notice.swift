import Foundation
import Quantities
import Sealing

/// What a notice is about.
package enum NoticeKind: String, EventValue, CaseIterable {
    /// A label scan has its verdict, match or not (NOT-04).
    case scanAssessed
    /// Something new is known about an earlier scan or its product (NOT-05).
    case allergenAlert
    /// A product that the person scanned was recalled.
    case recall
    /// A meal names, or its dishes usually hold, what the person avoids.
    case mealAllergens
    /// More was spent than a budget allows (NOT-07).
    case budgetExceeded
    /// Something that the person bought costs less near them (NOT-06).
    case lowerPrice
    /// An article of a purchase names, or likely holds, what the person avoids.
    case purchaseAllergens
    /// Somebody may see the person's records, or may not any more (GW-48).
    case grantChanged
    /// Everything that is kept of the person can be fetched (GW-22).
    case exportReady
    /// A plan began, will end, ended, or was paid for too late (BIL-10).
    case subscriptionChanged
    /// A card was charged, declined, or given its money back (BIL-09).
    case paymentChanged
    /// The report of a meal can be looked at (NOT-08).
    case reportReady
    /// More or less was eaten than the goals allow (NOT-03).
    case intakeOffGoal
    /// The report of a day (NOT-02).
    case dailyReport
    /// Nothing was entered today (NOT-01).
    case mealReminder
    /// What the person submitted was looked at.
    case submissionReviewed
    /// What is new (NOT-13).
    case releaseNotes
    /// Something does not work, or does again (NOT-15).
    case serviceDegraded
    /// The product ends (NOT-12).
    case retirement
}

/// The words of a notice in the person's language; sealed as (`notice.text`, notice id).
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

/// The fields that `NoticeCreated` and `NoticeChanged` share: a notice as it now is.
package struct Notice: Codable, Sendable, Equatable {
    package var accountID: AccountID
    package var noticeID: NoticeID
    package var version: Int64
    package var kind: NoticeKind
    /// What it tells of: the scan, the alert, or the meal with the reason; one notice per cause.
    package var causeID: String
    /// The scan of an alert, where there is one.
    package var scanID: ScanID?
    /// The product of an alert, where it is known.
    package var gtin: GTIN?
    /// The meal, of a notice about one.
    package var mealID: MealID?
    /// The budget, of a notice about one.
    package var budgetID: BudgetID?
    /// The bought product, of a notice about a price.
    package var productID: PurchasedProductID?
    /// The purchase, of a notice about one.
    package var receiptID: ReceiptID?
    /// The payment, of a notice about one.
    package var paymentID: PaymentID?
    /// The grant, of a notice about one.
    package var grantID: GrantID?
    /// The export, of a notice about one.
    package var exportID: ExportID?
    /// The submitted food, of a notice about one.
    package var submissionID: FoodSubmissionID?
    /// The day, of a notice about one.
    package var day: CalendarDay?
    /// How loud it is: `alert` for a match or an unreadable label, `notice` otherwise.
    package var urgency: Urgency
    package var text: Sealed<NoticeText>
    package var createdAt: Date
    package var readAt: Date?
    package var deletedAt: Date?
    /// How an alert went out, the oldest first: the proof that the person was told; nil while nothing is known of it.
    package var deliveries: [NoticeDelivery]?

    /// How loud a notice is.
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

/// How a message about a notice went out.
package struct NoticeDelivery: Codable, Sendable, Equatable {
    /// What became of it.
    package enum State: String, Codable, Sendable, CaseIterable {
        /// The other side has taken it.
        case sent
        /// It never will be taken.
        case failed
    }

    package var channel: NotificationChannel
    package var state: State
    /// What the other side said when it took it, such as the status of its answer.
    package var proof: String?
    package var at: Date

    package init(channel: NotificationChannel, state: State, proof: String? = nil, at: Date) {
        self.channel = channel
        self.state = state
        self.proof = proof
        self.at = at
    }
}

/// A notice lies in the person's inbox.
package struct NoticeCreated: EventBody {
    package static let type = EventType("foodmagic.notification.notice-created.v1")
    package static let topic = Topic.notice

    package var notice: Notice
    package var owner: AccountID? { notice.accountID }

    package init(notice: Notice) { self.notice = notice }
}

/// A notice was read, unread, corrected or deleted.
package struct NoticeChanged: EventBody {
    package static let type = EventType("foodmagic.notification.notice-changed.v1")
    package static let topic = Topic.notice

    package var notice: Notice
    package var owner: AccountID? { notice.accountID }

    package init(notice: Notice) { self.notice = notice }
}

/// Order: mark a notice as read or unread.
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

/// Order: take a notice out of the inbox.
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
