import EventContracts
import Foundation
import NotificationChannels
import Postgres
import Sealing
import ServiceRuntime

/// Posts links to pictures into people's chat rooms, several at a time (NUT-23); several instances share them.
struct SharePostJob: Sendable {
    /// Polling interval.
    static let interval = Duration.milliseconds(500)
    /// Maximum number of links being posted at the same time.
    private static let maxConcurrent = 8

    let writer: MessageWriter
    let sender: ChannelSender
    let pool: PostgresPool
    let clock: any WallClock

    /// The current time with the precision of event times.
    private var now: Date { EventTime.truncate(clock.now()) }

    /// Makes the due attempts, and stores their outcomes.
    ///
    /// - Throws: A `PostgresError`.
    func run() async throws {
        guard try await SharePostRepository.isAnythingDue(at: now, on: pool) else { return }
        let claimed = try await pool.withTransaction {
            try await SharePostRepository.claim(at: now, limit: Self.maxConcurrent, in: $0)
        }
        let done = await withTaskGroup(of: ClaimedSharePost.self) { group in
            for post in claimed {
                group.addTask {
                    var post = post
                    let outcome = await attempt(post)
                    var random = SystemRandomNumberGenerator()
                    post.delivery.settle(outcome, at: now, using: &random)
                    return post
                }
            }
            return await group.reduce(into: [ClaimedSharePost]()) { $0.append($1) }
        }
        try await pool.withTransaction { try await SharePostRepository.store(done, at: now, in: $0) }
    }

    private func attempt(_ post: ClaimedSharePost) async -> DeliveryOutcome {
        guard now < post.expiresAt else { return .refused("the link has expired") }
        switch await writer.write(post) {
        case .success(let written): return await sender.send(written.message, to: written.target, at: now)
        case .failure(let problem): return problem.outcome
        }
    }
}
