import EventContracts
import Foundation
import Messaging
import Postgres
import Quantities
import Sealing

/// The diary of meals of each person.
package enum MealRepository {
    private static let columns = """
        account_id, meal_id, version, to_char(day, 'YYYY-MM-DD'), eaten_at, utc_offset, slot, words, items, totals,
        recorded_at, deleted_at
        """

    /// A meal of the person, deleted or not; locked until the transaction ends.
    package static func lock(
        _ meal: MealID, of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> MealChanged? {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM meals
            WHERE meal_id = \(meal.uuid) AND account_id = \(account.uuid)
            FOR UPDATE
            """
        ).first.map(Self.meal)
    }

    /// Stores the current state of a meal.
    ///
    /// - Returns: False if the id belongs to another person.
    package static func save(_ meal: MealChanged, in transaction: borrowing Transaction) async throws -> Bool {
        let items = try PostgresJSON(meal.items), totals = try PostgresJSON(meal.totals)
        return try await transaction.execute(
            """
            INSERT INTO meals (
                account_id, meal_id, version, day, eaten_at, utc_offset, slot, words, items, totals, recorded_at,
                deleted_at)
            VALUES (
                \(meal.accountID.uuid), \(meal.mealID.uuid), \(meal.version), \(meal.day.description)::text::date,
                \(meal.eatenAt), \(meal.utcOffset), \(meal.slot), \(meal.words.bytes), \(items), \(totals),
                \(meal.recordedAt), \(meal.deletedAt))
            ON CONFLICT (meal_id) DO UPDATE SET
                version = EXCLUDED.version, day = EXCLUDED.day, eaten_at = EXCLUDED.eaten_at,
                utc_offset = EXCLUDED.utc_offset, slot = EXCLUDED.slot, words = EXCLUDED.words, items = EXCLUDED.items,
                totals = EXCLUDED.totals, deleted_at = EXCLUDED.deleted_at
            WHERE meals.account_id = EXCLUDED.account_id
            """) == 1
    }

    /// The columns of a meal that its day needs.
    struct OfDay: Sendable {
        let meal: MealID
        let slot: MealSlot
        let words: Sealed<MealWords>
        let totals: NutrientSums
    }

    /// The meals of a person's day.
    static func meals(
        on day: CalendarDay, of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> [OfDay] {
        try await transaction.query(
            """
            SELECT meal_id, slot, words, totals FROM meals
            WHERE account_id = \(account.uuid) AND day = \(day.description)::text::date AND deleted_at IS NULL
            """
        ).map { row in
            let (meal, slot, words, totals) = try row.decode(
                UUID.self, MealSlot.self, [UInt8].self, PostgresJSON.self)
            return OfDay(meal: MealID(meal), slot: slot, words: Sealed(bytes: words), totals: try totals.value())
        }
    }

    /// A page of meals, including deleted ones, in the order of their ids.
    package static func page(
        after cursor: MealID?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [MealChanged] {
        try await transaction.page(
            of: Self.columns, from: "meals", by: "meal_id", after: cursor?.uuid, limit: limit
        ).map(Self.meal)
    }

    /// Permanently deletes meals that were deleted before an instant.
    @discardableResult
    package static func remove(
        deletedBefore limit: Date, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> Int {
        try await database.execute("DELETE FROM meals WHERE deleted_at < \(limit)")
    }

    private static func meal(_ row: PostgresRow) throws -> MealChanged {
        let (account, meal, version, day, eatenAt, offset, slot, words, items, totals, recordedAt, deletedAt) =
            try row.decode(
                UUID.self, UUID.self, Int64.self, String.self, Date.self, Int.self, MealSlot.self, [UInt8].self,
                PostgresJSON.self, PostgresJSON.self, Date.self, Date?.self)
        return MealChanged(
            accountID: AccountID(account), mealID: MealID(meal), version: version, day: try CalendarDay(stored: day),
            eatenAt: eatenAt, utcOffset: offset, slot: slot, words: Sealed(bytes: words), items: try items.value(),
            totals: try totals.value(), recordedAt: recordedAt, deletedAt: deletedAt)
    }
}
