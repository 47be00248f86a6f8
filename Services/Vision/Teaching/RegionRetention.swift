import Foundation
import Postgres
import ServiceRuntime

/// Deletes regions without a lesson after their retention.
package struct RegionRetention: Sendable {
    /// Polling interval.
    package static let interval = Duration.seconds(3_600)
    /// How long the regions of a photo are kept for lessons, in seconds: 90 days; longer than a deleted meal can be
    /// restored.
    package static let teachable: TimeInterval = 90 * 86_400

    let pool: PostgresPool
    let clock: any WallClock

    package init(pool: PostgresPool, clock: any WallClock) {
        self.pool = pool
        self.clock = clock
    }

    /// Deletes all expired data.
    ///
    /// - Throws: A `PostgresError`.
    package func run() async throws {
        try await RegionRepository.forget(seenBefore: clock.now().addingTimeInterval(-Self.teachable), on: pool)
    }
}
