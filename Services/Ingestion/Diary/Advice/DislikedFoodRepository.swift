import EventContracts
import Foundation
import IngestionCore
import Postgres

/// The table `disliked_foods`.
package enum DislikedFoodRepository {
    /// Maximum number of disliked foods of a person.
    static let maxPerAccount = 500

    /// The foods that a person dislikes, newest first.
    static func list(of account: AccountID, in database: some PostgresQuerying) async throws -> [(id: String, at: Date)]
    {
        try await database.lookUp(
            """
            SELECT food_id, disliked_at FROM disliked_foods WHERE account_id = \(account.uuid)
            ORDER BY disliked_at DESC, food_id
            """
        ).map { row in try row.decode(String.self, Date.self) }
    }

    /// The ids of the foods that a person dislikes.
    package static func ids(of account: AccountID, in database: some PostgresQuerying) async throws -> [String] {
        try await list(of: account, in: database).map(\.id)
    }

    /// Adds a food, once.
    ///
    /// - Returns: False if the person already dislikes `maxCount` other foods.
    static func add(
        _ id: String, by account: AccountID, at now: Date, in database: some PostgresQuerying
    ) async throws -> Bool {
        try await database.execute(
            """
            INSERT INTO disliked_foods (account_id, food_id, disliked_at)
            SELECT \(account.uuid), \(id), \(now)
            WHERE (SELECT count(*) FROM disliked_foods WHERE account_id = \(account.uuid) AND food_id <> \(id))
                < \(Self.maxPerAccount)
            ON CONFLICT (account_id, food_id) DO UPDATE SET disliked_at = EXCLUDED.disliked_at
            """) == 1
    }

    /// - Returns: False if it was not disliked.
    static func remove(_ id: String, by account: AccountID, in database: some PostgresQuerying) async throws -> Bool {
        try await database.execute(
            "DELETE FROM disliked_foods WHERE account_id = \(account.uuid) AND food_id = \(id)") == 1
    }
}
