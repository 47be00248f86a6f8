import EventContracts
import Foundation
import Messaging
import Postgres

/// The region of a lesson that a new model must analyze.
package struct Reanalysis: Sendable, Equatable {
    package var region: RegionID
    /// The new model.
    package var space: String
    /// Number of the attempt, from 1.
    package var attempt: Int
    /// Left, top, right, bottom as fractions of the upright photo.
    package var box: [Double]
    package var photo: PhotoKey
    /// Orientation as in EXIF, 1…8.
    package var orientation: Int
}

/// Embeddings of lessons by models other than the first.
package enum ReanalysisRepository {
    /// Queues lessons that a model has not analyzed, the latest first.
    ///
    /// - Returns: Their number.
    package static func lineUp(
        for space: String, maxCount: Int, at now: Date, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> Int {
        try await database.execute(
            """
            INSERT INTO later_looks (region_id, space, account_id, next_at)
            SELECT regions.region_id, \(space), regions.account_id, \(now)
            FROM lessons JOIN regions USING (region_id)
            WHERE regions.space <> \(space) AND NOT EXISTS (
                SELECT FROM later_looks AS known
                WHERE known.region_id = regions.region_id AND known.space = \(space))
            ORDER BY lessons.taught_at DESC LIMIT \(maxCount)
            ON CONFLICT DO NOTHING
            """)
    }

    /// Whether a user's photo is waiting, which has priority.
    package static func photosWait(
        at now: Date, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> Bool {
        try await database.query(
            "SELECT EXISTS (SELECT FROM jobs WHERE worker IS NULL AND not_before <= \(now))"
        ).first?.decode(Bool.self) ?? false
    }

    /// Claims a due region until an instant; after it another instance may take it.
    package static func take(
        for space: String, until lease: Date, at now: Date, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> Reanalysis? {
        try await database.query(
            """
            WITH taken AS (
                UPDATE later_looks SET attempts = attempts + 1, next_at = \(lease)
                WHERE space = \(space) AND region_id = (
                    SELECT region_id FROM later_looks
                    WHERE space = \(space) AND look IS NULL AND NOT rests AND next_at <= \(now)
                    ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED)
                RETURNING region_id, space, attempts)
            SELECT taken.region_id, taken.space, taken.attempts, box, photo, orientation
            FROM taken JOIN regions USING (region_id)
            """
        ).first.map { row in
            guard let photo = PhotoKey(text: try row.decode("photo", as: String.self)) else {
                throw PermanentFailure("a region's photo is not a path of the photo store")
            }
            return Reanalysis(
                region: RegionID(try row.decode("region_id", as: UUID.self)), space: try row.decode("space"),
                attempt: Int(try row.decode("attempts", as: Int32.self)),
                box: try row.decode("box", as: PostgresJSON.self).value(), photo: photo,
                orientation: try row.decode("orientation", as: Int.self))
        }
    }

    /// Stores a computed embedding, unless another attempt runs or the region is gone.
    ///
    /// - Parameters:
    ///   - taken: The claimed region.
    ///   - embedding: The embedding; nil if it cannot be computed.
    ///   - database: The database.
    /// - Throws: A `PostgresError`.
    package static func finish(
        _ taken: Reanalysis, _ embedding: FoodEmbedding?, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws {
        if let embedding {
            try await database.execute(
                """
                UPDATE later_looks SET look = \(embedding.bytes)
                WHERE region_id = \(taken.region.uuid) AND space = \(taken.space)
                    AND attempts = \(Int64(taken.attempt)) AND look IS NULL AND NOT rests
                """)
        } else {
            try await database.execute(
                """
                UPDATE later_looks SET rests = true
                WHERE region_id = \(taken.region.uuid) AND space = \(taken.space)
                    AND attempts = \(Int64(taken.attempt)) AND look IS NULL
                """)
        }
    }

    /// Postpones an attempt until an instant for a temporary reason; the attempt does not count.
    package static func putBack(
        _ taken: Reanalysis, until time: Date, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws {
        try await database.execute(
            """
            UPDATE later_looks SET attempts = attempts - 1, next_at = \(time)
            WHERE region_id = \(taken.region.uuid) AND space = \(taken.space)
                AND attempts = \(Int64(taken.attempt)) AND look IS NULL
            """)
    }

    /// Number of lessons without an embedding of a model: those still to be computed, and those abandoned.
    package static func left(
        for space: String, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> (waiting: Int, resting: Int) {
        let rows = try await database.query(
            """
            SELECT count(*) FILTER (WHERE later_looks.rests IS NOT TRUE), count(*) FILTER (WHERE later_looks.rests)
            FROM lessons JOIN regions USING (region_id)
                LEFT JOIN later_looks
                    ON later_looks.region_id = lessons.region_id AND later_looks.space = \(space)
            WHERE regions.space <> \(space) AND later_looks.look IS NULL
            """)
        guard let row = rows.first else { return (0, 0) }
        let (waiting, resting) = try row.decode(Int64.self, Int64.self)
        return (Int(waiting), Int(resting))
    }
}
