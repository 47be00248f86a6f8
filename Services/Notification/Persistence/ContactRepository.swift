import EventContracts
import Foundation
import Postgres

/// The stored version of each person's contact.
package enum ContactRepository {
    /// Stores a person's contact, unless a newer version is stored.
    ///
    /// - Returns: Whether it was stored; also true for the same version, so that dependent data can be rebuilt.
    static func save(_ change: ContactChanged, in transaction: borrowing Transaction) async throws -> Bool {
        try await transaction.execute(
            """
            INSERT INTO contacts (account_id, version, is_verified, changed_at)
            VALUES (\(change.accountID.uuid), \(change.version), \(change.isVerified), \(change.changedAt))
            ON CONFLICT (account_id) DO UPDATE SET
                version = EXCLUDED.version, is_verified = EXCLUDED.is_verified, changed_at = EXCLUDED.changed_at
            WHERE contacts.version <= EXCLUDED.version
            """) == 1
    }
}
