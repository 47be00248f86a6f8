import Foundation
import Postgres
import Quantities
import ServiceRuntime

/// Deletes the texts of deleted notices, sent messages, and days after their retention.
package struct NoticeRetention: Sendable {
    /// Polling interval.
    package static let interval = Duration.seconds(3_600)
    /// How long the text of a deleted notice is kept, in seconds: 30 days.
    static let deletedTexts: TimeInterval = 30 * 86_400

    /// How long settled messages other than alerts are kept, in seconds: 90 days.
    static let messages: TimeInterval = 90 * 86_400
    /// Maximum number of messages deleted per statement.
    private static let messageBatch = 1_000

    /// How long a test message is kept, in seconds: a day.
    static let tests: TimeInterval = 86_400

    let pool: PostgresPool
    let clock: any WallClock

    /// Deletes all expired data.
    ///
    /// - Throws: A `PostgresError`.
    package func run() async throws {
        try await NoticeRepository.clear(deletedBefore: clock.now().addingTimeInterval(-Self.deletedTexts), on: pool)
        let now = clock.now(), batch = Self.messageBatch
        let day = CalendarDay(now, in: .gmt).adding(days: -PersonalDays.kept - 2) ?? .epoch
        while try await DayRepository.prune(before: day, maxCount: batch, on: pool) == batch {}
        try await DeliveryRepository.dropOrphans(at: now, on: pool)
        try await AnnouncementRepository.prune(before: now - Self.deletedTexts, on: pool)
        let limit = clock.now().addingTimeInterval(-Self.messages)
        while try await DeliveryRepository.prune(before: limit, maxCount: batch, on: pool) == batch {}
        try await SharePostRepository.prune(before: limit, on: pool)
        try await PushTestRepository.prune(before: now - Self.tests, on: pool)
        while try await AccountMailRepository.prune(before: limit, maxCount: batch, on: pool) == batch {}
    }
}
