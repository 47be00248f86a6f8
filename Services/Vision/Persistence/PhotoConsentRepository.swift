import EventContracts
import Postgres

/// Photo consents as published by `ingestion`: part of the table `consents`.
package enum PhotoConsentRepository {
    /// Stores consents; older ones are ignored.
    static func save(_ published: ConsentChanged, in transaction: borrowing Transaction) async throws {
        try await transaction.execute(
            """
            INSERT INTO consents AS known (account_id, version, may_train, told_version, allowed)
            VALUES (\(published.accountID.uuid), 0, false, \(published.version), \(published.allowed))
            ON CONFLICT (account_id) DO UPDATE SET told_version = EXCLUDED.told_version, allowed = EXCLUDED.allowed
            WHERE known.told_version < EXCLUDED.told_version
            """)
    }

    /// The consents of an account; nil if unknown.
    static func find(
        _ account: AccountID, in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> CommandConsents? {
        try await database.query(
            "SELECT told_version, allowed FROM consents WHERE account_id = \(account.uuid) AND told_version > 0"
        ).first.map { row in
            let (version, allowed) = try row.decode(Int64.self, [String].self)
            return CommandConsents(version: version, allowed: allowed)
        }
    }
}
