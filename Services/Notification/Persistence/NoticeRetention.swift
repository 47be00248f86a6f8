import Foundation
import Postgres
import ServiceRuntime

/// Drops the texts of deleted notices, and messages that were sent, when their time is over.
package struct NoticeRetention: Sendable {
    /// How often to look.
    package static let interval = Duration.seconds(3_600)
    /// How long the text of a deleted notice is kept, in seconds: 30 days (DESIGN section 5).
    static let deletedTexts: TimeInterval = 30 * 86_400

    /// How long settled messages are kept that were no alerts, in seconds: 90 days.
    static let messages: TimeInterval = 90 * 86_400
    /// Messages dropped at a time.
    private static let messageBatch = 1_000

    let notices: NoticeRepository
    let deliveries: DeliveryRepository
    let mails: AccountMailRepository
    let pool: PostgresPool
    let clock: any WallClock

    /// Drops what is due.
    ///
    /// - Throws: a `PostgresError`.
    package func run() async throws {
        try await notices.clear(deletedBefore: clock.now().addingTimeInterval(-Self.deletedTexts), on: pool)
        let limit = clock.now().addingTimeInterval(-Self.messages)
        while try await deliveries.prune(before: limit, most: Self.messageBatch, on: pool) == Self.messageBatch {}
        while try await mails.prune(before: limit, most: Self.messageBatch, on: pool) == Self.messageBatch {}
    }
}
