import Foundation
import Postgres

/// The state of one service: its consumer offsets and its unsent events.
struct GroupState: Sendable {
    struct Position: Sendable, Equatable {
        let topic: String
        let partition: Int32
        /// The next offset to process.
        let next: Int64
    }

    /// Counts of one topic.
    struct Missing: Sendable, Equatable {
        var holes: Int64 = 0
        var gaps: Int64 = 0
        var dead: Int64 = 0
        var parked: Int64 = 0
    }

    /// Unsent events.
    struct Outbox: Sendable, Equatable {
        let epoch: Int64
        let unsent: Int64
        /// Time of the oldest unsent event; nil without any.
        let oldest: Date?
        /// Number of pending requests to publish something again.
        let requests: Int64
        /// Number of ranges of events that the broker deleted by its retention before they were read.
        let losses: Int64
    }

    let service: String
    let positions: [Position]
    let missing: [String: Missing]
    let outbox: Outbox

    /// Reads the state in one round trip; the pool's search path is the service's schema.
    static func read(_ service: String, on pool: PostgresPool) async throws -> GroupState {
        let results = try await pool.pipeline([
            "SELECT topic, partition, next_offset FROM consumer_offsets ORDER BY topic, partition",
            """
            SELECT topic, sum(holes)::bigint, sum(gaps)::bigint, sum(dead)::bigint, sum(parked)::bigint
            FROM (
                SELECT topic, count(*) AS holes, 0 AS gaps, 0 AS dead, 0 AS parked FROM holes GROUP BY topic
                UNION ALL
                SELECT topic, 0, count(*), 0, 0 FROM gaps GROUP BY topic
                UNION ALL
                SELECT topic, 0, 0, count(*) FILTER (WHERE state = 'dead'), count(*) FILTER (WHERE state = 'parked')
                FROM dead_letters GROUP BY topic
            ) AS counts GROUP BY topic
            """,
            """
            SELECT epoch, (SELECT count(*) FROM outbox WHERE sent_epoch = 0),
                (SELECT min(created_at) FROM outbox WHERE sent_epoch = 0),
                (SELECT count(*) FROM republish_requests), (SELECT count(*) FROM reported_losses)
            FROM relay_state
            """,
        ])
        let positions = try results[0].map { row in
            let (topic, partition, next) = try row.decode(String.self, Int32.self, Int64.self)
            return Position(topic: topic, partition: partition, next: next)
        }
        var missing: [String: Missing] = [:]
        for row in results[1] {
            let (topic, holes, gaps, dead, parked) = try row.decode(
                String.self, Int64.self, Int64.self, Int64.self, Int64.self)
            missing[topic] = Missing(holes: holes, gaps: gaps, dead: dead, parked: parked)
        }
        guard let row = results[2].first else {
            throw ControlFailure.problem("schema \(service) has no relay state; run fmctl migrate")
        }
        let (epoch, unsent, oldest, requests, losses) = try row.decode(
            Int64.self, Int64.self, Date?.self, Int64.self, Int64.self)
        return GroupState(
            service: service, positions: positions, missing: missing,
            outbox: Outbox(epoch: epoch, unsent: unsent, oldest: oldest, requests: requests, losses: losses))
    }
}
