import EventContracts
import Foundation
import Postgres

/// Which version of each person's contact is known.
package struct ContactRepository: Sendable {
    package init() {}

    /// Remembers a person's contact, unless something newer is known.
    ///
    /// - Returns: Whether it counts; the same version does again, so that what hangs on it can be rebuilt.
    func save(_ change: ContactChanged, in transaction: borrowing Transaction) async throws -> Bool {
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
