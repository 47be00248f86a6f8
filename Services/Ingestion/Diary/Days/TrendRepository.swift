import EventContracts
import FoodCatalogue
import Foundation
import IngestionCore
import Postgres
import Quantities

/// Daily amounts from the table `documents`, reduced to the requested nutrients.
package enum TrendRepository {
    /// The amount of one nutrient on a day.
    package struct Entry: Sendable {
        package let day: CalendarDay
        package let nutrient: Nutrient
        /// The amount in the nutrient's unit.
        package let amount: Double
        /// Whether every food of the day states the nutrient, so that the amount is complete.
        package let isWhole: Bool
    }

    /// The nutrients of each day in a range; days without a meal are left out.
    package static func entries(
        of account: AccountID, from first: CalendarDay, through last: CalendarDay, _ nutrients: [Nutrient],
        in database: some PostgresQuerying
    ) async throws -> [Entry] {
        let codes = nutrients.map(\.rawValue)
        let rows = try await database.lookUp(
            """
            SELECT fields.day, wanted.code, (fields.totals ->> 'of')::bigint,
                coalesce((fields.totals #>> ARRAY['sums', wanted.code, 'amount'])::bigint, 0),
                coalesce((fields.totals #>> ARRAY['sums', wanted.code, 'reported'])::bigint, 0)
            FROM documents, json_to_record(body) AS fields (day text, meals bigint, totals jsonb),
                unnest(\(codes)::text[]) AS wanted (code)
            WHERE owner = \(account.uuid) AND kind = \(ResourceKind.day.rawValue) AND deleted_at IS NULL
                AND sort_key BETWEEN \(first.start.microseconds) AND \(last.start.microseconds) AND fields.meals > 0
            ORDER BY sort_key
            """)
        return try rows.map { row in
            let (day, code, items, amount, reported) = try row.decode(
                String.self, String.self, Int64.self, Int64.self, Int64.self)
            guard let day = CalendarDay(day), let nutrient = Nutrient(rawValue: code) else {
                throw UnknownStoredValue(column: "documents.body")
            }
            return Entry(
                day: day, nutrient: nutrient, amount: Double(amount) / Double(NutrientSums.unitsPerOne),
                isWhole: items > 0 && items == reported)
        }
    }

    /// The days in a range that have a meal.
    package static func loggedDays(
        of account: AccountID, from first: CalendarDay, through last: CalendarDay, in database: some PostgresQuerying
    ) async throws -> [CalendarDay] {
        let rows = try await database.lookUp(
            """
            SELECT fields.day FROM documents, json_to_record(body) AS fields (day text, meals bigint)
            WHERE owner = \(account.uuid) AND kind = \(ResourceKind.day.rawValue) AND deleted_at IS NULL
                AND sort_key BETWEEN \(first.start.microseconds) AND \(last.start.microseconds) AND fields.meals > 0
            ORDER BY sort_key
            """)
        return try rows.map { row in
            guard let day = CalendarDay(try row.decode(String.self)) else {
                throw UnknownStoredValue(column: "documents.body")
            }
            return day
        }
    }
}
