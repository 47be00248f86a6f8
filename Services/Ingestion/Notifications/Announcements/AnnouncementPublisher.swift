import EventContracts
import Foundation
import IngestionCore
import Messaging
import Postgres

/// Publishes announcements: at once, and again every hour, so that services that were down or are new receive them.
///
/// Also closes all accounts once a retirement is carried out (NOT-12, NOT-13, NOT-15, OPS-15).
package struct AnnouncementPublisher: Sendable {
    /// Interval between rounds.
    package static let interval = Duration.seconds(2)
    /// Interval after which an announcement is published again, in seconds.
    static let repetition = 3_600.0
    /// Number of accounts closed per round; the number that the erasure job can process.
    static let closedAtOnce = 50

    let database: MessagingDatabase

    /// A publisher over the gateway's database.
    package init(database: MessagingDatabase) { self.database = database }

    /// Runs one round; skips what another instance is processing.
    ///
    /// - Throws: A `PostgresError`; the rest waits for the next round.
    package func run() async throws {
        try await database.write(.request(correlationID: UUID())) { transaction in
            let now = try transaction.eventTime()
            let due = try await AnnouncementRepository.due(
                at: now, before: now.addingTimeInterval(-Self.repetition), in: transaction)
            for announcement in due {
                try transaction.append(announcement, key: Gateway.serviceName)
                try await AnnouncementRepository.markPublished(announcement.announcementID, at: now, in: transaction)
            }
        }
        guard try await AnnouncementRepository.isClosing(in: database.pool) else { return }
        try await database.write(.request(correlationID: UUID())) { transaction in
            try await ErasureRepository.scheduleAll(
                at: try transaction.eventTime(), maxCount: Self.closedAtOnce, in: transaction)
        }
    }
}
