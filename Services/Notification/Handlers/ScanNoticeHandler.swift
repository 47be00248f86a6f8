import EventContracts
import Foundation
import Messaging
import Postgres

/// Creates one notice per scan, match or not, and updates it with later versions (NOT-04); alerts report the results of
/// rechecks.
///
/// A person whose account data has not arrived yet is notified in English rather than late.
package struct ScanNoticeHandler: EventHandler {
    let inboxWriter: InboxWriter

    package func readAhead(_ events: [ScanAssessed]) -> [AheadQuery] { inboxWriter.readAhead(events.map(Self.entry)) }

    package func handle(_ event: Event<ScanAssessed>, in transaction: borrowing Transaction) async throws {
        let scan = event.body
        try await inboxWriter.put(Self.entry(of: scan), in: transaction) { voice, isCorrection in
            ScanNoticeWriter(texts: voice.texts).text(
                of: scan, in: voice.language, isCorrection: isCorrection && !Self.isCoveredByAlert(scan))
        }
    }

    /// Whether a separate alert reports the recheck; then the scan's own notice is only updated.
    private static func isCoveredByAlert(_ scan: ScanAssessed) -> Bool {
        guard scan.reassessment != nil else { return false }
        switch scan.verdict {
        case .contains, .mayContain: return true
        case .couldNotRead, .notDetected: return false
        }
    }

    private static func entry(of scan: ScanAssessed) -> NoticeEntry {
        var entry = NoticeEntry(
            .scanAssessed, of: scan.accountID, cause: scan.scanID.description, id: noticeID(of: scan.scanID))
        entry.version = scan.version
        entry.state = scan.verdict.rawValue
        entry.followsVersions = true
        entry.isRecheck = scan.reassessment != nil
        entry.urgency = ScanNoticeWriter.urgency(of: scan.verdict)
        return entry
    }

    /// The id of the notice about a scan, the same for repeated events.
    package static func noticeID(of scan: ScanID) -> NoticeID {
        NoticeID(NamedUUID.make("notice/\(NoticeKind.scanAssessed.rawValue)/\(scan)"))
    }
}
