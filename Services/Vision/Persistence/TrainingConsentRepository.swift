import EventContracts
import Messaging
import Postgres

/// People's consents to training of shared models.
package enum TrainingConsentRepository {
    /// Stores the training consent of a version, unless a newer one is stored.
    ///
    /// - Returns: Whether training is allowed, and whether that changed.
    package static func save(
        _ mayTrain: Bool, version: Int64, of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> (mayTrain: Bool, isNews: Bool) {
        let rows = try await transaction.query(
            "SELECT version, may_train FROM consents WHERE account_id = \(account.uuid) FOR UPDATE")
        let known = try rows.first?.decode(Int64.self, Bool.self)
        if let known, known.0 >= version { return (known.1, false) }
        try await transaction.execute(
            """
            INSERT INTO consents AS known (account_id, version, may_train)
            VALUES (\(account.uuid), \(version), \(mayTrain))
            ON CONFLICT (account_id) DO UPDATE SET version = EXCLUDED.version, may_train = EXCLUDED.may_train
            WHERE known.version < EXCLUDED.version
            """)
        return (mayTrain, (known?.1 ?? false) != mayTrain)
    }
}
