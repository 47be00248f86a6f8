import EventContracts
import Foundation
import Postgres
import Sealing

/// A shadow prediction of a remote model beside the local one.
struct RemotePrediction: Sendable {
    let order: RecognizeMeal
    /// Names and versions of both.
    let local: String
    let remote: String
    let duration: Duration
    let comparison: FoodFusion.Comparison
    /// Sealed as (`meal.remote-answer`, meal id).
    let answer: Sealed<[RemoteFood]>
}

/// The table `remote_looks`.
package enum RemotePredictionRepository {
    /// Stores a comparison; repeated ones and those of erased accounts are skipped.
    static func add(
        _ look: RemotePrediction, at now: Date, in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws {
        let order = look.order, figures = look.comparison, milliseconds = Int32(look.duration / .milliseconds(1))
        try await database.execute(
            """
            INSERT INTO remote_looks (
                meal_id, account_id, looked_at, local_predictor, remote_predictor, milliseconds, local_foods,
                remote_foods, same_food, same_label, newly_named, mass_difference, answer)
            SELECT
                \(order.mealID.uuid), \(order.accountID.uuid), \(now), \(look.local), \(look.remote),
                \(milliseconds), \(Int32(figures.localFoods)), \(Int32(figures.remoteFoods)),
                \(Int32(figures.sameFood)), \(Int32(figures.sameLabel)), \(Int32(figures.newlyNamed)),
                \(figures.massDifference)::double precision, \(look.answer.bytes)
            WHERE NOT EXISTS (SELECT FROM erased_accounts WHERE account_id = \(order.accountID.uuid))
            ON CONFLICT (meal_id) DO NOTHING
            """)
    }

    /// Forgets comparisons from before a time.
    static func prune(before limit: Date, in database: borrowing some PostgresQuerying & ~Copyable) async throws {
        try await database.execute("DELETE FROM remote_looks WHERE looked_at < \(limit)")
    }
}
