import EventContracts
import Foundation
import Postgres

/// The versions of the lexicon and the dish table with which instances assess, and people whose rows another version
/// assessed.
package struct KnowledgeRepository: Sendable {
    /// The table of versions, each with the time an instance last started with it.
    private let versions: String
    /// The assessed table, its key, the column or expression with the assessing version, and the condition for rows
    /// that can be reassessed.
    private let judged: String, id: String, judgedBy: String, condition: String
    private let givenUp: @Sendable (AccountID, _ version: String) -> SQL

    /// Lexicon versions, and the full scans assessed with each.
    package static let lexicons = KnowledgeRepository(
        versions: "lexicons", judged: "scans", id: "scan_id", judgedBy: "lexicon_version",
        condition: "details IS NOT NULL"
    ) { account, version in
        "UPDATE scans SET lexicon_version = \(version) WHERE account_id = \(account.uuid) AND details IS NOT NULL"
    }

    /// Versions of lexicon and dish table, and the meals assessed with each.
    package static let meals = KnowledgeRepository(
        versions: "meal_knowledge", judged: "meals", id: "meal_id", judgedBy: "knowledge_version",
        condition: "deleted_at IS NULL"
    ) { account, version in
        """
        UPDATE meals SET judged = jsonb_set(judged, '{knowledgeVersion}', to_jsonb(\(version)::text))
        WHERE account_id = \(account.uuid) AND knowledge_version <> \(version)
        """
    }

    /// Versions of lexicon and dish table, and the purchases assessed with each.
    package static let purchases = KnowledgeRepository(
        versions: "meal_knowledge", judged: "purchases", id: "receipt_id", judgedBy: "(judged ->> 'knowledgeVersion')",
        condition: "deleted_at IS NULL"
    ) { account, version in
        """
        UPDATE purchases SET judged = jsonb_set(judged, '{knowledgeVersion}', to_jsonb(\(version)::text))
        WHERE account_id = \(account.uuid) AND judged ->> 'knowledgeVersion' <> \(version)
        """
    }

    /// Records that an instance with a version has started.
    package func begin(
        _ version: String, at instant: Date, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws {
        try await database.execute(
            """
            INSERT INTO \(raw: versions) AS known (version, began_at) VALUES (\(version), \(instant))
            ON CONFLICT (version) DO UPDATE SET began_at = EXCLUDED.began_at
            WHERE known.began_at < EXCLUDED.began_at
            """)
    }

    /// Whether no instance with another version started later: of two, one reassesses and the other does not.
    package func isNewest(
        _ version: String, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> Bool {
        try await database.query(
            "SELECT version FROM \(raw: versions) ORDER BY began_at DESC, version LIMIT 1"
        ).first?.decode(String.self) == version
    }

    /// A person with rows to be assessed again; id and version of one of them identify the transaction.
    package struct Due: Sendable {
        let account: AccountID
        let id: UUID
        let version: Int64
    }

    /// People with assessments by another version.
    ///
    /// Queries two ranges of the index, because a search for "not this version" would read the whole table to find no
    /// row.
    package func due(
        for version: String, limit: Int, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> [Due] {
        func range(_ comparison: SQL) -> SQL {
            """
            (SELECT account_id, \(raw: id), version FROM \(raw: judged)
            WHERE \(raw: condition) AND \(raw: judgedBy) \(part: comparison) ORDER BY \(raw: judgedBy) LIMIT \(limit))
            """
        }
        return try await database.query(
            """
            SELECT DISTINCT ON (account_id) account_id, \(raw: id), version
            FROM (\(part: range("< \(version)")) UNION ALL \(part: range("> \(version)")) LIMIT \(limit)) AS due
            ORDER BY account_id, \(raw: id)
            """
        ).map { row in
            let (account, id, version) = try row.decode(UUID.self, UUID.self, Int64.self)
            return Due(account: AccountID(account), id: id, version: version)
        }
    }

    /// Marks an account's rows as done, because they cannot be reassessed.
    package func giveUp(
        _ account: AccountID, judgedBy version: String, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws {
        try await database.execute(givenUp(account, version))
    }
}
