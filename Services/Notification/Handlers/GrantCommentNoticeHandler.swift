import EventContracts
import Messaging
import Postgres
import Sealing

/// Notifies the other party of a comment on a grant, without its text (GW-48, NUT-28).
package struct GrantCommentNoticeHandler: EventHandler {
    let inboxWriter: InboxWriter

    package func readAhead(_ events: [GrantCommented]) -> [AheadQuery] { inboxWriter.readAhead(events.map(Self.entry)) }

    package func handle(_ event: Event<GrantCommented>, in transaction: borrowing Transaction) async throws {
        let comment = event.body
        var name: String?
        if let words = comment.words {
            name = try await inboxWriter.sealer.open(words, .grantWords(comment.grantID, of: comment.accountID)).name
        }
        try await inboxWriter.put(Self.entry(of: comment), in: transaction) {
            AccountNoticeWriter.text(ofCommentBy: name, $0)
        }
    }

    /// The inbox entry about a comment.
    static func entry(of comment: GrantCommented) -> NoticeEntry {
        var entry = NoticeEntry(.grantChanged, of: comment.accountID, cause: comment.commentID.description)
        entry.grantID = comment.grantID
        return entry
    }
}
