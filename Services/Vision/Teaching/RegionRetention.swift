import Foundation
import Postgres
import ServiceRuntime

/// Deletes regions that were never named.
package struct RegionRetention: Sendable {
    /// How often to look.
    package static let interval = Duration.seconds(3_600)
    /// How long the foods of a photo can be taught, in seconds: 90 days; longer than a deleted meal can be restored.
    package static let teachable: TimeInterval = 90 * 86_400

    let pool: PostgresPool
    let clock: any WallClock

    package init(pool: PostgresPool, clock: any WallClock) {
        self.pool = pool
        self.clock = clock
    }

    /// Deletes everything that is due.
    ///
    /// - Throws: A `PostgresError`.
    package func run() async throws {
        try await RegionRepository.forget(seenBefore: clock.now().addingTimeInterval(-Self.teachable), on: pool)
    }
}
