import Foundation
import Postgres
import Quantities
import ServiceRuntime

/// Deletes data after its retention.
package struct AllergenRetention: Sendable {
    /// Polling interval.
    package static let interval = Duration.seconds(3_600)
    /// How long a deleted reaction, meal or purchase can be restored, in seconds: 30 days.
    static let deleted: TimeInterval = 30 * 86_400
    /// How long a scan that was answered before its profile arrived waits for that profile, in seconds: 90 days, the
    /// retention of a dead letter that may contain the profile.
    static let answeredScans: TimeInterval = 90 * 86_400

    let pool: PostgresPool
    let clock: any WallClock

    /// Deletes all expired data.
    ///
    /// - Throws: A `PostgresError`.
    package func run() async throws {
        let now = clock.now()
        try await ReactionRepository.remove(deletedBefore: now.addingTimeInterval(-Self.deleted), on: pool)
        try await MealRepository.remove(deletedBefore: now.addingTimeInterval(-Self.deleted), on: pool)
        try await PurchaseRepository.remove(deletedBefore: now.addingTimeInterval(-Self.deleted), on: pool)
        let today = CalendarDay(now, in: .gmt)
        try await PurchaseNumberRepository.remove(
            before: today.adding(days: -PurchaseAssessmentWriter.openFor) ?? today, on: pool)
        try await PendingScanRepository.remove(answeredBefore: now.addingTimeInterval(-Self.answeredScans), on: pool)
    }
}
