import EventContracts
import FoodCatalogue
import Foundation
import Messaging
import NotificationRules
import Nourishment
import Postgres
import Quantities
import Sealing
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import NotificationService

@Suite("Day notices in the inbox")
struct DayNoticeTests {
    /// A day with two slots and a number of kilocalories.
    private static func day(
        _ scene: InboxScene, _ text: String, _ version: Int64, kcal: Int64, meals: Int = 2, sodium: Int64? = nil
    ) throws -> DayChanged {
        let unit = NutrientSums.unitsPerOne
        var sums = ["energy": NutrientSums.Sum(amount: kcal * unit, reported: meals)]
        if let sodium { sums["sodium"] = .init(amount: sodium * unit, reported: meals) }
        let slots = [MealSlot.lunch, .dinner].map {
            DaySlot(slot: $0, name: nil, meals: 1, of: 1, energy: .init(amount: kcal * unit / 2, reported: 1))
        }
        return DayChanged(
            accountID: scene.account, day: try #require(CalendarDay(text)), version: version, meals: meals,
            totals: NutrientSums(of: meals, sums: meals == 0 ? [:] : sums), slots: meals == 0 ? [] : slots,
            slotNames: nil, changedAt: scene.bench.clock.now())
    }

    private static func goals(
        _ scene: InboxScene, version: Int64 = 1, from: String = "2025-12-01", hidesNumbers: Bool = false,
        targets: [String: NutrientTarget] = [:]
    ) -> GoalsChanged {
        GoalsChanged(
            accountID: scene.account, version: version,
            goals: GoalSettings(energy: 2_000_000, targets: targets, hidesNumbers: hidesNumbers),
            changedAt: scene.bench.clock.now(), from: CalendarDay(from))
    }

