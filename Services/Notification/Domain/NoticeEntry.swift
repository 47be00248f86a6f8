import EventContracts
import Foundation
import Quantities
import Sealing

/// The inbox entry about one cause, without its text.
package struct NoticeEntry: Sendable {
    package let account: AccountID
    package let kind: NoticeKind
    /// The notice's id, the same for repeated events of the cause.
    package let id: NoticeID
    /// Identifies the cause; one notice per cause.
    package let cause: String
    /// The version of the cause; an older one changes nothing.
    package var version: Int64 = 1
    /// The state of the cause in one word; a changed state makes the notice unread again.
    package var state = "told"
    /// Whether each later version of the cause updates the notice; otherwise only a version with another state does.
    package var followsVersions = false
    /// Whether the cause was only rechecked: an existing notice is corrected without becoming unread, and no new one is
    /// made.
    package var isRecheck = false
    package var urgency = Notice.Urgency.notice
    package var scanID: ScanID?
    package var gtin: GTIN?
    package var mealID: MealID?
    package var budgetID: BudgetID?
    package var productID: PurchasedProductID?
    package var receiptID: ReceiptID?
    package var paymentID: PaymentID?
    package var grantID: GrantID?
    package var exportID: ExportID?
    package var submissionID: FoodSubmissionID?
    package var day: CalendarDay?

    /// An entry; the default id is derived from kind, account and cause.
    package init(_ kind: NoticeKind, of account: AccountID, cause: String, id: NoticeID? = nil) {
        self.kind = kind
        self.account = account
        self.cause = cause
        self.id = id ?? NoticeID(NamedUUID.make("notice/\(kind.rawValue)/\(account)/\(cause)"))
    }

    /// The entry about new findings, which each later version of the cause updates.
    static func findings(
        _ kind: NoticeKind, of account: AccountID, cause: String, id: NoticeID, version: Int64, state: String,
        urgency: Notice.Urgency
    ) -> NoticeEntry {
        var entry = NoticeEntry(kind, of: account, cause: cause, id: id)
        entry.version = version
        entry.state = "\(version):\(state)"
        entry.followsVersions = true
        entry.urgency = urgency
        return entry
    }

    /// The notice with its text.
    func notice(
        _ text: Sealed<NoticeText>, version: Int64 = 1, createdAt: Date, readAt: Date? = nil, deletedAt: Date? = nil
    ) -> Notice {
        Notice(
            accountID: account, noticeID: id, version: version, kind: kind, causeID: cause, scanID: scanID,
            gtin: gtin, mealID: mealID, budgetID: budgetID, productID: productID, receiptID: receiptID,
            paymentID: paymentID, grantID: grantID, exportID: exportID, submissionID: submissionID, day: day,
            urgency: urgency, text: text, createdAt: createdAt, readAt: readAt, deletedAt: deletedAt)
    }
}
