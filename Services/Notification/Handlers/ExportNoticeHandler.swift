import EventContracts
import Messaging
import Postgres

/// Notifies a person that an export of all their data can be downloaded (GW-22).
package struct ExportNoticeHandler: EventHandler {
    let inboxWriter: InboxWriter

    package func readAhead(_ events: [ExportReady]) -> [AheadQuery] { inboxWriter.readAhead(events.map(Self.entry)) }

    package func handle(_ event: Event<ExportReady>, in transaction: borrowing Transaction) async throws {
        try await inboxWriter.put(Self.entry(of: event.body), in: transaction) {
            AccountNoticeWriter.text(of: event.body, $0)
        }
    }

    /// The inbox entry about an export.
    static func entry(of export: ExportReady) -> NoticeEntry {
        var entry = NoticeEntry(.exportReady, of: export.accountID, cause: export.exportID.description)
        entry.exportID = export.exportID
        return entry
    }
}
