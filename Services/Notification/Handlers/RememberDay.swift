import EventContracts
import FoodCatalogue
import Foundation
import Messaging
import NotificationRules
import Nourishment
import Postgres
import Quantities

/// Stores the sums of a person's day, and notifies at once, at most once a day, if they exceed the goals (NOT-03).
package struct RememberDay: EventHandler {
    let inboxWriter: InboxWriter

    /// The table mirrors `nutrition`, so snapshots may rebuild it without notices.
    package var appliesSnapshots: Bool { true }

    package func readAhead(_ events: [DayChanged]) -> [AheadQuery] {
        [AccountRepository.readAhead(events.map(\.accountID))]
    }

    package func handle(_ event: Event<DayChanged>, in transaction: borrowing Transaction) async throws {
        let told = event.body, account = told.accountID, now = try transaction.eventTime()
        let voice = try await inboxWriter.voice(of: account, in: transaction)
        let clock = LocalClock(voice.timeZone), today = clock.day(at: now)
        guard (-1...PersonalDays.kept).contains(told.day.days(until: today)) else { return }
        var day = EatenDay(told)
        // The original time of a republished event is unknown.
        if !event.attributes.isSnapshot { day.begunAt = told.changedAt }
        guard try await DayRepository.save(day, version: told.version, of: account, in: transaction) else { return }
        let digest = try await PreferencesRepository.find(of: [account], in: transaction)[account]?.digestAt
        try DayRepository.begin(
            account, closesAt: DayPlan.nextClosing(after: now, digest: digest, by: clock),
            remindsAt: DayPlan.nextReminder(after: now, firsts: [], by: clock), in: transaction)
        if !event.attributes.isSnapshot, told.day == today {
            try await tellOfMore(than: told, voice, in: transaction)
        }
    }

    /// Tells that a day that is not over is above its goal or a limit already.
    private func tellOfMore(
        than told: DayChanged, _ voice: NoticeLocale, in transaction: borrowing Transaction
    ) async throws {
        let account = told.accountID
        let first = told.day.adding(days: 1 - IntakeFinding.window) ?? told.day
        guard let known = try await DayRepository.find(of: [account], since: first, in: transaction)[account],
            let goals = known.goals(on: told.day), var plan = try await DayRepository.plan(of: account, in: transaction)
        else { return }
        let finding = DayNoticeRules.finding(in: known, on: told.day, isOver: false, plan)
        let over = DayNoticeRules.over(told.totals, goals)
        guard
            let text = DayNoticeWriter.text(
                of: finding, over: over, on: told.day, hidesNumbers: goals.hidesNumbers, voice)
        else { return }
        guard
            try await inboxWriter.putNew(
                [(DayNoticeRules.entry(.intakeOffGoal, account, told.day), text)], in: transaction) == 1
        else { return }
        if finding?.isHabit == true {
            plan.habitDay = told.day
            try await DayRepository.store([plan], in: transaction)
        }
    }
}
