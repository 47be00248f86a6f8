import EventContracts
import Foundation
import Postgres

/// The table `catalogue_foods`: what everybody has beside the foods of the program.
package enum CatalogueFoodRepository {
    /// Keeps a food when it is newer than what is there.
    ///
    /// Whoever stores one waits for others that do, so that a revision is seen only when all before it are.
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

    /// A food as it is now, also one that was taken out; nil when nothing was ever said of it.
    package static func read(
        _ id: String, in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> CatalogueFoodChanged? {
        try await database.query("SELECT body::text FROM catalogue_foods WHERE food_id = \(id)").first.map(Self.food)
    }

    /// What changed after a revision, with that of the last change; nil when nothing did.
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
