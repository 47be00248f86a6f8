import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing

/// Puts one notice per alert into the inbox (NOT-05); telling it again changes nothing, but that a recall was withdrawn
/// takes the place of the recall.
package struct TellOfAlert: EventHandler {
    let accounts: AccountRepository
    let notices: NoticeRepository
    let tellings: TellingRepository
    let writer: AlertNoticeWriter
    let sealer: Sealer

    package func readAhead(_ events: [AllergenAlertRaised]) -> [AheadQuery] {
        [
            notices.readAhead(events.map { Self.noticeID(of: $0.alertID) }),
            accounts.readAhead(events.map(\.accountID)),
        ]
    }

    package func handle(_ event: Event<AllergenAlertRaised>, in transaction: borrowing Transaction) async throws {
        let alert = event.body, id = Self.noticeID(of: alert.alertID)
        let record = try await notices.lockRecord(id, of: alert.accountID, in: transaction)
        let state = alert.isWithdrawn ? "withdrawn" : alert.cause.rawValue
        let causeVersion: Int64 = alert.isWithdrawn ? 2 : 1, now = try transaction.eventTime()
        let step = NoticeRecord.step(
            from: record, causeVersion: causeVersion, causeState: state, isRecheck: false)
        switch step {
        case .ignore:
            return
        case .create:
            let notice = try await notice(alert, id, version: 1, createdAt: now, in: transaction)
            try notices.save(notice, causeVersion: causeVersion, causeState: state, in: transaction)
            try tellings.note(notice, at: now, in: transaction)
            try transaction.append(NoticeCreated(notice: notice), key: alert.accountID, subject: id)
        case .change(let version, _, _, _):
            let notice = try await notice(
                alert, id, version: version, createdAt: record?.createdAt ?? now, in: transaction)
            try notices.save(notice, causeVersion: causeVersion, causeState: state, in: transaction)
            try tellings.note(notice, at: now, in: transaction)
            try transaction.append(NoticeChanged(notice: notice), key: alert.accountID, subject: id)
        }
    }

    private func notice(
        _ alert: AllergenAlertRaised, _ id: NoticeID, version: Int64, createdAt: Date,
        in transaction: borrowing Transaction
    ) async throws -> Notice {
        let person = try await accounts.find(alert.accountID, in: transaction)
        let text = writer.text(
            of: alert, in: NoticeLanguage(locale: person?.locale),
            timeZone: person.flatMap { TimeZone(identifier: $0.timeZone) } ?? .gmt)
        return Notice(
            accountID: alert.accountID, noticeID: id, version: version, kind: AlertNoticeWriter.kind(of: alert.cause),
            causeID: alert.alertID.description, scanID: alert.scanID, gtin: alert.gtin,
            urgency: AlertNoticeWriter.urgency(of: alert),
            text: try await sealer.seal(text, .noticeText(id, of: alert.accountID)), createdAt: createdAt, readAt: nil,
            deletedAt: nil)
    }

    /// The one notice about an alert: the same whenever the alert is told of.
    package static func noticeID(of alert: AlertID) -> NoticeID {
        NoticeID(NamedUUID.make("notice/\(NoticeKind.allergenAlert.rawValue)/\(alert)"))
    }
}
