import EventContracts
import Foundation
import Messaging
import Postgres

/// Masses that people corrected for foods recognized on photos.
package enum ConfirmedMassRepository {
    /// Number of a person's latest corrections that are used.
    static let maxWeighings = 200

    /// A corrected mass of an item.
    struct Weighing: Sendable, Equatable {
        let item: MealItemID
        let label: String
        let guessedMilligrams: Int64
        let milligrams: Int64
    }

    /// Stores the corrections of a meal, replacing earlier ones; an older version changes nothing.
    static func keep(
        _ weighings: [Weighing], of meal: MealID, version: Int64, by account: AccountID, at now: Date,
        in transaction: borrowing Transaction
    ) async throws {
        try await transaction.execute(
            """
            DELETE FROM confirmed_masses
            WHERE meal_id = \(meal.uuid) AND account_id = \(account.uuid) AND version < \(version)
            """)
        for weighing in weighings {
            try await transaction.execute(
                """
                INSERT INTO confirmed_masses (
                    meal_id, item_id, account_id, label, guessed_milligrams, milligrams, version, confirmed_at)
                VALUES (
                    \(meal.uuid), \(weighing.item.uuid), \(account.uuid), \(weighing.label),
                    \(weighing.guessedMilligrams), \(weighing.milligrams), \(version), \(now))
                ON CONFLICT (meal_id, item_id) DO NOTHING
                """)
        }
    }

    /// A person's latest corrections.
    package static func weighed(
        by account: AccountID, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> [PersonalMass.Weighed] {
        try await database.query(
            """
            SELECT label, guessed_milligrams, milligrams FROM confirmed_masses
            WHERE account_id = \(account.uuid) ORDER BY confirmed_at DESC, item_id LIMIT \(Self.maxWeighings)
            """
        ).map { row in
            let (label, guessed, milligrams) = try row.decode(String.self, Int64.self, Int64.self)
            return PersonalMass.Weighed(
                kind: label, estimated: Double(guessed) / 1_000, grams: Double(milligrams) / 1_000)
        }
    }
}
