import EventContracts
import Foundation
import Postgres

/// Requests missing events again, with back-off, until they arrive.
struct MissingEvents: Sendable {
    let database: MessagingDatabase
    /// The group that misses events.
    let consumer: String
    /// Maximum number of requests of one kind per round.
    static let limit = 200

    private static let unnumbered = Topic.all.filter { !$0.isNumbered }.map(\.name)

    /// Requests all gaps that are due.
    func requestAgain() async throws {
        try await database.write(.request(correlationID: UUID())) { transaction in
            try await transaction.execute(
                """
                DELETE FROM holes USING consumed
                WHERE consumed.topic = holes.topic AND consumed.key = holes.key
                    AND consumed.last_sequence >= holes.highest_sequence
                """)
            let holes = try await transaction.query(
                """
                UPDATE holes
                SET asked = asked + 1,
                    next_ask_at = now() + least(60, 2 ^ least(asked, 6)) * interval '1 second'
                WHERE (topic, key) IN (
                    SELECT topic, key FROM holes WHERE next_ask_at <= now()
                    ORDER BY topic, key LIMIT \(Self.limit) FOR UPDATE SKIP LOCKED)
                RETURNING topic, key, coalesce((
                    SELECT last_sequence FROM consumed
                    WHERE consumed.topic = holes.topic AND consumed.key = holes.key), 0)
                """)
            for row in holes {
                let (topic, key, last) = try row.decode(String.self, String.self, Int64.self)
                try transaction.requestRepublish(.sequences(key: key, from: last + 1), on: topic, for: consumer)
            }
            // An earlier release recorded them, and no service can close them.
            try await transaction.execute("DELETE FROM gaps WHERE topic = ANY (\(Self.unnumbered))")
            let gaps = try await transaction.query(
                """
                UPDATE gaps
                SET asked = asked + 1,
                    next_ask_at = now() + least(60, 2 ^ least(asked, 6)) * interval '1 second'
                WHERE (topic, partition) IN (
                    SELECT topic, partition FROM gaps WHERE next_ask_at <= now()
                    ORDER BY topic, partition LIMIT \(Self.limit) FOR UPDATE SKIP LOCKED)
                RETURNING topic, partition, from_offset, up_to
                """)
            for row in gaps {
                let (topic, partition, from, upTo) = try row.decode(
                    String.self, Int32.self, Int64.self, Int64.self)
                try transaction.requestRepublish(
                    .offsets(partition: partition, from: from, upTo: upTo), on: topic, for: consumer)
            }
        }
    }
}
