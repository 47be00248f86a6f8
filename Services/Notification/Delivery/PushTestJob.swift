import EventContracts
import Foundation
import NotificationChannels
import Postgres
import ServiceRuntime

/// Sends test messages to browsers, a few at a time; several instances share them.
struct PushTestJob: Sendable {
    /// Polling interval.
    static let interval = Duration.milliseconds(500)
    /// Time during which a test is attempted, in seconds; short, because the person is waiting for it.
    static let life: TimeInterval = 5 * 60
    /// Pause before the next attempt, in seconds.
    static let pause: TimeInterval = 5
    /// Maximum number of tests being sent at the same time.
    private static let maxConcurrent = 8

    let writer: MessageWriter
    let sender: ChannelSender
    let figures: DeliveryFigures
    let pool: PostgresPool
    let clock: any WallClock

    /// Makes the due attempts, and stores their outcomes.
    ///
    /// - Throws: A `PostgresError`.
    func run() async throws {
        let now = EventTime.truncate(clock.now())
        guard try await PushTestRepository.isAnythingDue(at: now, on: pool) else { return }
        let claimed = try await pool.withTransaction {
            try await PushTestRepository.claim(at: now, limit: Self.maxConcurrent, in: $0)
        }
        let done = await withTaskGroup(of: (ClaimedPushTest, DeliveryOutcome).self) { group in
            for test in claimed { group.addTask { (test, await attempt(test)) } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        let end = EventTime.truncate(clock.now())
        try await pool.withTransaction { transaction in
            for (test, outcome) in done {
                try await PushTestRepository.end(
                    test, tryingAgain: next(after: outcome, at: end), at: end, in: transaction)
            }
            let gone = done.filter { $0.1 == .gone }.compactMap(\.0.target?.id)
            try await TargetRepository.remove(gone, in: transaction)
        }
        for (_, outcome) in done { figures.count(.webPush, outcome) }
    }

    private func attempt(_ test: ClaimedPushTest) async -> DeliveryOutcome {
        let now = EventTime.truncate(clock.now())
        guard now < test.requestedAt + Self.life else { return .refused("the test is too old") }
        switch await writer.write(test) {
        case .success(let written): return await sender.send(written.message, to: written.target, at: now)
        case .failure(let problem): return problem.outcome
        }
    }

    private func next(after outcome: DeliveryOutcome, at now: Date) -> Date? {
        switch outcome {
        case .accepted, .gone, .refused, .unknownMailbox: nil
        case .later(let asked, _): now + max(asked.map { $0 / .seconds(1) } ?? 0, Self.pause)
        case .leftAlone(let pause): now + max(pause / .seconds(1), Self.pause)
        }
    }
}
