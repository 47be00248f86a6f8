import EventContracts
import FoodCatalogue
import Foundation
import NotificationRules
import Nourishment
import Quantities

/// Decides on the notices about a person's days.
enum DayNoticeRules {
    /// The inbox entry of a kind for a day; there is one at most.
    static func entry(_ kind: NoticeKind, _ account: AccountID, _ day: CalendarDay) -> NoticeEntry {
        var entry = NoticeEntry(kind, of: account, cause: day.description)
        entry.day = day
        return entry
    }

    /// The finding about intake to notify the person of.
    ///
    /// - Parameters:
    ///   - known: The person's last weeks.
    ///   - day: The day.
    ///   - isOver: Whether the day is over; before that only exceeding the goal is a finding, because meals may follow.
    ///   - plan: The earlier notices.
    /// - Returns: The finding; nil without a finding, or if a notice about a habit was sent within the week.
    static func finding(
        in known: PersonalDays, on day: CalendarDay, isOver: Bool, _ plan: DayRepository.Plan
    ) -> IntakeFinding? {
        guard let finding = known.finding(after: day), isOver || finding.isOver else { return nil }
        if finding.isHabit, let last = plan.habitDay, last.days(until: day) < IntakeFinding.rest { return nil }
        return finding
    }

    /// Nutrients that certainly exceed the limit of the day.
    static func over(_ totals: NutrientSums, _ goals: KnownGoals) -> [Nutrient] {
        DayNoticeWriter.limited.filter { nutrient in
            guard let limit = goals.limits[nutrient], let sum = totals.sums[nutrient.rawValue] else { return false }
            return Double(sum.amount) / Double(NutrientSums.unitsPerOne) > limit
        }
    }

    /// The notices at the end of a day, and the time of the next.
    ///
    /// - Parameters:
    ///   - plan: The earlier notices; updated.
    ///   - known: The person's last weeks.
    ///   - preferences: The notification preferences of the person.
    ///   - now: The time.
    ///   - voice: The language and formats.
    /// - Returns: Notices with their texts.
    static func close(
        _ plan: inout DayRepository.Plan, _ known: PersonalDays, _ preferences: DeliveryPreferences, at now: Date,
        _ voice: NoticeLocale
    ) -> [(entry: NoticeEntry, text: NoticeText)] {
        let clock = LocalClock(voice.timeZone), today = clock.day(at: now)
        guard known.isInUse(on: today), let yesterday = today.adding(days: -1) else {
            // No further notices are scheduled until the person makes an entry.
            (plan.closesAt, plan.remindsAt) = (nil, nil)
            return []
        }
        plan.closesAt = DayPlan.nextClosing(after: now, digest: preferences.digestAt, by: clock)
        guard plan.closedDay.map({ $0 < yesterday }) ?? true else { return [] }
        plan.closedDay = yesterday
        guard let day = known[yesterday], day.meals > 0 else { return [] }
        let goals = known.goals(on: yesterday)
        var notices: [(NoticeEntry, NoticeText)] = []
        let finding = finding(in: known, on: yesterday, isOver: true, plan)
        if let goals,
            let text = DayNoticeWriter.text(
                of: finding, over: [], on: yesterday, hidesNumbers: goals.hidesNumbers, voice)
        {
            notices.append((entry(.intakeOffGoal, plan.account, yesterday), text))
            if finding?.isHabit == true { plan.habitDay = yesterday }
        }
        if preferences.wants(.dailyReport) {
            let text = DayNoticeWriter.report(of: day, hidesNumbers: goals?.hidesNumbers ?? false, voice)
            notices.append((entry(.dailyReport, plan.account, yesterday), text))
        }
        return notices
    }

    /// Whether to send a reminder now, and when to check again.
    ///
    /// - Parameters: The same as for `close`.
    /// - Returns: The notice with its text; nil if no reminder is due.
    static func remind(
        _ plan: inout DayRepository.Plan, _ known: PersonalDays, _ preferences: DeliveryPreferences, at now: Date,
        _ voice: NoticeLocale
    ) -> (entry: NoticeEntry, text: NoticeText)? {
        let clock = LocalClock(voice.timeZone), today = clock.day(at: now), firsts = known.firsts(by: clock)
        let isInvited = plan.isUnused && plan.invitations < MealReminder.invitations
        guard known.isInUse(on: today) || isInvited else {
            // No further reminders are scheduled until the person makes an entry; this was the last one for a person
            // without entries.
            plan.remindsAt = nil
            return nil
        }
        plan.remindsAt = DayPlan.nextReminder(after: now, firsts: firsts, by: clock)
        guard preferences.wants(.mealReminder),
            let day = MealReminder.due(
                at: now, firsts: firsts, isLogged: { (known[$0]?.meals ?? 0) > 0 }, last: plan.remindedDay,
                quiet: preferences.quietHours, by: clock)
        else { return nil }
        plan.remindedDay = day
        if plan.isUnused { plan.invitations += 1 }
        return (entry(.mealReminder, plan.account, day), DayNoticeWriter.reminder(voice))
    }
}

extension DeliveryPreferences {
    /// Whether scheduled notices of a kind are created; not if the person turned the kind off on every channel.
    func wants(_ kind: NotificationKind) -> Bool { channels[kind] != [] }
}
