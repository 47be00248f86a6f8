import Foundation
import Postgres
import ServiceRuntime

/// Deletes data after its retention.
package struct NutritionRetention: Sendable {
    /// How often to look.
    package static let interval = Duration.seconds(3_600)
    /// How long deleted records are kept, in seconds: 30 days.
    static let deleted: TimeInterval = 30 * 86_400

    let meals: MealRepository
    let savedFoods: SavedFoodRepository
    let ownFoods: OwnFoodRepository
    let pool: PostgresPool
    let clock: any WallClock

    /// Deletes everything that is due.
    ///
    /// - Throws: A `PostgresError`.
    package func run() async throws {
        let limit = clock.now().addingTimeInterval(-Self.deleted)
        try await meals.remove(deletedBefore: limit, on: pool)
        try await savedFoods.remove(deletedBefore: limit, on: pool)
        try await ownFoods.remove(deletedBefore: limit, on: pool)
    }
}