    @Test("NOT-03, NUT-17: exceeding the goal is announced once a day at once")
    func atOnce() async throws {
        try await InboxScene.with { scene in
            try await scene.deliver(Self.goals(scene), to: RememberGoals())
            try scene.move(to: "2026-01-15T23:00:00Z")
            try await scene.deliver(Self.day(scene, "2026-01-15", 1, kcal: 2_500), to: scene.rememberDay)
            #expect(try await scene.published().isEmpty, "a quarter above the goal raises no notice")
            try await scene.deliver(Self.day(scene, "2026-01-15", 2, kcal: 2_800), to: scene.rememberDay)
            for version in Int64(3)...4 {
                try await scene.deliver(Self.day(scene, "2026-01-15", version, kcal: 3_000), to: scene.rememberDay)
            }
            // The intake was announced in the morning; only the daily report is new.
            try scene.move(to: "2026-01-16T10:00:01Z")
            try await scene.dayWork.run()
            let published = try await scene.published()
            #expect(published.map(\.notice.kind) == [.intakeOffGoal, .dailyReport])
            #expect(
                published[0].text.title == "A day above your goal"
                    && published[0].text.body.hasSuffix("That is 140 % of your goal."))
            #expect(published.allSatisfy { $0.notice.day?.description == "2026-01-15" })
        }
    }

    @Test("NOT-03: a user's own limit is announced at once")
    func limits() async throws {
        try await InboxScene.with { scene in
            let targets = ["sodium": NutrientTarget(most: 2_300_000)]
            try await scene.deliver(
                Self.goals(scene, hidesNumbers: true, targets: targets), to: RememberGoals())
            try await scene.deliver(
                Self.day(scene, "2026-01-15", 1, kcal: 2_900, sodium: 2_300), to: scene.rememberDay)
            try await scene.deliver(
                Self.day(scene, "2026-01-15", 2, kcal: 2_900, sodium: 2_301), to: scene.rememberDay)
            let published = try await scene.published()
            #expect(published.map(\.text.title) == ["A day above your goal"])
            #expect(!published[0].text.body.replacing("15 January", with: "").contains(/[0-9]/))
            try scene.move(to: "2026-01-16T15:00:00Z")
            try await scene.deliver(
                Self.day(scene, "2026-01-16", 1, kcal: 1_900, sodium: 2_301), to: scene.rememberDay)
            let limit = try #require(try await scene.published(.intakeOffGoal).last)
            #expect(limit.text.title == "Over your limit: sodium")
        }
    }

    @Test("NUT-17: low intake is announced once, after the local day's end")
    func afterwards() async throws {
        try await InboxScene.with { scene in
            try await scene.republish(Self.goals(scene), to: RememberGoals())
            try await scene.republish(Self.day(scene, "2026-01-14", 1, kcal: 3_000), to: scene.rememberDay)
            try scene.move(to: "2026-01-15T23:00:00Z")
            try await scene.deliver(Self.day(scene, "2026-01-15", 1, kcal: 1_100), to: scene.rememberDay)
            try scene.move(to: "2026-01-16T09:59:59Z")
            try await scene.dayWork.run()
            #expect(try await scene.published(.intakeOffGoal).isEmpty)
            try scene.move(to: "2026-01-16T10:00:00Z")
            async let one: Int = scene.dayWork.writeDayNotices()
            async let other: Int = scene.dayWork.writeDayNotices()
            _ = try await (one, other)
            try await scene.dayWork.run()
            let published = try await scene.published(.intakeOffGoal)
            #expect(published.map(\.text.title) == ["A day below your goal"])
            let report = try #require(try await scene.published(.dailyReport).first)
            #expect(report.text.title == "Your report for 15 January")
            #expect(
                report.text.body
                    == "You entered 2 meals. Their report is ready. Energy: 1,100 kcal.")
        }
    }

    @Test("NUT-17: intake off the goal on several days is announced once a week")
    func habit() async throws {
        try await InboxScene.with { scene in
            try await scene.deliver(Self.goals(scene), to: RememberGoals())
            for day in 15...20 {
                try scene.move(to: "2026-01-\(day)T23:00:00Z")
                try await scene.deliver(Self.day(scene, "2026-01-\(day)", 1, kcal: 2_550), to: scene.rememberDay)
                try scene.move(to: "2026-01-\(day + 1)T10:00:01Z")
                try await scene.dayWork.run()
            }
            #expect(
                try await scene.published(.intakeOffGoal).map(\.text.title) == ["More than usual in the last few days"])
        }
    }

    @Test("NOT-02: daily report: precedes its digest and can be turned off")
    func dailyReport() async throws {
        try await InboxScene.with { scene in
            try await scene.prefer(digestAt: "04:00")
            try await scene.deliver(Self.day(scene, "2026-01-15", 1, kcal: 2_000), to: scene.rememberDay)
            try scene.move(to: "2026-01-16T08:30:01Z")
            try await scene.dayWork.run()
            #expect(try await scene.published(.dailyReport).count == 1)
            try await scene.prefer(["dailyReport": []], digestAt: "04:00", version: 2)
            try await scene.deliver(Self.day(scene, "2026-01-16", 1, kcal: 2_000), to: scene.rememberDay)
            try scene.move(to: "2026-01-17T08:30:01Z")
            try await scene.dayWork.run()
            #expect(try await scene.published(.dailyReport).count == 1)
        }
    }

    @Test(
        "NOT-01: the reminder comes an hour after the usual first entry",
        arguments: [
            ("America/Toronto", 3, "2026-03-08T17:00:00Z"), ("America/Toronto", 10, "2026-11-01T18:00:00Z"),
            ("Europe/Madrid", 3, "2026-03-29T11:00:00Z"),
        ])
    func reminder(zone: String, month: Int, due: String) async throws {
        try await InboxScene.with(timeZone: zone) { scene in
            let instant = try Date(due, strategy: .iso8601),
                clock = LocalClock(try #require(TimeZone(identifier: zone)))
            let today = clock.day(at: instant)
            // Five days with a first entry at noon, the last one the day before.
            for back in (1...5).reversed() {
                let day = try #require(today.adding(days: -back))
                try scene.move(to: clock.instant(of: day, minute: 720).formatted(.iso8601))
                try await scene.deliver(Self.day(scene, day.description, 1, kcal: 2_000), to: scene.rememberDay)
            }
            try scene.move(to: (instant - 61).formatted(.iso8601))
            try await scene.dayWork.run()
            #expect(try await scene.published(.mealReminder).isEmpty)
            try scene.move(to: due)
            async let one: Int = scene.dayWork.writeDayNotices()
            async let other: Int = scene.dayWork.writeDayNotices()
            _ = try await (one, other)
            for hours in 1...8 {
                try scene.move(to: (instant + Double(hours) * 3_600).formatted(.iso8601))
                try await scene.dayWork.run()
            }
            let published = try await scene.published(.mealReminder)
            #expect(published.map(\.text.title) == ["No entries for today yet"])
            #expect(published.first?.notice.day == today)
        }
    }

    @Test("NOT-01: no reminder after an entry, if disabled, or after idle weeks")
    func noReminder() async throws {
        try await InboxScene.with { scene in
            try await scene.deliver(Self.day(scene, "2026-01-15", 1, kcal: 500), to: scene.rememberDay)
            try scene.move(to: "2026-01-16T00:30:00Z")
            try await scene.dayWork.run()
            #expect(try await scene.published(.mealReminder).isEmpty, "something was entered")
            try await scene.prefer(["mealReminder": []])
            try scene.move(to: "2026-01-17T00:30:00Z")
            try await scene.dayWork.run()
            #expect(try await scene.published(.mealReminder).isEmpty, "turned off")
            try await scene.prefer(version: 2)
            try scene.move(to: "2026-01-18T00:30:00Z")
            try await scene.dayWork.run()
            #expect(try await scene.published(.mealReminder).count == 1)
            try scene.move(to: "2026-02-20T00:30:00Z")
            try await scene.dayWork.run()
            try scene.move(to: "2026-02-21T00:30:00Z")
            try await scene.dayWork.run()
            #expect(try await scene.published(.mealReminder).count == 1, "left for weeks")
            let idle = "SELECT count(*) FROM day_plans WHERE closes_at IS NULL AND reminds_at IS NULL"
            #expect(try await scene.bench.database.count("\(raw: idle)") == 1)
            // A person who starts recording again gets reminders again.
            try await scene.deliver(Self.day(scene, "2026-02-20", 1, kcal: 500), to: scene.rememberDay)
            try scene.move(to: "2026-02-22T00:30:00Z")
            try await scene.dayWork.run()
            #expect(try await scene.published(.mealReminder).count == 2)
        }
    }

    @Test(
        "NOT-01: a new account is reminded three times, not at once"
    )
    func newcomer() async throws {
        try await InboxScene.with { scene in
            // 16:30 in Toronto.
            try scene.move(to: "2026-01-15T21:30:00Z")
            try await scene.deliver(Self.registered(scene), to: scene.rememberAccount)
            try scene.move(to: "2026-01-16T00:00:01Z")
            try await scene.dayWork.run()
            #expect(try await scene.published(.mealReminder).isEmpty, "that was two and a half hours ago")
            for day in 17...25 {
                try scene.move(to: "2026-01-\(day)T00:00:01Z")
                try await scene.dayWork.run()
            }
            let published = try await scene.published(.mealReminder)
            #expect(
                published.compactMap(\.notice.day?.description).sorted() == ["2026-01-16", "2026-01-17", "2026-01-18"])
            let idle = "SELECT count(*) FROM day_plans WHERE reminds_at IS NULL AND invitations = 3"
            #expect(try await scene.bench.database.count("\(raw: idle)") == 1)
            // A person who makes the first entry later gets reminders like everyone.
            try await scene.deliver(Self.day(scene, "2026-01-24", 1, kcal: 500), to: scene.rememberDay)
            try scene.move(to: "2026-01-26T00:00:01Z")
            try await scene.dayWork.run()
            #expect(try await scene.published(.mealReminder).count == 4)
        }
    }

    @Test("NOT-01: no reminder for new accounts with entries, or if disabled")
    func newcomerLeftAlone() async throws {
        try await InboxScene.with { scene in
            try scene.move(to: "2026-01-15T15:00:00Z")
            try await scene.prefer(["mealReminder": []])
            try await scene.deliver(Self.registered(scene), to: scene.rememberAccount)
            try scene.move(to: "2026-01-16T00:00:01Z")
            try await scene.dayWork.run()
            #expect(try await scene.published(.mealReminder).isEmpty, "turned off")
            try await scene.prefer(version: 2)
            try await scene.deliver(Self.day(scene, "2026-01-16", 1, kcal: 500), to: scene.rememberDay)
            try scene.move(to: "2026-01-17T00:00:01Z")
            try await scene.dayWork.run()
            #expect(try await scene.published(.mealReminder).isEmpty, "something was entered")
            let other = AccountID.random()
            var old = Self.registered(scene)
            (old.accountID, old.registeredAt) = (other, scene.bench.clock.now() - 8 * 86_400)
            try await scene.bench.deliver(old, to: scene.rememberAccount, account: other)
            let plans = try await scene.bench.database.count(
                "SELECT count(*) FROM day_plans WHERE account_id = \(other.uuid)")
            #expect(plans == 0)
        }
    }

    private static func registered(_ scene: InboxScene) -> AccountRegistered {
        AccountRegistered(
            accountID: scene.account, locale: "en-CA", timeZone: "America/Toronto", acceptedTerms: "1",
            registeredAt: scene.bench.clock.now())
    }

    @Test("reminders: an erased account is skipped, and the round continues")
    func erased() async throws {
        try await InboxScene.with { scene in
            let gone = AccountID.random()
            try await scene.register(gone)
            var foreign = try Self.day(scene, "2026-01-15", 1, kcal: 2_000)
            foreign.accountID = gone
            try await scene.bench.deliver(foreign, to: scene.rememberDay, account: gone)
            try await scene.deliver(Self.day(scene, "2026-01-15", 1, kcal: 2_000), to: scene.rememberDay)
            try scene.move(to: "2026-01-16T10:00:01Z")
            try await scene.dayWork.run()
            #expect(try await scene.published(.dailyReport).map(\.notice.accountID) == [scene.account])
        }
    }

    @Test("day records: are kept for four weeks")
    func retention() async throws {
        try await InboxScene.with { scene in
            try await scene.deliver(Self.day(scene, "2026-01-15", 1, kcal: 500), to: scene.rememberDay)
            scene.bench.clock.advance(by: .seconds(31 * 86_400))
            try await NoticeRetention(pool: scene.bench.database.pool, clock: scene.bench.clock).run()
            #expect(try await scene.bench.database.count("SELECT count(*) FROM eaten_days") == 0)
        }
    }
}

