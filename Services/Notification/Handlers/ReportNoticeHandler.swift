import EventContracts
import Foundation
import Messaging
import Postgres
import Quantities

/// Notifies a person of the report of a photographed meal (NOT-08).
///
/// There is one notice per slot and day, linking to the newest meal, and it is delayed briefly: several photos of one
/// table cause one message, and a person who is already viewing the report needs none.
package struct ReportNoticeHandler: EventHandler {
    /// Delay before the notice is delivered, in seconds.
    static let timeout: TimeInterval = 30

    let inboxWriter: InboxWriter

    package func readAhead(_ events: [MealChanged]) -> [AheadQuery] {
        inboxWriter.readAhead(events.filter(Self.isReport).map(Self.entry))
    }

    package func handle(_ event: Event<MealChanged>, in transaction: borrowing Transaction) async throws {
        let meal = event.body
        guard Self.isReport(meal) else { return }
        try await inboxWriter.put(Self.entry(of: meal), after: Self.timeout, in: transaction) { voice in
            voice.notice(voice.text(.reportTitle), [voice.text(.reportBody, ["day": voice.day(meal.day)])])
        }
    }

    /// Whether the event is the first result of a photo; typed meals and later changes need no notice.
    static func isReport(_ meal: MealChanged) -> Bool {
        meal.version == 1 && meal.deletedAt == nil && meal.items.contains { $0.seen != nil }
    }

    /// The inbox entry about a slot of a day.
    static func entry(of meal: MealChanged) -> NoticeEntry {
        var entry = NoticeEntry(.reportReady, of: meal.accountID, cause: "\(meal.day)/\(meal.slot.rawValue)")
        entry.version = Int64(meal.recordedAt.timeIntervalSince1970 * 1_000)
        entry.state = meal.mealID.description
        entry.mealID = meal.mealID
        entry.day = meal.day
        return entry
    }
}
