import EventContracts
import Foundation
import Messaging
import Postgres

/// The table `announcements`.
package enum AnnouncementRepository {
    private static let columns = "announcement_id, kind, texts, made_at, ends_at, retires_at, withdrawn_at"

    /// Inserts an announcement; the gateway publishes it in its next round.
    ///
    /// - Returns: False if a retirement already exists.
    package static func add(_ announcement: AnnouncementMade, in database: some PostgresQuerying) async throws -> Bool {
        let texts = try PostgresJSON(announcement.texts)
        return try await database.execute(
            """
            INSERT INTO announcements (announcement_id, kind, texts, made_at, ends_at, retires_at)
            VALUES (\(announcement.announcementID.uuid), \(announcement.kind.rawValue), \(texts),
                \(announcement.madeAt), \(announcement.endsAt), \(announcement.retiresAt))
            ON CONFLICT DO NOTHING
            """) == 1
    }

    /// Withdraws an announcement: it is no longer delivered, and a retirement does not happen.
    ///
    /// - Returns: False if there is no such active announcement, or accounts are already being erased because of it.
    package static func withdraw(
        _ announcement: AnnouncementID, at now: Date, in database: some PostgresQuerying
    ) async throws -> Bool {
        try await database.execute(
            """
            UPDATE announcements SET withdrawn_at = \(now), said_at = NULL
            WHERE announcement_id = \(announcement.uuid) AND withdrawn_at IS NULL AND closing_since IS NULL
            """) == 1
    }

    /// Starts the erasure of all accounts, on or after the day of the retirement.
    ///
    /// - Returns: False without a due retirement.
    package static func close(at now: Date, in database: some PostgresQuerying) async throws -> Bool {
        try await database.execute(
            """
            UPDATE announcements SET closing_since = \(now)
            WHERE kind = 'retirement' AND withdrawn_at IS NULL AND closing_since IS NULL AND retires_at <= \(now)
            """) == 1
    }

    /// All announcements, newest first.
    package static func list(in database: some PostgresQuerying) async throws -> [AnnouncementMade] {
        try await database.lookUp("SELECT \(raw: columns) FROM announcements ORDER BY made_at DESC LIMIT 1000")
            .map(announcement)
    }

    /// The currently public announcements, newest first.
    package static func standing(at now: Date, in database: some PostgresQuerying) async throws -> [AnnouncementMade] {
        try await database.lookUp(
            """
            SELECT \(raw: columns) FROM announcements
            WHERE withdrawn_at IS NULL AND ends_at > \(now) ORDER BY made_at DESC LIMIT 100
            """
        ).map(announcement)
    }

    /// Whether a retirement is announced, so that no new accounts are accepted.
    package static func isRetiring(in database: some PostgresQuerying) async throws -> Bool {
        try await !database.lookUp(
            "SELECT FROM announcements WHERE kind = 'retirement' AND withdrawn_at IS NULL"
        ).isEmpty
    }

    /// Whether accounts are being erased because of a retirement.
    package static func isClosing(in database: some PostgresQuerying) async throws -> Bool {
        try await !database.lookUp("SELECT FROM announcements WHERE closing_since IS NOT NULL").isEmpty
    }

    /// The announcements to publish, in the order of creation: new and withdrawn ones, and active ones after an
    /// interval; locked for this transaction.
    package static func due(at now: Date, before repeated: Date, in transaction: borrowing Transaction) async throws
        -> [AnnouncementMade]
    {
        try await transaction.query(
            """
            SELECT \(raw: columns) FROM announcements
            WHERE (said_at IS NULL OR said_at <= \(repeated)) AND (ends_at > \(now) OR said_at IS NULL)
            ORDER BY made_at LIMIT 100 FOR UPDATE SKIP LOCKED
            """
        ).map(announcement)
    }

    /// Records that an announcement was published.
    package static func markPublished(
        _ announcement: AnnouncementID, at now: Date, in transaction: borrowing Transaction
    )
        async throws
    {
        try await transaction.execute(
            "UPDATE announcements SET said_at = \(now) WHERE announcement_id = \(announcement.uuid)")
    }

    private static func announcement(_ row: PostgresRow) throws -> AnnouncementMade {
        let (id, name, texts, madeAt, endsAt, retiresAt, withdrawnAt) = try row.decode(
            UUID.self, String.self, PostgresJSON.self, Date.self, Date.self, Date?.self, Date?.self)
        guard let kind = AnnouncementKind(rawValue: name) else {
            throw UnknownStoredValue(column: "announcements.kind")
        }
        return AnnouncementMade(
            announcementID: AnnouncementID(id), kind: kind, texts: try texts.value(), madeAt: madeAt, endsAt: endsAt,
            retiresAt: retiresAt, withdrawnAt: withdrawnAt)
    }
}
