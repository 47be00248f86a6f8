import EventContracts
import Foundation
import IngestionCore
import Postgres
import Quantities

/// One item of a meal, reduced to the data needed for habits.
package struct EatenItem: Sendable {
    package let meal: MealID
    package let day: CalendarDay
    package let slot: MealSlot
    /// Local time of the meal, in minutes since midnight.
    package let minute: Int
    /// The `FoodID`; nil for foods outside the tables.
    package let foodID: String?
    package let savedFoodID: SavedFoodID?
    package let milligrams: Int64?
    /// Typed energy in thousandths of a kilocalorie; nil for an item with a food.
    package let typedEnergy: Int64?
}

/// Recent meals from the table `documents`, reduced to the data needed for habits.
package enum EatenRepository {
    /// The items of a person's newest meals up to a day.
    ///
    /// - Parameters:
    ///   - account: The person.
    ///   - first: The first day.
    ///   - last: The last day.
    ///   - meals: Maximum number of meals.
    ///   - database: The database of the documents.
    /// - Returns: The items, those of the newest meal first.
    /// - Throws: A `PostgresError`, or `UnknownStoredValue`.
    package static func items(
        of account: AccountID, from first: CalendarDay, through last: CalendarDay, meals: Int,
        in database: some PostgresQuerying
    ) async throws -> [EatenItem] {
        let rows = try await database.lookUp(
            """
            SELECT recent.id, fields.day, fields.slot,
                ((recent.sort_key / 60000000) % 1440 + 1440) % 1440,
                item."foodID", item."savedFoodID", item.milligrams,
                CASE item.source WHEN 'typed' THEN (item.amounts ->> 'energy')::bigint END
            FROM (
                SELECT id, sort_key, body FROM documents
                WHERE owner = \(account.uuid) AND kind = \(ResourceKind.meal.rawValue) AND deleted_at IS NULL
                    AND sort_key BETWEEN \(first.start.microseconds) AND \(last.end.microseconds)
                ORDER BY sort_key DESC, id DESC LIMIT \(meals)
            ) AS recent,
            json_to_record(recent.body) AS fields (day text, slot text, items json),
            ROWS FROM (
                json_to_recordset(fields.items)
                    AS ("foodID" text, "savedFoodID" uuid, milligrams bigint, source text, amounts json)
            ) WITH ORDINALITY AS item ("foodID", "savedFoodID", milligrams, source, amounts, place)
            ORDER BY recent.sort_key DESC, recent.id DESC, item.place
            """)
        return try rows.map { row in
            let (meal, day, slot, minute, food, saved, milligrams, energy) = try row.decode(
                UUID.self, String.self, String.self, Int64.self, String?.self, UUID?.self, Int64?.self, Int64?.self)
            guard let day = CalendarDay(day), let slot = MealSlot(rawValue: slot) else {
                throw UnknownStoredValue(column: "documents.body")
            }
            return EatenItem(
                meal: MealID(meal), day: day, slot: slot, minute: Int(minute), foodID: food,
                savedFoodID: saved.map(SavedFoodID.init), milligrams: milligrams, typedEnergy: energy)
        }
    }
}
