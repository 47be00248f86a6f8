import Foundation
import Postgres
import Quantities
import ServiceRuntime

/// Deletes the texts of deleted notices, sent messages, and days that are no longer needed, after their retention.
package struct NoticeRetention: Sendable {
    /// How often to look.
    package static let interval = Duration.seconds(3_600)
    /// How long the text of a deleted notice is kept, in seconds: 30 days.
    static let deletedTexts: TimeInterval = 30 * 86_400

    /// How long settled messages are kept that were no alerts, in seconds: 90 days.
    static let messages: TimeInterval = 90 * 86_400
    /// Messages dropped at a time.
    private static let messageBatch = 1_000

    /// How long a test message is kept, in seconds: a day.
    static let tests: TimeInterval = 86_400

    let posts = SharePostRepository()
    let pushTests = PushTestRepository()

    let notices: NoticeRepository
    let deliveries: DeliveryRepository
    let mails: AccountMailRepository
    let days: DayRepository
    let announcements: AnnouncementRepository
    let pool: PostgresPool
    let clock: any WallClock

    /// Deletes everything that is due.
    ///
    /// - Throws: A `PostgresError`.
    package func run() async throws {
        try await notices.clear(deletedBefore: clock.now().addingTimeInterval(-Self.deletedTexts), on: pool)
        let now = clock.now()
        let day = CalendarDay(now, in: .gmt).adding(days: -PersonalDays.kept - 2) ?? .epoch
        while try await days.prune(before: day, most: Self.messageBatch, on: pool) == Self.messageBatch {}
        try await deliveries.dropOrphans(at: now, on: pool)
        try await announcements.prune(before: now - Self.deletedTexts, on: pool)
        let limit = clock.now().addingTimeInterval(-Self.messages)
        while try await deliveries.prune(before: limit, most: Self.messageBatch, on: pool) == Self.messageBatch {}
        try await posts.prune(before: limit, on: pool)
        try await pushTests.prune(before: now - Self.tests, on: pool)
        while try await mails.prune(before: limit, most: Self.messageBatch, on: pool) == Self.messageBatch {}
    }
}
