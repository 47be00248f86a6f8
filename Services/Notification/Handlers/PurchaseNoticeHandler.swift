import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing

/// Creates one notice per purchase and reason if there are new findings, with their likelihood; a later version with
/// more findings updates it.
package struct PurchaseNoticeHandler: EventHandler {
    let inboxWriter: InboxWriter

    package func readAhead(_ events: [PurchaseJudged]) -> [AheadQuery] {
        inboxWriter.readAhead(events.compactMap(Self.entry))
    }

    package func handle(_ event: Event<PurchaseJudged>, in transaction: borrowing Transaction) async throws {
        let purchase = event.body
        guard let entry = Self.entry(of: purchase) else { return }
        try await inboxWriter.put(entry, in: transaction) { voice in
            let details = try await inboxWriter.sealer.open(
                purchase.details, .purchaseAllergens(purchase.receiptID, of: purchase.accountID))
            return PurchaseNoticeWriter(texts: voice.texts).text(of: purchase, details, in: voice.language)
        }
    }

    /// The inbox entry about new findings, including returning ones; nil without any.
    private static func entry(of purchase: PurchaseJudged) -> NoticeEntry? {
        guard let news = purchase.news else { return nil }
        var entry = NoticeEntry.findings(
            .purchaseAllergens, of: purchase.accountID, cause: "\(purchase.receiptID)/\(news.rawValue)",
            id: noticeID(of: purchase.receiptID, news), version: purchase.version,
            state: PurchaseNoticeWriter.state(of: purchase), urgency: PurchaseNoticeWriter.urgency(of: purchase))
        entry.receiptID = purchase.receiptID
        return entry
    }

    /// The id of the notice about a purchase for one reason, always the same for a purchase.
    package static func noticeID(of receipt: ReceiptID, _ news: PurchaseJudged.News) -> NoticeID {
        NoticeID(NamedUUID.make("notice/\(NoticeKind.purchaseAllergens.rawValue)/\(receipt)/\(news.rawValue)"))
    }
}
