import EventContracts
import Foundation
import Messaging
import Postgres

/// Foods of the catalog beside the built-in ones.
package enum CatalogueFoodRepository {
    private static let columns = "food_id, version, origin, food, changed_at, withdrawn_at"

    /// A food, withdrawn or not; locked until the transaction ends.
    package static func lock(
        _ food: String, in transaction: borrowing Transaction
    ) async throws -> CatalogueFoodChanged? {
        try await transaction.query(
            "SELECT \(raw: Self.columns) FROM catalogue_foods WHERE food_id = \(food) FOR UPDATE"
        ).first.map(Self.food)
    }

    /// Stores a food if it is newer than the stored one.
    ///
    /// Writers are serialized, so that a revision becomes visible only after all earlier ones.
    ///
    /// - Returns: False if it is not newer.
    package static func save(
        _ changed: CatalogueFoodChanged, in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> Bool {
        try await database.execute(
            """
            WITH turn AS (UPDATE catalogue_revision SET revision = revision + 1 RETURNING revision)
            INSERT INTO catalogue_foods AS known
                (food_id, version, revision, origin, food, changed_at, withdrawn_at)
            SELECT \(changed.foodID), \(changed.version), turn.revision, \(changed.origin),
                \(try PostgresJSON(changed.food)), \(changed.changedAt), \(changed.withdrawnAt)
            FROM turn
            ON CONFLICT (food_id) DO UPDATE SET
                version = EXCLUDED.version, revision = EXCLUDED.revision, origin = EXCLUDED.origin,
                food = EXCLUDED.food, changed_at = EXCLUDED.changed_at, withdrawn_at = EXCLUDED.withdrawn_at
            WHERE known.version < EXCLUDED.version
            """) == 1
    }

    /// The changes after a revision, with the last revision; nil without changes.
    package static func changes(
        after revision: Int64, in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> (foods: [CatalogueFoodChanged], revision: Int64)? {
        let rows = try await database.query(
            """
            SELECT \(raw: Self.columns), revision FROM catalogue_foods
            WHERE revision > \(revision) ORDER BY revision
            """)
        guard let last = try rows.last?.decode("revision", as: Int64.self) else { return nil }
        return (try rows.map(Self.food), last)
    }

    /// A page of foods, including withdrawn ones, in the order of their ids.
    package static func page(
        after cursor: String?, limit: Int, in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> [CatalogueFoodChanged] {
        try await database.query(
            """
            SELECT \(raw: Self.columns) FROM catalogue_foods
            WHERE \(cursor)::text IS NULL OR food_id > \(cursor) ORDER BY food_id LIMIT \(limit)
            """
        ).map(Self.food)
    }

    private static func food(_ row: PostgresRow) throws -> CatalogueFoodChanged {
        CatalogueFoodChanged(
            foodID: try row.decode("food_id"), version: try row.decode("version"), origin: try row.decode("origin"),
            food: try row.decode("food", as: PostgresJSON.self).value(), changedAt: try row.decode("changed_at"),
            withdrawnAt: try row.decode("withdrawn_at", as: Date?.self))
    }
}

/// Republishes all catalog foods beside the built-in ones, for rebuilding projections.
package struct CatalogueSnapshots: SnapshotSource {
    package var topic: Topic { CatalogueFoodChanged.topic }

    package func appendPage(
        after cursor: String?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> String? {
        let page = try await CatalogueFoodRepository.page(after: cursor, limit: limit, in: transaction)
        for food in page {
            try transaction.append(food, key: food.foodID, subject: food.foodID, isSnapshot: true)
        }
        return page.count < limit ? nil : page.last?.foodID
    }
}
