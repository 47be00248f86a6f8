import Foundation
import Postgres
import ServiceRuntime

/// Deletes data after its retention.
package struct NutritionRetention: Sendable {
    /// Polling interval.
    package static let interval = Duration.seconds(3_600)
    /// How long deleted records are kept, in seconds: 30 days.
    static let deleted: TimeInterval = 30 * 86_400

    let pool: PostgresPool
    let clock: any WallClock

    /// Deletes all expired data.
    ///
    /// - Throws: A `PostgresError`.
    package func run() async throws {
        let limit = clock.now().addingTimeInterval(-Self.deleted)
        try await MealRepository.remove(deletedBefore: limit, on: pool)
        try await SavedFoodRepository.remove(deletedBefore: limit, on: pool)
        try await OwnFoodRepository.remove(deletedBefore: limit, on: pool)
    }
}
