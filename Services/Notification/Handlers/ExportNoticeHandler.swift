import EventContracts
import Messaging
import Postgres

/// Tells a person that everything that is kept of them can be fetched (GW-22).
package struct ExportNoticeHandler: EventHandler {
    let inboxWriter: InboxWriter

    package func readAhead(_ events: [ExportReady]) -> [AheadQuery] { inboxWriter.readAhead(events.map(Self.entry)) }

    package func handle(_ event: Event<ExportReady>, in transaction: borrowing Transaction) async throws {
        try await inboxWriter.put(Self.entry(of: event.body), in: transaction) {
            AccountNoticeWriter.text(of: event.body, $0)
        }
    }

    /// The one notice about an export.
    static func entry(of export: ExportReady) -> NoticeEntry {
        var entry = NoticeEntry(.exportReady, of: export.accountID, cause: export.exportID.description)
        entry.exportID = export.exportID
        return entry
    }
}
