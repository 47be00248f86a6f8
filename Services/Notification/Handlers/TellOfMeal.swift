import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing

/// Puts one notice per meal and reason into the inbox when something in it is news, marked with how likely it is; a later
/// version of the meal with more in it writes the same notice anew.
package struct TellOfMeal: EventHandler {
    let accounts: AccountRepository
    let notices: NoticeRepository
    let tellings: TellingRepository
    let writer: MealNoticeWriter
    let sealer: Sealer

    package func readAhead(_ events: [MealJudged]) -> [AheadQuery] {
        [
            notices.readAhead(events.compactMap { meal in meal.news.map { Self.noticeID(of: meal.mealID, $0) } }),
            accounts.readAhead(events.map(\.accountID)),
        ]
    }

    package func handle(_ event: Event<MealJudged>, in transaction: borrowing Transaction) async throws {
        let meal = event.body
        guard let news = meal.news else { return }
        let id = Self.noticeID(of: meal.mealID, news)
        let record = try await notices.lockRecord(id, of: meal.accountID, in: transaction)
        let now = try transaction.eventTime()
        // What is news is told, also what was told before and has gone meanwhile.
        let state = "\(meal.version):\(meal.state)"
        let step = NoticeRecord.step(from: record, causeVersion: meal.version, causeState: state, isRecheck: false)
        switch step {
        case .ignore:
            return
        case .create:
            let notice = try await notice(meal, news, version: 1, createdAt: now, in: transaction)
            try notices.save(notice, causeVersion: meal.version, causeState: state, in: transaction)
            try tellings.note(notice, at: now, in: transaction)
            try transaction.append(NoticeCreated(notice: notice), key: meal.accountID, subject: id)
        case .change(let version, let isCorrection, let readAt, let deletedAt):
            var notice = try await notice(
                meal, news, version: version, createdAt: record?.createdAt ?? now, in: transaction)
            notice.readAt = readAt
            notice.deletedAt = deletedAt
            try notices.save(notice, causeVersion: meal.version, causeState: state, in: transaction)
            if isCorrection { try tellings.note(notice, at: now, in: transaction) }
            try transaction.append(NoticeChanged(notice: notice), key: meal.accountID, subject: id)
        }
    }

    private func notice(
        _ meal: MealJudged, _ news: MealJudged.News, version: Int64, createdAt: Date,
        in transaction: borrowing Transaction
    ) async throws -> Notice {
        let person = try await accounts.find(meal.accountID, in: transaction)
        let text = writer.text(
            of: meal, in: NoticeLanguage(locale: person?.locale),
            timeZone: person.flatMap { TimeZone(identifier: $0.timeZone) } ?? .gmt)
        let id = Self.noticeID(of: meal.mealID, news)
        return Notice(
            accountID: meal.accountID, noticeID: id, version: version, kind: .mealAllergens,
            causeID: "\(meal.mealID)/\(news.rawValue)", mealID: meal.mealID,
            urgency: MealNoticeWriter.urgency(of: meal),
            text: try await sealer.seal(text, .noticeText(id, of: meal.accountID)), createdAt: createdAt, readAt: nil,
            deletedAt: nil)
    }

    /// The one notice about a meal for one reason: the same whenever the meal is told of.
    package static func noticeID(of meal: MealID, _ news: MealJudged.News) -> NoticeID {
        NoticeID(NamedUUID.make("notice/\(NoticeKind.mealAllergens.rawValue)/\(meal)/\(news.rawValue)"))
    }
}
