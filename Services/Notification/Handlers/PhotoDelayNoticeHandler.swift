import EventContracts
import Foundation
import Messaging
import Postgres

/// Creates one notice when a person's photos are delayed, and one when the delay ends (NOT-15).
package struct PhotoDelayNoticeHandler: EventHandler {
    let inboxWriter: InboxWriter

    package func readAhead(_ events: [PhotosDelayed]) -> [AheadQuery] { inboxWriter.readAhead(events.map(Self.entry)) }

    package func handle(_ event: Event<PhotosDelayed>, in transaction: borrowing Transaction) async throws {
        let isOver = event.body.endedAt != nil
        try await inboxWriter.put(Self.entry(of: event.body), in: transaction) { voice in
            voice.notice(
                voice.text(isOver ? .delayTitleOver : .delayTitle), [voice.text(isOver ? .delayBodyOver : .delayBody)])
        }
    }

    /// The inbox entry about the start or the end of a delay.
    static func entry(of delay: PhotosDelayed) -> NoticeEntry {
        let began = Int64((delay.beganAt.timeIntervalSince1970 * 1_000).rounded())
        return NoticeEntry(
            .serviceDegraded, of: delay.accountID, cause: "photos/\(began)/\(delay.endedAt == nil ? "begun" : "over")")
    }
}
