import EventContracts
import Foundation
import Messaging
import Postgres

/// Creates one notice per alert (NOT-05); repeated events change nothing, but a withdrawal replaces the notice of its
/// recall.
package struct AlertNoticeHandler: EventHandler {
    let inboxWriter: InboxWriter

    package func readAhead(_ events: [AllergenAlertRaised]) -> [AheadQuery] {
        inboxWriter.readAhead(events.map(Self.entry))
    }

    package func handle(_ event: Event<AllergenAlertRaised>, in transaction: borrowing Transaction) async throws {
        let alert = event.body
        try await inboxWriter.put(Self.entry(of: alert), in: transaction) { voice in
            AlertNoticeWriter(texts: voice.texts).text(of: alert, in: voice.language, timeZone: voice.timeZone)
        }
    }

    private static func entry(of alert: AllergenAlertRaised) -> NoticeEntry {
        var entry = NoticeEntry(
            AlertNoticeWriter.kind(of: alert.cause), of: alert.accountID, cause: alert.alertID.description,
            id: noticeID(of: alert.alertID))
        entry.version = alert.isWithdrawn ? 2 : 1
        entry.state = alert.isWithdrawn ? "withdrawn" : alert.cause.rawValue
        entry.urgency = AlertNoticeWriter.urgency(of: alert)
        entry.scanID = alert.scanID
        entry.gtin = alert.gtin
        return entry
    }

    /// The id of the notice about an alert, always the same for an alert.
    package static func noticeID(of alert: AlertID) -> NoticeID {
        NoticeID(NamedUUID.make("notice/\(NoticeKind.allergenAlert.rawValue)/\(alert)"))
    }
}
