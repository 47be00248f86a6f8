import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing

/// Creates a notice for each lower price that was found (NOT-06).
package struct PriceNoticeHandler: EventHandler {
    let inboxWriter: InboxWriter

    package func readAhead(_ events: [LowerPriceFound]) -> [AheadQuery] {
        inboxWriter.readAhead(events.map(Self.entry))
    }

    package func handle(_ event: Event<LowerPriceFound>, in transaction: borrowing Transaction) async throws {
        let found = event.body
        try await inboxWriter.put(Self.entry(of: found), in: transaction) { voice in
            let details = try await inboxWriter.sealer.open(
                found.details, .lowerPrice(found.productID, of: found.accountID))
            return PriceNoticeWriter(texts: voice.texts).text(of: details, in: voice.language)
        }
    }

    /// The inbox entry about a product and the time of the find, so that a later find gets another notice.
    private static func entry(of found: LowerPriceFound) -> NoticeEntry {
        let cause = "\(found.productID)/\(Int64(found.foundAt.timeIntervalSince1970))"
        var entry = NoticeEntry(
            .lowerPrice, of: found.accountID, cause: cause,
            id: NoticeID(NamedUUID.make("notice/\(NoticeKind.lowerPrice.rawValue)/\(cause)")))
        entry.state = "found"
        entry.productID = found.productID
        return entry
    }

    /// The id of the notice about a find.
    package static func noticeID(of found: LowerPriceFound) -> NoticeID { entry(of: found).id }
}
