import EventContracts
import Foundation
import Messaging
import NotificationRules
import NotificationService
import Postgres
import Quantities
import TestPeers
import TestSupport
import UnitSupport

/// Digests around the nearest clock change of Toronto, sent by two instances whose clocks differ by minutes and are set
/// back after each hour.
struct DigestDays {
    /// Local times of digests: the first occurs twice on a day in autumn, the second is missing on a day in
    /// spring.
    static let hours = ["01:30", "02:30"]
    /// Difference of the two instances' clocks, in seconds.
    private static let skew: TimeInterval = 290
    /// Seconds by which a clock is set back.
    private static let setback: TimeInterval = 300

    let bench: Bench
    let peer: HTTPPeer
    let clocks: [MovedClock]
    private let local: LocalClock
    private var published: [String: [CalendarDay: Int]] = [:]
    private var announced = 0

    /// Two instances of `notification`, each with one of the clocks.
    static func check(_ bench: Bench) async throws {
        try await HTTPPeer.with { peer in
            try await withTemporaryDirectory { directory in
                let service = bench.stack.service(NotificationService.name)
                let copy = try service.copy(named: "\(NotificationService.name)-2")
                let clocks = try [service, copy].map { try MovedClock(of: $0.name, in: directory) }
                try await bench.restart(NotificationService.name, with: clocks[0])
                try await copy.start(with: clocks[1].environment)
                try await copy.waitUntilReady()
                var days = try DigestDays(bench: bench, peer: peer, clocks: clocks)
                do {
                    try await days.run()
                } catch let error as ConditionNotMet {
                    bench.report(Finding(.lost, "digests: \(error.description)"))
                }
                try await copy.kill()
                try await service.kill()
                try await service.start()
                try await service.waitUntilReady()
            }
        }
    }

    private init(bench: Bench, peer: HTTPPeer, clocks: [MovedClock]) throws {
        guard let toronto = TimeZone(identifier: "America/Toronto") else {
            throw MovedClock.Missing(description: "there is no time zone of Toronto")
        }
        local = LocalClock(toronto)
        self.bench = bench
        self.peer = peer
        self.clocks = clocks
    }

    private mutating func run() async throws {
        peer.answer(200)
        for hour in Self.hours {
            let person = try await bench.stack.gateway.register()
            let _: Kept = try await person.http.send(
                "PUT", "/v1/notification-preferences", json: Preferences(port: peer.port, hour: hour),
                headers: ["prefer": "wait=10"]
            ).expect(200)
        }
        guard let change = changeOfClocks() else {
            return bench.note("the time zone of Toronto has no change of clocks")
        }
        // Announcements after the second-to-last digest are in the last one.
        let around = bench.duration < .seconds(10) ? 0...1 : -1...2
        let days = around.compactMap { local.day(at: change).adding(days: $0) }
        for day in days { try await live(day, hearing: day != days.last) }
        report(days: days.count)
    }

    /// Simulates a night: at each hour an announcement, the clock set back, and another announcement.
    private mutating func live(_ day: CalendarDay, hearing: Bool) async throws {
        let midnight = local.instant(of: day, minute: 0)
        try await move(to: midnight + 600, of: day)
        if hearing { try await announce(at: midnight + 600) }
        for minute in [91.0, 151, 211] {
            try await move(to: midnight + minute * 60, of: day)
            try await move(to: midnight + minute * 60 - Self.setback, of: day)
            if hearing { try await announce(at: midnight + minute * 60 - Self.setback) }
        }
        try await move(to: midnight + 300 * 60, of: day)
    }

    /// Moves the clocks, and counts the announcements sent by then.
    private mutating func move(to instant: Date, of day: CalendarDay) async throws {
        let before = peer.calls.count
        try clocks[1].write(instant.timeIntervalSinceNow + Self.skew)
        try await clocks[0].move(by: instant.timeIntervalSinceNow)
        // Both instances have searched for due digests by then; most searches find none.
        try await Task.sleep(for: .milliseconds(1_500))
        for call in peer.calls.dropFirst(before) {
            // The message is posted to the server itself; the receiver is in the body.
            let topic = (try? JSONDecoder().decode(Posted.self, from: Data(call.body)))?.topic ?? "nobody"
            published[topic, default: [:]][day, default: 0] += 1
        }
    }

    /// Makes an announcement, and waits until it is in both people's inboxes and its channels are decided.
    private mutating func announce(at instant: Date) async throws {
        let words = AnnouncementMade.Words(title: "News", body: "Something is new.")
        let texts = Dictionary(uniqueKeysWithValues: ["en", "fr", "es", "zh"].map { ($0, words) })
        try await bench.stack.admin.execute(
            """
            INSERT INTO ingestion.announcements (announcement_id, kind, texts, made_at, ends_at)
            VALUES (\(UUID()), \(AnnouncementKind.releaseNotes.rawValue), \(try PostgresJSON(texts)), \(instant),
                \(max(instant, Date()) + 30 * 86_400))
            """)
        announced += 1
        let expected = announced * Self.hours.count
        try await eventually("events are being sent", within: .seconds(30)) {
            try await bench.stack.count("SELECT count(*) FROM notification.deliveries WHERE is_digest") >= expected
        }
    }

    private func report(days: Int) {
        for (topic, byDay) in published {
            let doubled = byDay.values.reduce(0) { $0 + max(0, $1 - 1) }
            if doubled > 0 { bench.report(Finding(.doubled, "digests of a day, at \(topic)", count: doubled)) }
        }
        let missing = Self.hours.count * days - published.values.reduce(0) { $0 + $1.count }
        if published["nobody"] != nil { bench.report(Finding(.other, "a digest without a recipient")) }
        if missing > 0 { bench.report(Finding(.lost, "days without a digest", count: missing)) }
        bench.note(
            "\(published.values.reduce(0) { $0 + $1.values.reduce(0, +) }) digests of \(announced) news in \(days) days"
        )
    }

    /// The change of clocks nearest to now.
    private func changeOfClocks() -> Date? {
        let now = Date()
        var changes: [Date] = [], from = now - 200 * 86_400
        while changes.count < 4, let next = local.zone.nextDaylightSavingTimeTransition(after: from) {
            changes.append(next)
            from = next
        }
        return changes.min { abs($0.timeIntervalSince(now)) < abs($1.timeIntervalSince(now)) }
    }

    private struct Kept: Decodable { let version: Int64 }

    /// The body of a post to ntfy.
    private struct Posted: Decodable { let topic: String }

    private struct Preferences: Encodable {
        let channels = ["releaseNotes": ["ntfy"]]
        let digestAt: String
        let ntfy: String

        init(port: Int, hour: String) {
            digestAt = hour
            ntfy = "http://127.0.0.1:\(port)/\(hour.replacing(":", with: ""))"
        }
    }
}
