import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing

/// Puts one notice per purchase and reason into the inbox when something in it is news, marked with how likely it is; a
/// later version of the purchase with more in it writes the same notice anew.
package struct TellOfPurchase: EventHandler {
    let accounts: AccountRepository
    let notices: NoticeRepository
    let tellings: TellingRepository
    let writer: PurchaseNoticeWriter
    let sealer: Sealer

    package func readAhead(_ events: [PurchaseJudged]) -> [AheadQuery] {
        [
            notices.readAhead(
                events.compactMap { purchase in purchase.news.map { Self.noticeID(of: purchase.receiptID, $0) } }),
            accounts.readAhead(events.map(\.accountID)),
        ]
    }

    package func handle(_ event: Event<PurchaseJudged>, in transaction: borrowing Transaction) async throws {
        let purchase = event.body
        guard let news = purchase.news else { return }
        let id = Self.noticeID(of: purchase.receiptID, news), now = try transaction.eventTime()
        let record = try await notices.lockRecord(id, of: purchase.accountID, in: transaction)
        // What is news is told, also what was told before and has gone meanwhile.
        let state = "\(purchase.version):\(PurchaseNoticeWriter.state(of: purchase))"
        let step = NoticeRecord.step(
            from: record, causeVersion: purchase.version, causeState: state, isRecheck: false)
        switch step {
        case .ignore:
            return
        case .create:
            let notice = try await notice(purchase, news, version: 1, createdAt: now, in: transaction)
            try notices.save(notice, causeVersion: purchase.version, causeState: state, in: transaction)
            try tellings.note(notice, at: now, in: transaction)
            try transaction.append(NoticeCreated(notice: notice), key: purchase.accountID, subject: id)
        case .change(let version, let isCorrection, let readAt, let deletedAt):
            var notice = try await notice(
                purchase, news, version: version, createdAt: record?.createdAt ?? now, in: transaction)
            notice.readAt = readAt
            notice.deletedAt = deletedAt
            try notices.save(notice, causeVersion: purchase.version, causeState: state, in: transaction)
            if isCorrection { try tellings.note(notice, at: now, in: transaction) }
            try transaction.append(NoticeChanged(notice: notice), key: purchase.accountID, subject: id)
        }
    }

    private func notice(
        _ purchase: PurchaseJudged, _ news: PurchaseJudged.News, version: Int64, createdAt: Date,
        in transaction: borrowing Transaction
    ) async throws -> Notice {
        let account = purchase.accountID, person = try await accounts.find(account, in: transaction)
        let details = try await sealer.open(purchase.details, .purchaseAllergens(purchase.receiptID, of: account))
        let text = writer.text(of: purchase, details, in: NoticeLanguage(locale: person?.locale))
        let id = Self.noticeID(of: purchase.receiptID, news)
        return Notice(
            accountID: account, noticeID: id, version: version, kind: .purchaseAllergens,
            causeID: "\(purchase.receiptID)/\(news.rawValue)", receiptID: purchase.receiptID,
            urgency: PurchaseNoticeWriter.urgency(of: purchase),
            text: try await sealer.seal(text, .noticeText(id, of: account)), createdAt: createdAt, readAt: nil,
            deletedAt: nil)
    }

    /// The one notice about a purchase for one reason: the same whenever the purchase is told of.
    package static func noticeID(of receipt: ReceiptID, _ news: PurchaseJudged.News) -> NoticeID {
        NoticeID(NamedUUID.make("notice/\(NoticeKind.purchaseAllergens.rawValue)/\(receipt)/\(news.rawValue)"))
    }
}
