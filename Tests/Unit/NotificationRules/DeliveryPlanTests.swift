import EventContracts
import Foundation
import NotificationRules
import Quantities
import Testing
import UnitSupport

@Suite("Delivery plan of a notice")
struct DeliveryPlanTests {
    private let everything = Set(NotificationChannel.allCases)

    /// 03:00 in Toronto.
    private func night() throws -> Date { try instant("2026-06-01T07:00:00Z") }

    private func preferences(_ channels: [NotificationKind: Set<NotificationChannel>] = [:]) throws
        -> DeliveryPreferences
    {
        DeliveryPreferences(channels: channels, quietHours: QuietHours(from: try time("22:00"), to: try time("07:00")))
    }

    private func deliveries(
        _ kind: NotificationKind, _ preferences: DeliveryPreferences, reachable: Set<NotificationChannel>? = nil
    ) throws -> [DeliveryPlan.PlannedDelivery] {
        DeliveryPlan.deliveries(
            of: kind, preferences, reachable: reachable ?? everything, at: try night(), by: try clock("America/Toronto")
        )
    }

    @Test("alert: ignores quiet hours and digests", arguments: [NotificationKind.allergenAlert, .recall])
    func alert(kind: NotificationKind) throws {
        #expect(try deliveries(kind, preferences()) == [.init(.webPush, at: night())])
        #expect(try deliveries(kind, preferences(), reachable: [.email]) == [.init(.email, at: night())])
        // People who disabled all channels still get it in the inbox.
        #expect(try deliveries(kind, preferences([kind: []])).isEmpty)
    }

    @Test("alert: goes to the next channel if unseen, at once after a failure")
    func escalation() throws {
        let start = try night(), preferences = try preferences([.allergenAlert: [.email, .webPush, .chat]])
        func next(_ earlier: [(channel: NotificationChannel, at: Date, hasFailed: Bool)]) -> DeliveryPlan
            .PlannedDelivery?
        {
            DeliveryPlan.escalation(
                of: .allergenAlert, preferences, reachable: [.email, .webPush, .chat], earlier: earlier)
        }
        #expect(next([]) == nil)
        #expect(next([(.webPush, start, false)]) == .init(.chat, at: start + 300))
        #expect(next([(.webPush, start, true)]) == .init(.chat, at: start))
        #expect(next([(.webPush, start, true), (.chat, start + 10, false)]) == .init(.email, at: start + 310))
        #expect(next([(.webPush, start, false), (.chat, start, false), (.email, start, false)]) == nil)
        let other = DeliveryPlan.escalation(
            of: .subscription, preferences, reachable: everything, earlier: [(.email, start, false)])
        #expect(other == nil)
    }

    @Test("quiet hours: deferred notices wait, digests wait for their hour")
    func waiting() throws {
        let morning = try instant("2026-06-01T11:00:00Z"), eight = try instant("2026-06-01T12:00:00Z")
        #expect(
            try deliveries(.mealReminder, preferences()) == [.init(.webPush, at: morning), .init(.ntfy, at: morning)])
        #expect(try deliveries(.dailyReport, preferences()) == [.init(.email, at: eight, isInDigest: true)])
        var early = try preferences()
        early.digestAt = try time("05:00")
        #expect(try deliveries(.priceDropped, early) == [.init(.email, at: morning, isInDigest: true)])
        #expect(try deliveries(.mealReminder, DeliveryPreferences()).map(\.at) == [night(), night()])
    }

    @Test(
        "delivery plan: disabled kinds and channels stay in the inbox", arguments: NotificationKind.allCases
    )
    func off(kind: NotificationKind) throws {
        #expect(try deliveries(kind, preferences([kind: []])).isEmpty)
        #expect(try deliveries(kind, preferences(), reachable: []).isEmpty)
        let mails = try deliveries(kind, preferences([kind: [.email]]))
        #expect(mails.map(\.channel) == [.email])
    }
}

