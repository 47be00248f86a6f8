import EventContracts
import Foundation
import Quantities
import Sealing

/// What is to lie in a person's inbox about one cause, but for its words.
package struct NoticeEntry: Sendable {
    package let account: AccountID
    package let kind: NoticeKind
    /// Names what it tells of; there is one notice for each.
    package let cause: String
    /// Of the cause; an older one changes nothing.
    package var version: Int64 = 1
    /// What the person is told of it, in one word: another one is news.
    package var state = "told"
    package var mealID: MealID?
    package var paymentID: PaymentID?
    package var grantID: GrantID?
    package var exportID: ExportID?
    package var submissionID: FoodSubmissionID?
    package var day: CalendarDay?

    package init(_ kind: NoticeKind, of account: AccountID, cause: String) {
        self.kind = kind
        self.account = account
        self.cause = cause
    }

    /// The same whenever the cause is told of.
    package var id: NoticeID {
        NoticeID(NamedUUID.make("notice/\(kind.rawValue)/\(account)/\(cause)"))
    }

    /// The notice with its words.
    func notice(
        _ text: Sealed<NoticeText>, version: Int64 = 1, createdAt: Date, readAt: Date? = nil, deletedAt: Date? = nil
    ) -> Notice {
        Notice(
            accountID: account, noticeID: id, version: version, kind: kind, causeID: cause, mealID: mealID,
            paymentID: paymentID, grantID: grantID, exportID: exportID, submissionID: submissionID, day: day,
            urgency: .notice, text: text, createdAt: createdAt, readAt: readAt, deletedAt: deletedAt)
    }
}
