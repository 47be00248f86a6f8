import EventContracts
import Foundation
import Messaging
import NotificationService
import Outbound
import Postgres
import Quantities
import Sealing
import ServiceRuntime
import Synchronization
import TestPeers
import TestSupport
import UnitSupport

/// Reminders that are due in the same minute, and alerts among them, through the real service.
package struct ReminderRun: Sendable {
    /// The measured times, in seconds.
    package struct Figures: Codable, Sendable {
        package var people: Int
        /// From the due minute until the last message is accepted.
        package var wall: Double
        /// The slowest alert while nothing else is sent, from its event until its message is accepted.
        package var idleAlert: Double
        /// The slowest alert among the reminders.
        package var busyAlert: Double
        /// The median of the alerts among the reminders.
        package var medianAlert: Double
        /// Alerts sent among the reminders.
        package var alerts: Int
    }

    /// When all reminders are due, in hours of the day in UTC.
    private static let dueHour = 19

    private let bench: ServiceBench
    /// The service's clock: it runs, so that attempts that were postponed come due.
    private let clock = OffsetClock()
    private let due = Self.nextDue()
    private let reminders: HTTPPeer
    private let alerts: HTTPPeer
    private let alerted: AccountID
    private let people: Int

    /// The hour on the next day, so that it is not past before everything is prepared.
    private static func nextDue() -> Date {
        let today = CalendarDay(Date(), in: .gmt).daysSinceEpoch
        return Date(timeIntervalSince1970: Double((today + 1) * 86_400 + dueHour * 3_600))
    }

    /// Runs the measurement.
    ///
    /// - Parameter people: Number of people with a reminder.
    /// - Returns: The results.
    /// - Throws: The error of the service or the database.
    package static func measure(people: Int) async throws -> Figures {
        let figures = Box()
        try await ServiceBench.with(
            service: "notification", migrations: try NotificationMigrations.all(), neighbor: "ingestion"
        ) { bench in
            try await HTTPPeer.with { reminders in
                try await HTTPPeer.with { alerts in
                    let run = ReminderRun(
                        bench: bench, reminders: reminders, alerts: alerts, alerted: try await bench.account(),
                        people: people)
                    figures.set(try await run.measure())
                }
            }
        }
        return try figures.get()
    }

    private func measure() async throws -> Figures {
        var configuration = NotificationConfiguration(settings: bench.settings)
        configuration.neighbors = ["127.0.0.0/8"].compactMap { AddressRange($0) }
        try await seed()
        let service = try NotificationService.build(configuration, clock: clock), result = Box()
        try await bench.running(service) {
            // The first alert includes the assignment of the consumer group.
            _ = try await alert(times: 1)
            let idle = try await alert(times: 5).max() ?? 0
            clock.advance(to: due)
            let start = ContinuousClock.now
            var busy: [Double] = []
            while try await published() < people {
                busy += try await alert(times: 1)
                if start.duration(to: .now) > .seconds(1_800) { throw Unfinished() }
            }
            let wall = start.duration(to: .now) / .seconds(1)
            result.set(
                Figures(
                    people: people, wall: wall, idleAlert: idle, busyAlert: busy.max() ?? 0,
                    medianAlert: busy.sorted().dropFirst(busy.count / 2).first ?? 0, alerts: busy.count))
        }
        return try result.get()
    }

    /// The reminders were not finished in time.
    private struct Unfinished: Error {}

    private func published() async throws -> Int {
        try await bench.database.count(
            "SELECT count(*) FROM deliveries WHERE kind = 'mealReminder' AND state IN ('sent', 'delivered')")
    }

    /// Publishes alerts one by one, and waits for the message of each.
    ///
    /// - Returns: The duration of each.
    private func alert(times: Int) async throws -> [Double] {
        var times = (0..<times).map { _ in 0.0 }
        for place in times.indices {
            let known = alerts.calls.count, start = ContinuousClock.now, id = ScanID.random()
            let now = clock.now()
            try await bench.publish(
                ScanAssessed(
                    accountID: alerted, scanID: id, version: 1, verdict: .contains, complete: true, language: "en",
                    gtin: nil, contains: [.milk], mayContain: [], otherMatches: 0, profileVersion: 1,
                    profileEmpty: false, profilePending: false, scannedAt: now, assessedAt: now,
                    details: Sealed(bytes: [1])), of: alerted, subject: id)
            try await eventually("the alert is announced", within: .seconds(120)) { alerts.calls.count > known }
            times[place] = start.duration(to: .now) / .seconds(1)
        }
        return times
    }

    /// Creates people with a meal yesterday and none today, each with a channel.
    private func seed() async throws {
        let bench = bench, port = reminders.port
        try await add(alerted, port: alerts.port)
        for first in stride(from: 0, to: people, by: 500) {
            let accounts = try await withThrowingTaskGroup(of: (AccountID, [UInt8]).self) { group in
                for place in first..<min(people, first + 500) {
                    group.addTask {
                        let account = try await bench.account()
                        return (account, try await Self.address("person-\(place)", port, account, bench.sealer))
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            try await insert(accounts)
        }
        try await bench.database.pool.execute("ANALYZE")
    }

    private func add(_ account: AccountID, port: Int) async throws {
        let address = try await Self.address("alerts", port, account, bench.sealer)
        try await bench.database.pool.execute(
            """
            INSERT INTO targets (target_id, account_id, channel, details, changed_at)
            VALUES (\(UUID()), \(account.uuid), 'ntfy', \(address), now())
            """)
    }

    private func insert(_ accounts: [(AccountID, [UInt8])]) async throws {
        let ids = accounts.map(\.0.uuid), day = CalendarDay(due, in: .gmt)
        try await bench.database.pool.execute(
            """
            INSERT INTO accounts (account_id, locale, time_zone)
            SELECT account_id, 'en', 'GMT' FROM unnest(\(ids)) AS new (account_id)
            """)
        try await bench.database.pool.execute(
            """
            INSERT INTO targets (target_id, account_id, channel, details, changed_at)
            SELECT gen_random_uuid(), account_id, 'ntfy', details, now()
            FROM unnest(\(ids), \(accounts.map(\.1))) AS new (account_id, details)
            """)
        try await bench.database.pool.execute(
            """
            INSERT INTO eaten_days (account_id, day, version, meals, slots, items, energy, energy_items)
            SELECT account_id, \(day.description)::text::date - 1, 1, 1, 1, 1, 0, 0
            FROM unnest(\(ids)) AS new (account_id)
            """)
        try await bench.database.pool.execute(
            """
            INSERT INTO day_plans (account_id, closes_at, reminds_at)
            SELECT account_id, \(due + 10 * 3_600), \(due) FROM unnest(\(ids)) AS new (account_id)
            """)
    }

    private static func address(
        _ topic: String, _ port: Int, _ account: AccountID, _ sealer: Sealer
    ) async throws -> [UInt8] {
        let addresses = NotificationAddresses(ntfy: "http://127.0.0.1:\(port)/\(topic)")
        return try await sealer.seal(addresses, .deliveryAddresses(of: account)).bytes
    }
}

/// Holds the result of a closure.
private final class Box: Sendable {
    private let figures = Mutex<ReminderRun.Figures?>(nil)

    func set(_ value: ReminderRun.Figures) { figures.withLock { $0 = value } }

    func get() throws -> ReminderRun.Figures {
        guard let value = figures.withLock({ $0 }) else { throw CancellationError() }
        return value
    }
}

/// The machine's clock plus an offset.
private final class OffsetClock: WallClock {
    private let offset = Mutex(0.0)

    func now() -> Date { Date() + offset.withLock { $0 } }

    func advance(to instant: Date) { offset.withLock { $0 = instant.timeIntervalSince(Date()) } }
}
