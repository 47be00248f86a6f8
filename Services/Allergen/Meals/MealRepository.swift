import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing

/// The meals of each person with their allergen assessment.
package enum MealRepository {
    private static let columns = "words, items, judged, told"

    /// A meal; nil if no version of it has been assessed.
    package static func find(
        _ meal: MealID, of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> MealRecord? {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM meals
            WHERE meal_id = \(meal.uuid) AND account_id = \(account.uuid)
            """
        ).first.map(Self.record)
    }

    /// A person's newest meals that were assessed with an earlier profile and are not deleted, oldest first.
    package static func judged(
        before version: Int64, of account: AccountID, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [MealRecord] {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM (
                SELECT \(raw: Self.columns), profile_version, eaten_at, meal_id FROM meals
                WHERE account_id = \(account.uuid) AND deleted_at IS NULL
                ORDER BY eaten_at DESC, meal_id DESC LIMIT \(limit)) AS newest
            WHERE profile_version < \(version)
            ORDER BY eaten_at, meal_id
            """
        ).map(Self.record)
    }

    /// A person's meals that another version of the lexicon or dish table assessed, not deleted.
    ///
    /// - Returns: The given meal first, then the oldest; empty if the given meal has changed or was assessed again.
    package static func judged(
        otherwiseThan knowledge: String, startingWith due: KnowledgeRepository.Due, limit: Int,
        in transaction: borrowing Transaction
    ) async throws -> [MealRecord] {
        let found = try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM meals
            WHERE account_id = \(due.account.uuid) AND deleted_at IS NULL
                AND (knowledge_version = ANY(SELECT version FROM meal_knowledge WHERE version <> \(knowledge))
                    OR (meal_id = \(due.id) AND knowledge_version <> \(knowledge)))
            ORDER BY meal_id = \(due.id) DESC, eaten_at, meal_id LIMIT \(limit)
            """
        ).map(Self.record)
        let first = found.first?.judged
        return first?.mealID.uuid == due.id && first?.version == due.version ? found : []
    }

    /// Stores the current state of a meal.
    package static func save(_ record: MealRecord, in transaction: borrowing Transaction) throws {
        let judged = record.judged
        let items = try PostgresJSON(record.items), notified = try PostgresJSON(record.notified)
        let body = PostgresJSON(utf8: try EventCoding.encode(judged))
        try transaction.executeLater(
            """
            INSERT INTO meals (
                meal_id, account_id, version, meal_version, profile_version, eaten_at, deleted_at, words, items, judged,
                told)
            VALUES (
                \(judged.mealID.uuid), \(judged.accountID.uuid), \(judged.version), \(judged.mealVersion),
                \(judged.profileVersion), \(judged.eatenAt), \(judged.deletedAt), \(record.words.bytes), \(items),
                \(body), \(notified))
            ON CONFLICT (meal_id) DO UPDATE SET
                version = EXCLUDED.version, meal_version = EXCLUDED.meal_version,
                profile_version = EXCLUDED.profile_version, eaten_at = EXCLUDED.eaten_at,
                deleted_at = EXCLUDED.deleted_at, words = EXCLUDED.words, items = EXCLUDED.items,
                judged = EXCLUDED.judged, told = EXCLUDED.told
            WHERE meals.account_id = EXCLUDED.account_id
            """)
    }

    /// A page of all assessed meals, including deleted ones, in the order of their ids.
    package static func page(
        after cursor: MealID?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [MealJudged] {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM meals
            WHERE \(cursor?.uuid)::uuid IS NULL OR meal_id > \(cursor?.uuid)
            ORDER BY meal_id LIMIT \(limit)
            """
        ).map { try Self.record($0).judged }
    }

    /// Permanently deletes meals that were deleted before an instant.
    @discardableResult
    package static func remove(
        deletedBefore limit: Date, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> Int {
        try await database.execute("DELETE FROM meals WHERE deleted_at < \(limit)")
    }

    private static func record(_ row: PostgresRow) throws -> MealRecord {
        let (words, items, judged, notified) = try row.decode(
            [UInt8].self, PostgresJSON.self, PostgresJSON.self, PostgresJSON.self)
        return MealRecord(
            judged: try EventCoding.decode(MealJudged.self, from: judged.utf8), words: Sealed(bytes: words),
            items: try items.value(), notified: try notified.value())
    }
}
