import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing

/// The foods that people have added for their own use.
package enum OwnFoodRepository {
    private static let columns = "account_id, own_food_id, version, words, amounts, added_at, deleted_at"

    /// A food of the person, deleted or not; locked until the transaction ends.
    package static func lock(
        _ food: OwnFoodID, of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> FoodChanged? {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM own_foods
            WHERE own_food_id = \(food.uuid) AND account_id = \(account.uuid)
            FOR UPDATE
            """
        ).first.map(Self.food)
    }

    /// All own foods of the person that are not deleted.
    package static func all(
        of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> [FoodChanged] {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM own_foods
            WHERE account_id = \(account.uuid) AND deleted_at IS NULL ORDER BY own_food_id
            """
        ).map(Self.food)
    }

    /// Stores the current state of a food.
    ///
    /// - Returns: False if the id belongs to another person.
    package static func save(_ own: FoodChanged, in transaction: borrowing Transaction) async throws -> Bool {
        let amounts = try PostgresJSON(own.food.amounts)
        return try await transaction.execute(
            """
            INSERT INTO own_foods (account_id, own_food_id, version, words, amounts, added_at, deleted_at)
            VALUES (
                \(own.accountID.uuid), \(own.ownFoodID.uuid), \(own.version), \(own.food.words.bytes), \(amounts),
                \(own.addedAt), \(own.deletedAt))
            ON CONFLICT (own_food_id) DO UPDATE SET
                version = EXCLUDED.version, words = EXCLUDED.words, amounts = EXCLUDED.amounts,
                deleted_at = EXCLUDED.deleted_at
            WHERE own_foods.account_id = EXCLUDED.account_id
            """) == 1
    }

    /// A page of foods, including deleted ones, in the order of their ids.
    package static func page(
        after cursor: OwnFoodID?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [FoodChanged] {
        try await transaction.page(
            of: Self.columns, from: "own_foods", by: "own_food_id", after: cursor?.uuid, limit: limit
        ).map(Self.food)
    }

    /// Permanently deletes foods that were deleted before an instant.
    @discardableResult
    package static func remove(
        deletedBefore limit: Date, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> Int {
        try await database.execute("DELETE FROM own_foods WHERE deleted_at < \(limit)")
    }

    private static func food(_ row: PostgresRow) throws -> FoodChanged {
        let (account, own, version, words, amounts, addedAt, deletedAt) = try row.decode(
            UUID.self, UUID.self, Int64.self, [UInt8].self, PostgresJSON.self, Date.self, Date?.self)
        return FoodChanged(
            accountID: AccountID(account), ownFoodID: OwnFoodID(own), version: version,
            food: OwnFood(words: Sealed(bytes: words), amounts: try amounts.value()), addedAt: addedAt,
            deletedAt: deletedAt)
    }
}
