import EventContracts
import Foundation
import Messaging
import Postgres
import Purchases

/// What people allow of what concerns shopping.
package struct ConsentRepository: Sendable {
    package init() {}

    /// Keeps what a person allows from now on.
    ///
    /// - Returns: False when it is not news.
    func save(_ told: ConsentChanged, in transaction: borrowing Transaction) async throws -> Bool {
        try await transaction.execute(
            """
            INSERT INTO consents (account_id, version, allowed)
            VALUES (\(told.accountID.uuid), \(told.version), \(told.allowed))
            ON CONFLICT (account_id) DO UPDATE SET version = EXCLUDED.version, allowed = EXCLUDED.allowed
            WHERE consents.version < EXCLUDED.version
            """) == 1
    }

    /// Some wishes without what the person does not allow.
    ///
    /// - Parameters:
    ///   - wishes: What was wished.
    ///   - account: Whose wishes they are.
    ///   - version: The consents that the gateway saw: what is known of earlier ones says nothing against it.
    ///   - transaction: Where it is looked up.
    /// - Returns: The same, or less.
    /// - Throws: A `PostgresError`.
    func masked(
        _ wishes: ShoppingWishes, of account: AccountID, orderedUnder version: Int64? = nil,
        in transaction: borrowing Transaction
    ) async throws -> ShoppingWishes {
        let rows = try await transaction.query(
            """
            SELECT allowed FROM consents
            WHERE account_id = \(account.uuid) AND version >= \(version ?? 0)
            """)
        guard let allowed = try rows.first?.decode([String].self) else { return wishes }
        return wishes.masked(
            location: allowed.contains(ConsentPurpose.location.rawValue),
            communityPrices: allowed.contains(ConsentPurpose.communityPrices.rawValue))
    }

    /// Whether the text of a person's receipts may be shown to a model that runs elsewhere, by the newest that is known; of
    /// whom nothing is known it may not.
    ///
    /// - Parameters:
    ///   - account: Whose receipts they are.
    ///   - isInCanada: Where the model is declared to be.
    ///   - transaction: Where it is looked up.
    /// - Returns: Nil when it may, else why not.
    /// - Throws: A `PostgresError`.
    func reasonNotToAsk(
        _ account: AccountID, isInCanada: Bool, in transaction: borrowing Transaction
    ) async throws -> ProductModelMetrics.Reason? {
        let rows = try await transaction.query("SELECT allowed FROM consents WHERE account_id = \(account.uuid)")
        let allowed = Set(try rows.first?.decode([String].self) ?? [])
        func allows(_ purpose: ConsentPurpose) -> Bool { allowed.contains(purpose.rawValue) }
        guard allows(.processing), allows(.remoteRecognition) else { return .refused }
        return isInCanada || allows(.recognitionOutsideCanada) ? nil : .refusedAbroad
    }
}
