import EventContracts
import Postgres

/// What people allow of who may see their photos, as `ingestion` tells it: the table `photo_consents`.
package struct PhotoConsentRepository: Sendable {
    package init() {}

    /// Keeps what a person allows from now on; what is older than what is known changes nothing.
    func save(_ told: ConsentChanged, in transaction: borrowing Transaction) async throws {
        try await transaction.execute(
            """
            INSERT INTO photo_consents AS known (account_id, version, allowed)
            VALUES (\(told.accountID.uuid), \(told.version), \(told.allowed))
            ON CONFLICT (account_id) DO UPDATE SET version = EXCLUDED.version, allowed = EXCLUDED.allowed
            WHERE known.version < EXCLUDED.version
            """)
    }

    /// What a person allows; nil of whom nothing was ever told.
    func find(
        _ account: AccountID, in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> OrderConsents? {
        try await database.query(
            "SELECT version, allowed FROM photo_consents WHERE account_id = \(account.uuid)"
        ).first.map { row in
            let (version, allowed) = try row.decode(Int64.self, [String].self)
            return OrderConsents(version: version, allowed: allowed)
        }
    }
}
