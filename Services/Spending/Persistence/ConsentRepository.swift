import EventContracts
import Foundation
import Messaging
import Postgres
import Purchases

/// People's consents that affect shopping.
package enum ConsentRepository {
    /// Stores a person's consents.
    ///
    /// - Returns: False if they are not newer.
    static func save(_ published: ConsentChanged, in transaction: borrowing Transaction) async throws -> Bool {
        try await transaction.execute(
            """
            INSERT INTO consents (account_id, version, allowed)
            VALUES (\(published.accountID.uuid), \(published.version), \(published.allowed))
            ON CONFLICT (account_id) DO UPDATE SET version = EXCLUDED.version, allowed = EXCLUDED.allowed
            WHERE consents.version < EXCLUDED.version
            """) == 1
    }

    /// Removes preferences without consent.
    ///
    /// - Parameters:
    ///   - preferences: The preferences.
    ///   - account: The account.
    ///   - version: The version of the consents checked by the gateway; earlier ones are not applied.
    ///   - transaction: The transaction to use.
    /// - Returns: The allowed preferences.
    /// - Throws: A `PostgresError`.
    static func masked(
        _ preferences: ShoppingPreferences, of account: AccountID, orderedUnder version: Int64? = nil,
        in transaction: borrowing Transaction
    ) async throws -> ShoppingPreferences {
        let rows = try await transaction.query(
            """
            SELECT allowed FROM consents
            WHERE account_id = \(account.uuid) AND version >= \(version ?? 0)
            """)
        guard let allowed = try rows.first?.decode([String].self) else { return preferences }
        return preferences.masked(
            location: allowed.contains(ConsentPurpose.location.rawValue),
            communityPrices: allowed.contains(ConsentPurpose.communityPrices.rawValue))
    }

    /// The reason why receipt text must not be sent to an external model, by the latest known consents; without known
    /// consents it must not.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - isInCanada: Whether the model is declared to be in Canada.
    ///   - transaction: The transaction to use.
    /// - Returns: Nil if it is allowed, else the reason.
    /// - Throws: A `PostgresError`.
    static func reasonNotToAsk(
        _ account: AccountID, isInCanada: Bool, in transaction: borrowing Transaction
    ) async throws -> ProductModelMetrics.Reason? {
        let rows = try await transaction.query("SELECT allowed FROM consents WHERE account_id = \(account.uuid)")
        let allowed = Set(try rows.first?.decode([String].self) ?? [])
        func allows(_ purpose: ConsentPurpose) -> Bool { allowed.contains(purpose.rawValue) }
        guard allows(.processing), allows(.remoteRecognition) else { return .refused }
        return isInCanada || allows(.recognitionOutsideCanada) ? nil : .refusedAbroad
    }
}
