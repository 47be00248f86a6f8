import EventContracts
import Foundation
import Postgres

/// The table `vision_capacity`: one row.
package enum CapacityRepository {
    /// Stores a measurement if it is newer than the stored one, or if the stored one has a time in the future.
    package static func put(
        _ capacity: CapacityMeasured, at now: Date, in transaction: borrowing Transaction
    ) async throws {
        let body = String(decoding: try EventCoding.encode(capacity), as: UTF8.self)
        try await transaction.execute(
            """
            INSERT INTO vision_capacity AS known (measured_at, body) VALUES (\(capacity.measuredAt), \(body)::json)
            ON CONFLICT (singleton) DO UPDATE SET measured_at = excluded.measured_at, body = excluded.body
            WHERE known.measured_at < excluded.measured_at
                OR known.measured_at > \(now.addingTimeInterval(PhotoExpectation.clockDifference))
            """)
    }

    /// The newest measurement.
    package static func read(in database: some PostgresQuerying) async throws -> CapacityMeasured? {
        let rows = try await database.query("SELECT body FROM vision_capacity")
        return try rows.first.map { row in
            try EventCoding.decode(CapacityMeasured.self, from: Array(try row.decode(String.self).utf8))
        }
    }
}
