import EventContracts
import Foundation
import Postgres
import Sealing

/// A prediction of a remote model that is stored for comparison with the local one.
struct RemotePrediction: Sendable {
    let command: RecognizeMeal
    /// Name and version of the local model.
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
        _ candidate: RemotePrediction, at now: Date, in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws {
        let command = candidate.command, figures = candidate.comparison,
            milliseconds = Int32(candidate.duration / .milliseconds(1))
        try await database.execute(
            """
            INSERT INTO remote_looks (
                meal_id, account_id, looked_at, local_predictor, remote_predictor, milliseconds, local_foods,
                remote_foods, same_food, same_label, newly_named, mass_difference, answer)
            SELECT
                \(command.mealID.uuid), \(command.accountID.uuid), \(now), \(candidate.local), \(candidate.remote),
                \(milliseconds), \(Int32(figures.localFoods)), \(Int32(figures.remoteFoods)),
                \(Int32(figures.sameFood)), \(Int32(figures.sameLabel)), \(Int32(figures.newlyNamed)),
                \(figures.massDifference)::double precision, \(candidate.answer.bytes)
            WHERE NOT EXISTS (SELECT FROM erased_accounts WHERE account_id = \(command.accountID.uuid))
            ON CONFLICT (meal_id) DO NOTHING
            """)
    }

    /// Deletes comparisons from before a time.
    static func prune(before limit: Date, in database: borrowing some PostgresQuerying & ~Copyable) async throws {
        try await database.execute("DELETE FROM remote_looks WHERE looked_at < \(limit)")
    }
}