@Suite("Texts of days")
struct DayNoticeWriterTests {
    @Test(
        "NUT-17, NOT-14: every finding is worded kindly in each language",
        arguments: NoticeLanguage.allCases)
    func words(in language: NoticeLanguage) throws {
        let voice = NoticeLocale(
            texts: try NoticeTexts.builtIn(), locale: language.rawValue, timeZone: "America/Toronto")
        let day = try #require(CalendarDay("2026-01-15"))
        for code in IntakeFinding.Code.allCases {
            let finding = IntakeFinding(code: code, day: day, days: 3, percent: 61)
            let plain = try #require(
                DayNoticeWriter.text(
                    of: finding, over: DayNoticeWriter.limited, on: day, hidesNumbers: true, voice))
            let said = (plain.title + plain.body).replacing(language.day(day), with: "")
            #expect(!said.contains(/[0-9{}]/), "\(said)")
            for harsh in ["must", "bad", "mauvais", "debe ", "malo", "必须", "应该"] {
                #expect(!said.lowercased().contains(harsh), "\(harsh)")
            }
            let counted = try #require(
                DayNoticeWriter.text(of: finding, over: [], on: day, hidesNumbers: false, voice))
            #expect(counted.body.contains("61"))
        }
        #expect(DayNoticeWriter.text(of: nil, over: [], on: day, hidesNumbers: false, voice) == nil)
    }

    @Test(
        "NOT-14: singular and plural of meals in each language",
        arguments: [
            (NoticeLanguage.english, "You entered one meal", "You entered 2 meals"),
            (.french, "Vous avez saisi un repas", "Vous avez saisi 2 repas"),
            (.spanish, "Registró una comida", "Registró 2 comidas"), (.chinese, "已记录一餐", "已记录2餐"),
        ])
    func plurals(language: NoticeLanguage, one: String, two: String) throws {
        let voice = NoticeLocale(texts: try NoticeTexts.builtIn(), locale: language.rawValue, timeZone: nil)
        #expect(voice.text(.dailyBodyOne, .dailyBodyMany, count: 1).hasPrefix(one))
        #expect(voice.text(.dailyBodyOne, .dailyBodyMany, count: 2).hasPrefix(two))
        let none = voice.text(.dailyBodyOne, .dailyBodyMany, count: 0)
        #expect(none.contains("0") == (language != .french))
    }
}
