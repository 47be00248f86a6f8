import EventContracts
import Foundation
import NotificationRules
import Quantities
import Testing

/// The clock of an IANA time zone.
func clock(_ name: String) throws -> LocalClock { LocalClock(try #require(TimeZone(identifier: name))) }

/// A time of day.
func time(_ text: String) throws -> TimeOfDay { try #require(TimeOfDay(text)) }

/// An instant such as `2026-03-08T07:00:00Z`.
func instant(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

@Suite("Local time")
struct LocalClockTests {
    @Test(
        "local time: a skipped time moves past the gap; a repeated one is first",
        arguments: [
            ("America/Toronto", "2026-03-08", "01:59", "2026-03-08T06:59:00Z"),
            ("America/Toronto", "2026-03-08", "02:30", "2026-03-08T07:00:00Z"),
            ("America/Toronto", "2026-03-08", "03:00", "2026-03-08T07:00:00Z"),
            ("America/Toronto", "2026-11-01", "01:30", "2026-11-01T05:30:00Z"),
            ("America/Toronto", "2026-11-01", "02:00", "2026-11-01T07:00:00Z"),
            ("Australia/Lord_Howe", "2026-10-04", "02:15", "2026-10-03T15:30:00Z"),
            ("Asia/Kathmandu", "2026-06-01", "08:00", "2026-06-01T02:15:00Z"),
            ("America/Santiago", "2026-09-06", "00:30", "2026-09-06T04:00:00Z"),
        ])
    func summerTime(zone: String, day: String, shown: String, at expected: String) throws {
        let day = try #require(CalendarDay(day))
        #expect(try clock(zone).instant(of: day, time(shown)) == instant(expected))
    }

    @Test(
        "local time: the next one is ahead, within 49 hours",
        arguments: ["America/Toronto", "Europe/Madrid", "Australia/Lord_Howe", "Pacific/Apia", "America/St_Johns"])
    func next(zone: String) throws {
        let clock = try clock(zone), shown = try time("02:30"), start = try instant("2026-01-01T00:00:00Z")
        var skipped = 0
        for hour in 0..<(24 * 366) {
            let now = start + Double(hour) * 3_600, next = clock.next(shown, after: now)
            #expect(next > now && next < now + 49 * 3_600)
            if clock.minutes(at: next) != shown.minutes { skipped += 1 }
        }
        #expect(skipped <= 49)
    }

    @Test(
        "quiet hours: hold notices until they end, also over midnight",
        arguments: [
            ("22:00", "07:00", "2026-06-01T02:00:00Z", "2026-06-01T11:00:00Z"),
            ("22:00", "07:00", "2026-06-01T01:59:59Z", "2026-06-01T01:59:59Z"),
            ("22:00", "07:00", "2026-06-01T11:00:00Z", "2026-06-01T11:00:00Z"),
            ("12:00", "13:00", "2026-06-01T16:30:00Z", "2026-06-01T17:00:00Z"),
            ("12:00", "13:00", "2026-06-01T17:00:00Z", "2026-06-01T17:00:00Z"),
            // Nights that are an hour shorter and an hour longer.
            ("22:00", "07:00", "2026-03-08T04:00:00Z", "2026-03-08T11:00:00Z"),
            ("22:00", "07:00", "2026-11-01T04:00:00Z", "2026-11-01T12:00:00Z"),
            // Quiet hours that end at a skipped time.
            ("22:00", "02:30", "2026-03-08T06:30:00Z", "2026-03-08T07:00:00Z"),
        ])
    func quiet(from: String, to: String, now: String, release: String) throws {
        let hours = try #require(QuietHours(from: time(from), to: time(to)))
        #expect(try hours.release(of: instant(now), by: clock("America/Toronto")) == instant(release))
    }

    @Test("quiet hours: of zero length they have no effect")
    func noHours() throws {
        #expect(try QuietHours(from: time("22:00"), to: time("22:00")) == nil)
    }
}
