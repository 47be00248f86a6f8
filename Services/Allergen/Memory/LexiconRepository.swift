import EventContracts
import Foundation
import Postgres

/// The lexicons that copies of the service have run with, and which scans each has read.
package struct LexiconRepository: Sendable {
    package init() {}

    /// Remembers that a copy with a lexicon began.
    package func begin(
        _ version: String, at instant: Date, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws {
        try await database.execute(
            """
            INSERT INTO lexicons AS known (version, began_at) VALUES (\(version), \(instant))
            ON CONFLICT (version) DO UPDATE SET began_at = EXCLUDED.began_at
            WHERE known.began_at < EXCLUDED.began_at
            """)
    }

    /// Whether no copy with another lexicon began later: of two at work, one checks again and the other does not.
    package func isNewest(
        _ version: String, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> Bool {
        try await database.query("SELECT version FROM lexicons ORDER BY began_at DESC, version LIMIT 1").first?
            .decode(String.self) == version
    }

    /// A person whose scans are to be read again, with one of them as it now is, which names the work.
    package struct Due: Sendable {
        let account: AccountID
        let scan: ScanID
        let version: Int64
    }

    /// People with scans in full that another lexicon has read.
    package func due(
        for version: String, limit: Int, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> [Due] {
        try await database.query(
            """
            SELECT DISTINCT ON (account_id) account_id, scan_id, version FROM (
                SELECT account_id, scan_id, version FROM scans
                WHERE details IS NOT NULL
                    AND lexicon_version = ANY(SELECT version FROM lexicons WHERE version <> \(version))
                LIMIT \(limit)) AS due
            ORDER BY account_id, scan_id
            """
        ).map { row in
            let (account, scan, version) = try row.decode(UUID.self, UUID.self, Int64.self)
            return Due(account: AccountID(account), scan: ScanID(scan), version: version)
        }
    }

    /// Leaves a person's scans as they are, since they cannot be read any more.
    package func giveUp(
        _ account: AccountID, readBy version: String, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws {
        try await database.execute(
            """
            UPDATE scans SET lexicon_version = \(version) WHERE account_id = \(account.uuid) AND details IS NOT NULL
            """)
    }
}
