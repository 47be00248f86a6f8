import EventContracts
import Foundation
import IngestionCore
import Messaging
import Postgres

/// Publishes that a person's photos are much delayed, and when the delay has ended: once per delay and person (NOT-15).
///
/// It measures the waiting time of people, not which part is broken, so that people are informed whatever the cause.
package struct PhotoDelays: Sendable {
    /// Interval between rounds.
    package static let interval = Duration.seconds(20)
    /// Waiting time of a photo after which its owner is informed, in seconds.
    package static let bound = 600.0
    /// Time after a delay in which the person is not informed of another one, in seconds: repeated delays are one
    /// incident.
    package static let rest = 6 * 3_600.0
    /// Number of people per transaction.
    private static let batch = 500

    private let database: MessagingDatabase

    /// A job over the gateway's database.
    package init(database: MessagingDatabase) { self.database = database }

    /// Runs one round; several gateway instances may run it at the same time.
    ///
    /// - Throws: A `PostgresError`; the rest waits for the next round.
    package func run() async throws {
        while try await begin() == Self.batch {}
        while try await end() == Self.batch {}
    }

    private func begin() async throws -> Int {
        try await database.write(.request(correlationID: UUID())) { transaction in
            let now = try transaction.eventTime(), limit = now - Self.rest
            // A second instance waits for the first one's row, and then finds that it was published.
            let rows = try await transaction.query(
                """
                INSERT INTO photo_delays AS known (account_id, began_at)
                SELECT DISTINCT account_id, \(now)::timestamptz FROM operations
                WHERE status = 'pending' AND lane IS NOT NULL AND created_at < \(now - Self.bound)
                    AND NOT EXISTS (
                        SELECT FROM photo_delays delays
                        WHERE delays.account_id = operations.account_id
                            AND (delays.ended_at IS NULL OR delays.ended_at > \(limit)))
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
