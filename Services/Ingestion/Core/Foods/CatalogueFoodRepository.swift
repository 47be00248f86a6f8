import EventContracts
import Foundation
import Postgres

/// The table `catalogue_foods`: foods of the catalog beside the built-in ones.
package enum CatalogueFoodRepository {
    /// Stores a food if it is newer than the stored one.
    ///
    /// Writers wait for each other, so that a revision becomes visible only after all earlier ones.
    package static func put(_ food: CatalogueFoodChanged, in transaction: borrowing Transaction) async throws {
        let body = String(decoding: try EventCoding.encode(food), as: UTF8.self)
        try await transaction.execute(
            """
            WITH turn AS (UPDATE catalogue_revision SET revision = revision + 1 RETURNING revision)
            INSERT INTO catalogue_foods AS known (food_id, version, revision, body)
            SELECT \(food.foodID), \(food.version), turn.revision, \(body)::json FROM turn
            ON CONFLICT (food_id) DO UPDATE
            SET version = excluded.version, revision = excluded.revision, body = excluded.body
            WHERE known.version < excluded.version
            """)
    }

    /// The current state of a food, including withdrawn ones; nil if it was never published.
    package static func read(
        _ id: String, in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> CatalogueFoodChanged? {
        try await database.query("SELECT body::text FROM catalogue_foods WHERE food_id = \(id)").first.map(Self.food)
    }

    /// The changes after a revision, with the revision of the last one; nil without changes.
    package static func changes(
        after revision: Int64, in database: some PostgresQuerying
    ) async throws -> (foods: [CatalogueFoodChanged], revision: Int64)? {
        let rows = try await database.query(
            """
            SELECT body::text, revision FROM catalogue_foods WHERE revision > \(revision) ORDER BY revision
            """)
        guard let last = try rows.last?.decode("revision", as: Int64.self) else { return nil }
        return (try rows.map(Self.food), last)
    }

    private static func food(_ row: PostgresRow) throws -> CatalogueFoodChanged {
        try EventCoding.decode(CatalogueFoodChanged.self, from: Array(try row.decode("body", as: String.self).utf8))
    }
}
