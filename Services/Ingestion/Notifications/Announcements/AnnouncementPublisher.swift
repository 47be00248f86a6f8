import EventContracts
import Foundation
import IngestionCore
import Messaging
import Postgres

/// Says what operators have announced: at once, and again every hour while it stands, so that a service that was away or is
/// new hears of it; and closes every account once a retirement is carried out (NOT-12, NOT-13, NOT-15, OPS-15).
package struct AnnouncementPublisher: Sendable {
    /// How often a round begins.
    package static let interval = Duration.seconds(2)
    /// Interval of repeating an announcement, in seconds.
    static let repetition = 3_600.0
    /// Accounts that one round closes; as many as erasing keeps up with.
    static let closedAtOnce = 50

    let database: MessagingDatabase

    /// A acceptor over the gateway's database.
    package init(database: MessagingDatabase) { self.database = database }

    /// One round; what another copy is about is left to it.
    ///
    /// - Throws: A `PostgresError`; the rest waits for the next round.
    package func run() async throws {
        try await database.write(.request(correlationID: UUID())) { transaction in
            let now = try transaction.eventTime()
            let due = try await AnnouncementRepository.due(
                at: now, before: now.addingTimeInterval(-Self.repetition), in: transaction)
            for announcement in due {
                try transaction.append(announcement, key: Gateway.serviceName)
                try await AnnouncementRepository.said(announcement.announcementID, at: now, in: transaction)
            }
        }
        guard try await AnnouncementRepository.isClosing(in: database.pool) else { return }
        try await database.write(.request(correlationID: UUID())) { transaction in
            try await ErasureRepository.scheduleAll(
                at: try transaction.eventTime(), most: Self.closedAtOnce, in: transaction)
        }
    }
}