@Suite("Daily digest and reminder")
struct DailyTests {
    @Test(
        "NOT-11: each day of a year has one digest at its hour", .slow,
        arguments: ["America/Toronto", "Europe/Madrid", "Australia/Lord_Howe", "Asia/Shanghai"])
    func digest(zone: String) throws {
        let clock = try clock(zone), start = try instant("2026-01-01T00:00:00Z")
        let preferences = DeliveryPreferences(digestAt: try time("02:30"))
        var last: CalendarDay?, days: [CalendarDay] = [], waiting: [Date] = []
        for step in 0..<(4 * 24 * 365) {
            // Five minutes of clock skew in both directions; there is always something to send.
            let now = start + Double(step) * 900 + (step.isMultiple(of: 2) ? 300 : -300)
            waiting += DeliveryPlan.deliveries(of: .releaseNotes, preferences, reachable: [.email], at: now, by: clock)
                .map(
                    \.at)
            guard waiting.contains(where: { $0 <= now }) else { continue }
            let at = DailyDigest.release(at: now, last: last, preferences, by: clock)
            guard at <= now else {
                waiting = waiting.map { $0 <= now ? at : $0 }
                continue
            }
            waiting.removeAll { $0 <= now }
            let day = clock.day(at: now), hour = clock.instant(of: day, try time("02:30"))
            #expect(now >= hour && now < hour + 1_800)
            days.append(day)
            last = day
        }
        #expect(Set(days).count == days.count && (364...365).contains(days.count))
    }

    @Test("NOT-11: a clock set back or ahead makes no second digest")
    func jumps() throws {
        let clock = try clock("America/Toronto"), noon = try instant("2026-06-10T16:00:00Z")
        let today = try #require(CalendarDay("2026-06-10")), preferences = DeliveryPreferences()
        let tomorrow = try #require(CalendarDay("2026-06-11"))
        let next = clock.instant(of: tomorrow, DailyDigest.defaultTime)
        #expect(DailyDigest.release(at: noon, last: nil, preferences, by: clock) == noon)
        #expect(DailyDigest.release(at: noon, last: CalendarDay("2026-06-09"), preferences, by: clock) == noon)
        #expect(DailyDigest.release(at: noon, last: today, preferences, by: clock) == next)
        // The stored date is yesterday, because the clock was set back since.
        #expect(DailyDigest.release(at: noon - 86_400, last: today, preferences, by: clock) == next)
        #expect(DailyDigest.release(at: noon, last: CalendarDay("2026-07-10"), preferences, by: clock) == noon)
        let quiet = DeliveryPreferences(
            quietHours: QuietHours(from: try time("22:00"), to: try time("09:00")), digestAt: try time("07:00"))
        #expect(
            DailyDigest.release(at: noon, last: today, quiet, by: clock)
                == clock.instant(of: tomorrow, try time("09:00")))
    }

    @Test("reminder: the usual hour is learned from first entries")
    func learning() throws {
        let clock = try clock("America/Toronto")
        func firsts(_ minutes: [Int]) throws -> [Date] {
            let day = try #require(CalendarDay("2026-06-01"))
            return try minutes.enumerated().map { index, minute in
                let hour = try time(String(format: "%02d:%02d", minute / 60, minute % 60))
                return clock.instant(of: try #require(day.adding(days: index)), hour)
            }
        }
        #expect(try MealReminder.minute(after: firsts([]), by: clock) == MealReminder.defaultMinute)
        #expect(try MealReminder.minute(after: firsts([600, 600]), by: clock) == MealReminder.defaultMinute)
        #expect(try MealReminder.minute(after: firsts([720, 730, 1_300, 725, 710]), by: clock) == 725 + 60)
        #expect(try MealReminder.minute(after: firsts([300, 310, 320]), by: clock) == 540)
        // Shortly after midnight counts as late in the day.
        #expect(try MealReminder.minute(after: firsts([30, 20, 10]), by: clock) == 1_200)
        // Only the newest days count.
        let moved = Array(repeating: 600, count: 20) + Array(repeating: 900, count: 14)
        #expect(try MealReminder.minute(after: firsts(moved), by: clock) == 960)
    }

    @Test("reminder: once, only without entries, never in quiet hours")
    func reminder() throws {
        let clock = try clock("America/Toronto"), seven = try instant("2026-06-10T23:00:00Z")
        let today = try #require(CalendarDay("2026-06-10"))
        func due(
            _ now: Date, isLogged: Bool = false, last: CalendarDay? = nil, quiet: QuietHours? = nil
        ) -> CalendarDay? {
            MealReminder.due(at: now, firsts: [], isLogged: { _ in isLogged }, last: last, quiet: quiet, by: clock)
        }
        #expect(due(seven) == today && due(seven - 60) == nil)
        #expect(due(seven, isLogged: true) == nil)
        #expect(due(seven, last: today) == nil && due(seven, last: today.adding(days: -1)) == today)
        #expect(try due(seven, quiet: QuietHours(from: time("18:00"), to: time("08:00"))) == nil)
        // No reminder is sent at night for the day that has ended.
        #expect(due(seven + 3 * 3_600) == nil)
    }
}
