import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing

/// Puts a notice into the inbox for each lower price that was found (NOT-06).
package struct TellOfPrice: EventHandler {
    let accounts: AccountRepository
    let notices: NoticeRepository
    let tellings: TellingRepository
    let writer: PriceNoticeWriter
    let sealer: Sealer

    package func readAhead(_ events: [LowerPriceFound]) -> [AheadQuery] {
        [notices.readAhead(events.map(Self.noticeID)), accounts.readAhead(events.map(\.accountID))]
    }

    package func handle(_ event: Event<LowerPriceFound>, in transaction: borrowing Transaction) async throws {
        let found = event.body, id = Self.noticeID(of: found)
        guard try await notices.lockRecord(id, of: found.accountID, in: transaction) == nil else { return }
        let person = try await accounts.find(found.accountID, in: transaction)
        let details = try await sealer.open(found.details, .lowerPrice(found.productID, of: found.accountID))
        let text = writer.text(of: details, in: NoticeLanguage(locale: person?.locale))
        let notice = Notice(
            accountID: found.accountID, noticeID: id, version: 1, kind: .lowerPrice,
            causeID: Self.cause(of: found), productID: found.productID, urgency: .notice,
            text: try await sealer.seal(text, .noticeText(id, of: found.accountID)),
            createdAt: try transaction.eventTime(), readAt: nil, deletedAt: nil)
        try notices.save(notice, causeVersion: 1, causeState: "found", in: transaction)
        try tellings.note(notice, at: try transaction.eventTime(), in: transaction)
        try transaction.append(NoticeCreated(notice: notice), key: found.accountID, subject: id)
    }

    /// The product, with when it was found: the next find is another one.
    private static func cause(of found: LowerPriceFound) -> String {
        "\(found.productID)/\(Int64(found.foundAt.timeIntervalSince1970))"
    }

    /// The one notice about a find.
    package static func noticeID(of found: LowerPriceFound) -> NoticeID {
        NoticeID(NamedUUID.make("notice/\(NoticeKind.lowerPrice.rawValue)/\(cause(of: found))"))
    }
}
