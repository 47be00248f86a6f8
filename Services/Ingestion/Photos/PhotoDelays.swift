import EventContracts
import Foundation
import IngestionCore
import Messaging
import Postgres

/// Says whose photos wait for far longer than they should, and when that is over: once for each delay and person (NOT-15).
///
/// What is looked at is what people wait for, not which part is broken: whatever does not work, they are told.
package struct PhotoDelays: Sendable {
    /// How often a round begins.
    package static let interval = Duration.seconds(20)
    /// How long a photo may wait before its owner is told, in seconds.
    package static let bound = 600.0
    /// How long nobody is told again after a delay, in seconds: a part that comes and goes is one matter.
    package static let rest = 6 * 3_600.0
    /// People of one transaction.
    private static let batch = 500

    private let database: MessagingDatabase

    /// Delays over the gateway's database.
    package init(database: MessagingDatabase) { self.database = database }

    /// One round; copies of the gateway may run it at the same time.
    ///
    /// - Throws: A `PostgresError`; the rest waits for the next round.
    package func run() async throws {
        while try await begin() == Self.batch {}
        while try await end() == Self.batch {}
    }

    private func begin() async throws -> Int {
        try await database.write(.request(correlationID: UUID())) { transaction in
            let now = try transaction.eventTime(), limit = now - Self.rest
            // Of two copies the second one waits for the first one's row, and then finds that it has been told.
            let rows = try await transaction.query(
                """
                INSERT INTO photo_delays AS known (account_id, began_at)
                SELECT DISTINCT account_id, \(now)::timestamptz FROM operations
                WHERE status = 'pending' AND lane IS NOT NULL AND created_at < \(now - Self.bound)
                    AND NOT EXISTS (
                        SELECT FROM photo_delays told
                        WHERE told.account_id = operations.account_id
                            AND (told.ended_at IS NULL OR told.ended_at > \(limit)))
                ORDER BY account_id LIMIT \(Self.batch)
                ON CONFLICT (account_id) DO UPDATE SET began_at = EXCLUDED.began_at, ended_at = NULL
                    WHERE known.ended_at <= \(limit)
                RETURNING account_id
                """)
            for row in rows {
                let account = AccountID(try row.decode(UUID.self))
                try transaction.append(PhotosDelayed(accountID: account, beganAt: now), key: account)
            }
            return rows.count
        }
    }

    private func end() async throws -> Int {
        try await database.write(.request(correlationID: UUID())) { transaction in
            let now = try transaction.eventTime()
            let rows = try await transaction.query(
                """
                UPDATE photo_delays SET ended_at = \(now) WHERE account_id IN (
                    SELECT account_id FROM photo_delays
                    WHERE ended_at IS NULL AND NOT EXISTS (
                        SELECT FROM operations
                        WHERE operations.account_id = photo_delays.account_id AND status = 'pending'
                            AND lane IS NOT NULL AND created_at < \(now - Self.bound))
                    ORDER BY began_at LIMIT \(Self.batch) FOR UPDATE SKIP LOCKED)
                RETURNING account_id, began_at
                """)
            for row in rows {
                let (id, began) = try row.decode(UUID.self, Date.self), account = AccountID(id)
                try transaction.append(
                    PhotosDelayed(accountID: account, beganAt: EventTime.truncate(began), endedAt: now), key: account)
            }
            return rows.count
        }
    }
}
