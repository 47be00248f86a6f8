import Foundation
import Quantities
import Testing

@Suite struct CalendarDayTests {
    @Test(arguments: ["2024-02-29", "2000-02-29", "1970-01-01", "0001-01-01", "9999-12-31", "1969-12-31"])
    func aDayReadsAndPrintsTheSame(text: String) throws {
        let day = try #require(CalendarDay(text))
        #expect(day.description == text)
    }

    @Test(arguments: [
        "2026-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "2026-1-01", "2026-01-01 ", "0000-01-01",
        "２０２６-01-01", "2026/01/01", "", "+026-01-01",
    ])
    func whatIsNoDayIsRefused(text: String) {
        #expect(CalendarDay(text) == nil)
    }

    @Test func everyDayOfFourCenturiesFollowsItsPredecessor() throws {
        var day = try #require(CalendarDay(year: 1999, month: 12, day: 31))
        let end = try #require(CalendarDay(year: 2400, month: 1, day: 1))
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        while day < end {
            day = try #require(day.adding(days: 1))
            let instant = Date(timeIntervalSince1970: Double(day.daysSinceEpoch) * 86_400)
            let parts = calendar.dateComponents([.year, .month, .day], from: instant)
            #expect(parts.year == day.year && parts.month == day.month && parts.day == day.day)
        }
    }

    @Test func theDayOfAnInstantDependsOnTheTimeZone() throws {
        let instant = Date(timeIntervalSince1970: 1_767_236_400)  // 2026-01-01T03:00:00Z
        let toronto = try #require(TimeZone(identifier: "America/Toronto"))
        let shanghai = try #require(TimeZone(identifier: "Asia/Shanghai"))
        #expect(CalendarDay(instant, in: toronto).description == "2025-12-31")
        #expect(CalendarDay(instant, in: .gmt).description == "2026-01-01")
        #expect(CalendarDay(instant, in: shanghai).description == "2026-01-01")
    }

    @Test func theShortDayOfTheClockChangeIsOneDay() throws {
        let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
        let start = Date(timeIntervalSince1970: 1_774_738_800)  // 2026-03-29T00:00:00+01:00, 23 hours long
        #expect(CalendarDay(start, in: berlin).description == "2026-03-29")
        #expect(CalendarDay(start.addingTimeInterval(-1), in: berlin).description == "2026-03-28")
        #expect(CalendarDay(start.addingTimeInterval(23 * 3_600 - 1), in: berlin).description == "2026-03-29")
        #expect(CalendarDay(start.addingTimeInterval(23 * 3_600), in: berlin).description == "2026-03-30")
    }

    @Test func instantsBeyondTheSpanGiveItsEnds() {
        #expect(CalendarDay(.distantFuture.addingTimeInterval(1e12), in: .gmt).description == "9999-12-31")
        #expect(CalendarDay(.distantPast.addingTimeInterval(-1e12), in: .gmt).description == "0001-01-01")
    }

    @Test func addingBeyondTheSpanGivesNothing() throws {
        let last = try #require(CalendarDay("9999-12-31"))
        #expect(last.adding(days: 1) == nil)
        #expect(last.adding(days: .max) == nil)
        #expect(last.adding(days: -1)?.days(until: last) == 1)
    }

    @Test func jsonIsTheText() throws {
        let days = try JSONDecoder().decode([CalendarDay].self, from: Data(#"["2026-07-04"]"#.utf8))
        #expect(String(decoding: try JSONEncoder().encode(days), as: UTF8.self) == #"["2026-07-04"]"#)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([CalendarDay].self, from: Data(#"["2026-02-30"]"#.utf8))
        }
    }
}
