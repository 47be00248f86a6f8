import EventContracts
import Foundation
import IngestionCore
import Postgres
import Quantities

/// Accuracy of meal photos compared with later corrections (VIS-04): totals over many, never individuals.
///
/// Includes the foods of existing meals that were changed after recognition; unchanged foods in such a meal are taken
/// as confirmed. Meals without changes are left out, because it is unknown whether they were checked.
struct ReadingAccuracy: Encodable, Sendable {
    /// One model in one month.
    struct Month: Encodable, Sendable {
        /// The month in local time, such as `2026-11`.
        let month: String
        /// Name and version of the model.
        let model: String
        let people: Int64
        let items: Int64
        /// Fraction of the foods whose name people left unchanged: 0…1.
        let namesConfirmed: Double
        /// Median relative error of the masses, compared with the person's values.
        let medianMassError: Double?
        /// Fraction of the masses within the predicted range: 0…1.
        let massesWithin: Double?
    }

    let months: [Month]

    /// Minimum number of people in a reported group.
    static let minPeople: Int64 = 5
    /// Default number of days.
    static let defaultDays = 92
    /// Maximum range, in days.
    static let maxDays = 366

    /// Computes the accuracy for the meals of a range of days, both ends included.
    static func compute(
        from first: CalendarDay, upTo last: CalendarDay, in database: some PostgresQuerying
    ) async throws -> ReadingAccuracy {
        let rows = try await database.query(
            """
            SELECT to_char(to_timestamp(sort_key / 1000000) AT TIME ZONE 'UTC', 'YYYY-MM') AS month,
                item #>> '{seen,predictor}' AS model, count(DISTINCT owner), count(*),
                avg(CASE WHEN item ->> 'foodID' IS NOT DISTINCT FROM item #>> '{seen,foodID}'
                    THEN 1 ELSE 0 END)::float8,
                percentile_cont(0.5) WITHIN GROUP (ORDER BY
                    abs((item ->> 'milligrams')::float8 - (item #>> '{seen,milligrams}')::float8)
                    / (item ->> 'milligrams')::float8),
                avg(CASE WHEN (item ->> 'milligrams')::bigint BETWEEN (item #>> '{seen,lowMilligrams}')::bigint
                    AND (item #>> '{seen,highMilligrams}')::bigint THEN 1 ELSE 0 END)
                    FILTER (WHERE item ->> 'milligrams' IS NOT NULL)::float8
            FROM documents, json_array_elements(body -> 'items') AS item
            WHERE kind = \(ResourceKind.meal.rawValue) AND deleted_at IS NULL AND version > 1
                AND sort_key BETWEEN \(first.start.microseconds) AND \(last.end.microseconds)
                AND item #>> '{seen,predictor}' IS NOT NULL
            GROUP BY month, model HAVING count(DISTINCT owner) >= \(minPeople)
            ORDER BY month, model
            """)
        return ReadingAccuracy(
            months: try rows.map { row in
                let (month, model, people, items, names, error, within) = try row.decode(
                    String.self, String.self, Int64.self, Int64.self, Double.self, Double?.self, Double?.self)
                return Month(
                    month: month, model: model, people: people, items: items, namesConfirmed: names,
                    medianMassError: error, massesWithin: within)
            })
    }
}
