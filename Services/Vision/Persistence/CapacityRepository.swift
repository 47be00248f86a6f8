import EventContracts
import Foundation
import Postgres

/// The capacity of all instances, and the durations of their analyses.
package enum CapacityRepository {
    /// Number of recent analyses of a lane that the median includes.
    static let medianWindow = 31

    /// Records how many photos an instance can analyze at the same time.
    static func note(
        workers: Int, of copy: Int32, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws {
        try await database.execute(
            """
            INSERT INTO copies AS known (worker, workers) VALUES (\(copy), \(Int32(workers)))
            ON CONFLICT (worker) DO UPDATE SET workers = excluded.workers WHERE known.workers <> excluded.workers
            """)
    }

    /// Records the duration of an analysis with a result.
    static func note(_ duration: Duration, on lane: PhotoLane, in transaction: borrowing Transaction) async throws {
        try await transaction.execute(
            "INSERT INTO recent_looks (lane, seconds) VALUES (\(lane), \(duration / .seconds(1)))")
    }

    /// Claims the publishing until the transaction ends, and returns the last published value.
    ///
    /// - Returns: Nil if another instance has claimed it.
    static func takeTurn(in transaction: borrowing Transaction) async throws -> Turn? {
        let rows = try await transaction.query("SELECT body FROM told_capacity FOR UPDATE SKIP LOCKED")
        return try rows.first.map { row in
            let body = try row.decode(String?.self)
            return Turn(published: try body.map { try EventCoding.decode(CapacityMeasured.self, from: Array($0.utf8)) })
        }
    }

    /// The right to publish.
    struct Turn: Sendable {
        /// The last published value; nil at first.
        let published: CapacityMeasured?
    }

    /// Records the published capacity.
    static func keep(_ capacity: CapacityMeasured, in transaction: borrowing Transaction) async throws {
        let body = String(decoding: try EventCoding.encode(capacity), as: UTF8.self)
        try await transaction.execute("UPDATE told_capacity SET body = \(body)::json")
    }

    /// Computes the current capacity; deletes dead instances and old durations.
    static func measure(at now: Date, in transaction: borrowing Transaction) async throws -> CapacityMeasured {
        let results = try await transaction.pipeline([
            "DELETE FROM copies WHERE NOT \(raw: WorkerLock.isHeld)",
            """
            DELETE FROM recent_looks WHERE look_id IN (
                SELECT look_id FROM (
                    SELECT look_id, row_number() OVER (PARTITION BY lane ORDER BY look_id DESC) AS place
                    FROM recent_looks) AS placed
                WHERE place > \(Self.medianWindow))
            """,
            "SELECT coalesce(sum(workers), 0) FROM copies",
            """
            SELECT lane, percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) FROM recent_looks GROUP BY lane
            """,
        ])
        var workers = 0
        for row in results[2] { workers = try row.decode(Int.self) }
        var medians: [PhotoLane: Double] = [:]
        for row in results[3] {
            let (lane, seconds) = try row.decode(PhotoLane.self, Double.self)
            medians[lane] = seconds
        }
        let loads = try await JobRepository.load(on: transaction)
        let lanes = PhotoLane.allCases.map { lane in
            let load = loads.first { $0.lane == lane }
            return CapacityMeasured.Lane(
                lane: lane, secondsPerPhoto: Self.rounded(medians[lane] ?? lane.defaultSeconds),
                waiting: load?.waiting ?? 0, running: load?.inHand ?? 0)
        }
        return CapacityMeasured(measuredAt: now, workers: workers, lanes: lanes)
    }

    /// Rounded to hundredths of a second, and at least one hundredth.
    private static func rounded(_ seconds: Double) -> Double { max(0.01, (seconds * 100).rounded() / 100) }
}

extension PhotoLane {
    /// Assumed seconds per analysis before the first measurement.
    fileprivate var defaultSeconds: Double {
        switch self {
        case .label: 1.5
        case .pro, .basic: 2.5
        }
    }
}
