import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing

/// The foods that people have saved (NUT-08).
package enum SavedFoodRepository {
    private static let columns = """
        account_id, saved_food_id, version, words, food_id, milligrams, amounts, saved_at, deleted_at
        """

    /// A saved food of the person, deleted or not; locked until the transaction ends.
    package static func lock(
        _ food: SavedFoodID, of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> SavedFoodChanged? {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM saved_foods
            WHERE saved_food_id = \(food.uuid) AND account_id = \(account.uuid)
            FOR UPDATE
            """
        ).first.map(Self.food)
    }

    /// All saved foods of the person.
    package static func all(
        of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> [SavedFoodChanged] {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM saved_foods
            WHERE account_id = \(account.uuid) AND deleted_at IS NULL ORDER BY saved_food_id
            """
        ).map(Self.food)
    }

    /// Stores the current state of a saved food.
    ///
    /// - Returns: False if the id belongs to another person.
    package static func save(_ saved: SavedFoodChanged, in transaction: borrowing Transaction) async throws -> Bool {
        let amounts = try saved.food.amounts.map { try PostgresJSON($0) }
        return try await transaction.execute(
            """
            INSERT INTO saved_foods (
                account_id, saved_food_id, version, words, food_id, milligrams, amounts, saved_at, deleted_at)
            VALUES (
                \(saved.accountID.uuid), \(saved.savedFoodID.uuid), \(saved.version), \(saved.food.words.bytes),
                \(saved.food.foodID), \(saved.food.milligrams), \(amounts), \(saved.savedAt), \(saved.deletedAt))
            ON CONFLICT (saved_food_id) DO UPDATE SET
                version = EXCLUDED.version, words = EXCLUDED.words, food_id = EXCLUDED.food_id,
                milligrams = EXCLUDED.milligrams, amounts = EXCLUDED.amounts, deleted_at = EXCLUDED.deleted_at
            WHERE saved_foods.account_id = EXCLUDED.account_id
            """) == 1
    }

    /// A page of saved foods, including deleted ones, in the order of their ids.
    package static func page(
        after cursor: SavedFoodID?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [SavedFoodChanged] {
        try await transaction.page(
            of: Self.columns, from: "saved_foods", by: "saved_food_id", after: cursor?.uuid, limit: limit
        ).map(Self.food)
    }

    /// Permanently deletes foods that were deleted before an instant.
    @discardableResult
    package static func remove(
        deletedBefore limit: Date, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> Int {
        try await database.execute("DELETE FROM saved_foods WHERE deleted_at < \(limit)")
    }

    private static func food(_ row: PostgresRow) throws -> SavedFoodChanged {
        let (account, saved, version, words, food, milligrams, amounts, savedAt, deletedAt) = try row.decode(
            UUID.self, UUID.self, Int64.self, [UInt8].self, String?.self, Int64?.self, PostgresJSON?.self, Date.self,
            Date?.self)
        return SavedFoodChanged(
            accountID: AccountID(account), savedFoodID: SavedFoodID(saved), version: version,
            food: SavedFood(
                words: Sealed(bytes: words), foodID: food, milligrams: milligrams,
                amounts: try amounts.map { try $0.value() }),
            savedAt: savedAt, deletedAt: deletedAt)
    }
}
