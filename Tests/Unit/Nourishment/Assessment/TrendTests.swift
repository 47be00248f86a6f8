import Nourishment
import Quantities
import Testing
import UnitSupport

@Suite struct TrendTests {
    @Test("trend: textbook example: points (1, 1), (2, 3), (3, 2), (5, 5)")
    func example() throws {
        // Means 2.75 and 2.75; Σxy − n·x̄·ȳ = 38 − 30.25 = 7.75, Σx² − n·x̄² = 39 − 30.25 = 8.75: slope 0.885714.
        let points = [(1, 1.0), (2, 3), (3, 2), (5, 5)]
        let trend = try #require(
            Trend(of: Dictionary(uniqueKeysWithValues: points.map { (days(before: -$0.0), $0.1) })))
        #expect(abs(trend.perWeek - 7 * 7.75 / 8.75) < 1e-9)
        #expect(trend.mean == 2.75)
        #expect(trend.days == 4)
    }

    @Test("trend: days without an entry are not zero")
    func gaps() throws {
        let trend = try #require(Trend(of: [days(before: 0): 2_000, days(before: 6): 2_000, days(before: 20): 2_000]))
        #expect(abs(trend.perWeek) < 1e-9)
        #expect(trend.mean == 2_000)
        #expect(Trend(of: [days(before: 0): 2_000, days(before: 6): 2_100]) == nil)
        #expect(Trend(of: [:]) == nil)
    }

    @Test("trend: a straight line is recovered from any start", arguments: 0..<30)
    func line(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let slope = Double.random(in: -50...50, using: &random)
        let start = Int.random(in: 0...3_000, using: &random)
        var amounts: [CalendarDay: Double] = [:]
        for offset in 0..<60 where offset < 3 || Bool.random(using: &random) {
            amounts[days(before: start - offset)] = 2_000 + slope * Double(offset)
        }
        let trend = try #require(Trend(of: amounts))
        #expect(abs(trend.perWeek - 7 * slope) < 1e-6)
        #expect(trend.days == amounts.count)
    }

    @Test("streaks: count calendar days across months, leap days and years")
    func streaks() {
        func streak(_ texts: [String], today: String) -> Streak { Streak(days: texts.map(day), today: day(today)) }
        let turn = streak(["2023-12-30", "2023-12-31", "2024-01-01"], today: "2024-01-01")
        #expect(turn.current == 3 && turn.longest == 3)
        let leap = streak(["2024-02-28", "2024-02-29", "2024-03-01"], today: "2024-03-02")
        #expect(leap.current == 3)
        let noLeap = streak(["2025-02-28", "2025-03-01"], today: "2025-03-01")
        #expect(noLeap.current == 2)
    }

    @Test("streak: an unfinished today does not break it; yesterday does")
    func today() {
        let entered = [1, 2, 3, 10, 11, 12, 13].map { days(before: $0) }
        #expect(Streak(days: entered, today: goalDay).current == 3)
        #expect(Streak(days: entered, today: goalDay).longest == 4)
        #expect(Streak(days: entered + [goalDay], today: goalDay).current == 4)
        #expect(Streak(days: entered, today: days(before: -1)).current == 0)
        #expect(Streak(days: entered + [days(before: -1)], today: goalDay).current == 3)
        #expect(Streak(days: [], today: goalDay).longest == 0)
    }
}
