import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing

/// Puts one notice per alert into the inbox (NOT-05); telling it again changes nothing.
package struct TellOfAlert: EventHandler {
    let accounts: AccountRepository
    let notices: NoticeRepository
    let writer: AlertNoticeWriter
    let sealer: Sealer

    package func handle(_ event: Event<AllergenAlertRaised>, in transaction: borrowing Transaction) async throws {
        let alert = event.body, id = Self.noticeID(of: alert.alertID)
        guard try await notices.lockRecord(id, of: alert.accountID, in: transaction) == nil else { return }
        let clock = try await accounts.find(alert.accountID, in: transaction)
        let text = writer.text(
            of: alert, in: NoticeLanguage(locale: clock?.locale),
            timeZone: clock.flatMap { TimeZone(identifier: $0.timeZone) } ?? .gmt)
        let notice = Notice(
            accountID: alert.accountID, noticeID: id, version: 1, kind: AlertNoticeWriter.kind(of: alert.cause),
            causeID: alert.alertID.description, scanID: alert.scanID, gtin: alert.gtin, urgency: .alert,
            text: try await sealer.seal(text, .noticeText(id, of: alert.accountID)),
            createdAt: try transaction.eventTime(), readAt: nil, deletedAt: nil)
        try await notices.save(notice, causeVersion: 1, causeState: alert.cause.rawValue, in: transaction)
        try transaction.append(NoticeCreated(notice: notice), key: alert.accountID, subject: id)
    }

    /// The one notice about an alert: the same whenever the alert is told of.
    package static func noticeID(of alert: AlertID) -> NoticeID {
        NoticeID(NamedUUID.make("notice/\(NoticeKind.allergenAlert.rawValue)/\(alert)"))
    }
}
