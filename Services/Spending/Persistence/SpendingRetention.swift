import Foundation
import Postgres
import ServiceRuntime

/// Deletes data after its retention.
package struct SpendingRetention: Sendable {
    /// Polling interval.
    package static let interval = Duration.seconds(3_600)
    /// How long deleted records, and what suspended accounts shared, are kept, in seconds: 30 days.
    static let deleted: TimeInterval = 30 * 86_400

    let pool: PostgresPool
    let clock: any WallClock

    /// Deletes all expired data.
    ///
    /// - Throws: A `PostgresError`.
    package func run() async throws {
        let limit = clock.now().addingTimeInterval(-Self.deleted)
        try await HouseholdRepository.remove(deletedBefore: limit, on: pool)
        try await ReceiptRepository.remove(before: limit, on: pool)
        try await PurchasedProductRepository.remove(before: limit, on: pool)
        try await BudgetRepository.remove(before: limit, on: pool)
        try await CommunityRepository.remove(before: limit, on: pool)
        try await StandingRepository.remove(before: limit, on: pool)
    }
}
