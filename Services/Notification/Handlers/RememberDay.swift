import EventContracts
import FoodCatalogue
import Foundation
import Messaging
import NotificationRules
import Nourishment
import Postgres
import Quantities

/// Stores the sums of a person's day, and notifies the person at once, at most once a day, if they exceed the goals
/// (NOT-03).
package struct RememberDay: EventHandler {
    let inboxWriter: InboxWriter

    /// The table mirrors `nutrition`, so snapshots may rebuild it without notices.
    package var appliesSnapshots: Bool { true }

    package func readAhead(_ events: [DayChanged]) -> [AheadQuery] {
        [AccountRepository.readAhead(events.map(\.accountID))]
    }

    package func handle(_ event: Event<DayChanged>, in transaction: borrowing Transaction) async throws {
        let published = event.body, account = published.accountID, now = try transaction.eventTime()
        let voice = try await inboxWriter.voice(of: account, in: transaction)
        let clock = LocalClock(voice.timeZone), today = clock.day(at: now)
        guard (-1...PersonalDays.kept).contains(published.day.days(until: today)) else { return }
        var day = EatenDay(published)
        // A republished event does not contain the original time.
        if !event.attributes.isSnapshot { day.begunAt = published.changedAt }
        guard try await DayRepository.save(day, version: published.version, of: account, in: transaction) else {
            return
        }
        let digest = try await PreferencesRepository.find(of: [account], in: transaction)[account]?.digestAt
        try DayRepository.begin(
            account, closesAt: DayPlan.nextClosing(after: now, digest: digest, by: clock),
            remindsAt: DayPlan.nextReminder(after: now, firsts: [], by: clock), in: transaction)
        if !event.attributes.isSnapshot, published.day == today {
            try await warnOfExcess(than: published, voice, in: transaction)
        }
    }

    /// Notifies a person that a day that is not over already exceeds its goal or a limit.
    private func warnOfExcess(
        than published: DayChanged, _ voice: NoticeLocale, in transaction: borrowing Transaction
    ) async throws {
        let account = published.accountID
        let first = published.day.adding(days: 1 - IntakeFinding.window) ?? published.day
        guard let known = try await DayRepository.find(of: [account], since: first, in: transaction)[account],
            let goals = known.goals(on: published.day),
            var plan = try await DayRepository.plan(of: account, in: transaction)
        else { return }
        let finding = DayNoticeRules.finding(in: known, on: published.day, isOver: false, plan)
        let over = DayNoticeRules.over(published.totals, goals)
        guard
            let text = DayNoticeWriter.text(
                of: finding, over: over, on: published.day, hidesNumbers: goals.hidesNumbers, voice)
        else { return }
        guard
            try await inboxWriter.putNew(
                [(DayNoticeRules.entry(.intakeOffGoal, account, published.day), text)], in: transaction) == 1
        else { return }
        if finding?.isHabit == true {
            plan.habitDay = published.day
            try await DayRepository.store([plan], in: transaction)
        }
    }
}
