import EventContracts
import Foundation
import Postgres

/// What copies of the service have judged meals by, and which meals were judged by what.
package struct MealKnowledgeRepository: Sendable {
    package init() {}

    /// Remembers that a copy with a lexicon and a table of dishes began.
    package func begin(
        _ version: String, at instant: Date, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws {
        try await database.execute(
            """
            INSERT INTO meal_knowledge AS known (version, began_at) VALUES (\(version), \(instant))
            ON CONFLICT (version) DO UPDATE SET began_at = EXCLUDED.began_at
            WHERE known.began_at < EXCLUDED.began_at
            """)
    }

    /// Whether no copy with another knowledge began later: of two at work, one judges again and the other does not.
    package func isNewest(
        _ version: String, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> Bool {
        try await database.query("SELECT version FROM meal_knowledge ORDER BY began_at DESC, version LIMIT 1").first?
            .decode(String.self) == version
    }

    /// A person whose meals are to be judged again, with one of them as it now is, which names the work.
    package struct Due: Sendable {
        let account: AccountID
        let meal: MealID
        let version: Int64
    }

    /// People with meals that were judged by something else and are not deleted.
    package func due(
        for version: String, limit: Int, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> [Due] {
        try await database.query(
            """
            SELECT DISTINCT ON (account_id) account_id, meal_id, version FROM (
                SELECT account_id, meal_id, version FROM meals
                WHERE deleted_at IS NULL
                    AND knowledge_version = ANY(SELECT version FROM meal_knowledge WHERE version <> \(version))
                LIMIT \(limit)) AS due
            ORDER BY account_id, meal_id
            """
        ).map { row in
            let (account, meal, version) = try row.decode(UUID.self, UUID.self, Int64.self)
            return Due(account: AccountID(account), meal: MealID(meal), version: version)
        }
    }

    /// Leaves a person's meals as they are, since they cannot be judged any more.
    package func giveUp(
        _ account: AccountID, judgedBy version: String, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws {
        try await database.execute(
            """
            UPDATE meals SET judged = jsonb_set(judged, '{knowledgeVersion}', to_jsonb(\(version)::text))
            WHERE account_id = \(account.uuid) AND knowledge_version <> \(version)
            """)
    }
}
