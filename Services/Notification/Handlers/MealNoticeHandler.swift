import EventContracts
import Foundation
import Messaging
import Postgres

/// Creates one notice per meal and reason if there are new findings, with their likelihood; a later version with more
/// findings updates it.
package struct MealNoticeHandler: EventHandler {
    let inboxWriter: InboxWriter

    package func readAhead(_ events: [MealJudged]) -> [AheadQuery] {
        inboxWriter.readAhead(events.compactMap(Self.entry))
    }

    package func handle(_ event: Event<MealJudged>, in transaction: borrowing Transaction) async throws {
        let meal = event.body
        guard let entry = Self.entry(of: meal) else { return }
        try await inboxWriter.put(entry, in: transaction) { voice in
            MealNoticeWriter(texts: voice.texts).text(of: meal, in: voice.language, timeZone: voice.timeZone)
        }
    }

    /// The inbox entry about new findings, including returning ones; nil without any.
    private static func entry(of meal: MealJudged) -> NoticeEntry? {
        guard let news = meal.news else { return nil }
        var entry = NoticeEntry.findings(
            .mealAllergens, of: meal.accountID, cause: "\(meal.mealID)/\(news.rawValue)",
            id: noticeID(of: meal.mealID, news), version: meal.version, state: meal.state,
            urgency: MealNoticeWriter.urgency(of: meal))
        entry.mealID = meal.mealID
        return entry
    }

    /// The id of the notice about a meal for one reason, always the same for a meal.
    package static func noticeID(of meal: MealID, _ news: MealJudged.News) -> NoticeID {
        NoticeID(NamedUUID.make("notice/\(NoticeKind.mealAllergens.rawValue)/\(meal)/\(news.rawValue)"))
    }
}
