import Foundation
import TestSupport
import Testing

@testable import Postgres

/// LISTEN and NOTIFY.
@Suite struct ListenerTests {
    /// Runs a listener beside the body and stops it afterwards.
    private func listening(
        to channels: [String], as configuration: PostgresConfiguration,
        _ body: (inout AsyncStream<ListenerEvent>.Iterator) async throws -> Void
    ) async throws {
        let listener = PostgresListener(configuration: configuration, channels: channels, logger: quiet)
        let running = Task { await listener.run() }
        var events = listener.events.makeAsyncIterator()
        try await body(&events)
        running.cancel()
        await running.value
        while let event = await events.next(isolation: #isolation) { Issue.record("unexpected \(event)") }
    }

    private func expect(
        _ expected: ListenerEvent, next events: inout AsyncStream<ListenerEvent>.Iterator,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        let event = await events.next(isolation: #isolation)
        #expect(event == expected, sourceLocation: sourceLocation)
    }

    @Test func hearsEachNotificationOnItsChannels() async throws {
        try await withPool { pool in
            let odd = "Odd \"name\""
            try await listening(to: ["plain", odd], as: pool.configuration) { events in
                await expect(.connected, next: &events)
                for (channel, payload) in [("plain", "one"), ("deaf", "unheard"), (odd, "zwei"), ("plain", "")] {
                    try await pool.execute("SELECT pg_notify(\(channel), \(payload))")
                }
                await expect(.notification(channel: "plain", payload: "one"), next: &events)
                await expect(.notification(channel: odd, payload: "zwei"), next: &events)
                await expect(.notification(channel: "plain", payload: ""), next: &events)
            }
        }
    }

    @Test func listensAgainAfterItsConnectionWasEnded() async throws {
        try await withPool { pool in
            try await listening(to: ["news"], as: pool.configuration) { events in
                await expect(.connected, next: &events)
                for round in 0..<3 {
                    try await pool.execute(
                        """
                        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                        WHERE datname = current_database() AND query LIKE 'LISTEN%'
                        """)
                    await expect(.connected, next: &events)
                    try await pool.execute("SELECT pg_notify('news', \("\(round)"))")
                    await expect(.notification(channel: "news", payload: "\(round)"), next: &events)
                }
            }
        }
    }

    @Test func saysToLookAgainWhenEventsWereLost() async throws {
        try await withPool { pool in
            let listener = PostgresListener(configuration: pool.configuration, channels: ["flood"], logger: quiet)
            let running = Task { await listener.run() }
            var events = listener.events.makeAsyncIterator()
            await expect(.connected, next: &events)
            try await pool.execute("SELECT pg_notify('flood', n::text) FROM generate_series(1, 10000) AS n")
            var last = 0
            var sawConnected = false
            try await eventually {
                try await pool.query("SELECT 1 WHERE pg_notification_queue_usage() = 0").count == 1
            }
            while last < 10_000, let event = await events.next(isolation: #isolation) {
                switch event {
                case .connected: sawConnected = true
                case .notification(_, let payload): last = Int(payload) ?? 0
                }
            }
            if !sawConnected { sawConnected = await events.next(isolation: #isolation) == .connected }
            #expect(sawConnected)
            running.cancel()
            await running.value
        }
    }
}
