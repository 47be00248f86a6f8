import EventContracts
import Foundation
import Messaging
import Postgres

/// A food found by a model, which the person may name.
package struct Region: Sendable, Equatable {
    package var id: RegionID
    package var account: AccountID
    package var meal: MealID
    /// The model's label and its score.
    package var label: String
    package var score: Double
    /// Left, top, right, bottom as fractions of the upright photo.
    package var box: [Double]
    package var photo: PhotoKey
    /// Orientation as in EXIF, 1…8.
    package var orientation: Int
    /// The model of the embedding.
    package var space: String
    package var embedding: FoodEmbedding
    package var seenAt: Date
}

/// The regions of photos that lessons can refer to.
package enum RegionRepository {
    /// Stores the regions of a photo.
    package static func add(_ regions: [Region], in transaction: borrowing Transaction) async throws {
        for region in regions {
            try await transaction.execute(
                """
                INSERT INTO regions (
                    region_id, account_id, meal_id, label, score, box, photo, orientation, space, look, seen_at)
                VALUES (
                    \(region.id.uuid), \(region.account.uuid), \(region.meal.uuid), \(region.label), \(region.score),
                    \(try PostgresJSON(region.box)), \(region.photo.description),
                    \(Int64(region.orientation))::smallint, \(region.space), \(region.embedding.bytes),
                    \(region.seenAt))
                ON CONFLICT (region_id) DO NOTHING
                """)
        }
    }

    /// The stored regions of a meal of the person, by their ids; locked until the transaction ends.
    package static func regions(
        of meal: MealID, of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> [RegionID: Region] {
        let rows = try await transaction.query(
            """
            SELECT region_id, label, score, box, photo, orientation, space, look, seen_at FROM regions
            WHERE meal_id = \(meal.uuid) AND account_id = \(account.uuid) FOR SHARE
            """)
        var regions: [RegionID: Region] = [:]
        for row in rows {
            let region = try Self.region(row, of: meal, of: account)
            regions[region.id] = region
        }
        return regions
    }

    private static func region(_ row: PostgresRow, of meal: MealID, of account: AccountID) throws -> Region {
        guard let photo = PhotoKey(text: try row.decode("photo", as: String.self)) else {
            throw PermanentFailure("a region's photo is not a path of the photo store")
        }
        return Region(
            id: RegionID(try row.decode("region_id", as: UUID.self)), account: account, meal: meal,
            label: try row.decode("label"), score: try row.decode("score"),
            box: try row.decode("box", as: PostgresJSON.self).value(), photo: photo,
            orientation: try row.decode("orientation", as: Int.self), space: try row.decode("space"),
            embedding: FoodEmbedding(stored: try row.decode("look", as: [UInt8].self)),
            seenAt: try row.decode("seen_at"))
    }

    /// Deletes regions without a lesson from before a time, and meals without lessons.
    ///
    /// - Returns: The number of regions.
    @discardableResult
    package static func forget(
        seenBefore limit: Date, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> Int {
        let regions = try await database.execute(
            """
            DELETE FROM regions WHERE seen_at < \(limit)
                AND NOT EXISTS (SELECT FROM lessons WHERE lessons.region_id = regions.region_id)
            """)
        try await database.execute(
            """
            DELETE FROM taught_meals WHERE taught_at < \(limit)
                AND NOT EXISTS (SELECT FROM regions WHERE regions.meal_id = taught_meals.meal_id)
            """)
        return regions
    }
}
