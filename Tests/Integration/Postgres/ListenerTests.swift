import Foundation
import TestPeers
import TestSupport
import Testing

@testable import Postgres

/// Tests of LISTEN and NOTIFY.
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
        let configuration = try TestDatabase.environmentServer()
        let listener = PostgresListener(configuration: configuration, channels: [], logger: quiet)
        let flood = 10_000
        for number in 1...flood {
            listener.yield(.notification(channel: "flood", payload: "\(number)"))
        }
        var events = listener.events.makeAsyncIterator()
        var heard: [ListenerEvent] = []
        while heard.last != .connected || heard.dropLast().last != .notification(channel: "flood", payload: "\(flood)")
        {
            heard.append(try #require(await events.next(isolation: #isolation)))
        }
        #expect(heard.count < flood, "some were lost, and the last event reports it")
    }
}
