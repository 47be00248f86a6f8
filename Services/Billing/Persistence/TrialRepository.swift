import EventContracts
import Foundation
import Messaging
import Postgres

/// Used trials by account and card; kept beyond the subscription.
package struct TrialRepository: Sendable {
    package init() {}

    /// Whether a person has had one.
    func had(_ account: AccountID, in transaction: borrowing Transaction) async throws -> Bool {
        try await !transaction.query("SELECT true FROM trials WHERE account_id = \(account.uuid)").isEmpty
    }

    /// Keeps that a trial begins, unless the person or the card has had one; whoever begins one with the same card waits.
    ///
    /// - Parameters:
    ///   - account: The person, whom the caller has locked.
    ///   - subscription: What begins with it.
    ///   - card: Keyed hash of the card; nil where the provider does not say which card it is.
    ///   - now: The time.
    ///   - end: When it ends.
    ///   - transaction: Where it begins.
    /// - Returns: Why not; nil when it begins.
    /// - Throws: A `PostgresError`.
    func begin(
        of account: AccountID, with subscription: SubscriptionID, card: [UInt8]?, from now: Date, until end: Date,
        in transaction: borrowing Transaction
    ) async throws -> TrialRefusal? {
        if try await had(account, in: transaction) { return .personHadOne }
        if let card {
            let isNew = try await transaction.execute(
                "INSERT INTO trial_cards (card_hash) VALUES (\(card)) ON CONFLICT DO NOTHING")
            if isNew == 0 { return .cardHadOne }
        }
        try await transaction.execute(
            """
            INSERT INTO trials (account_id, subscription_id, started_at, ends_at)
            VALUES (\(account.uuid), \(subscription.uuid), \(now), \(end))
            """)
        return nil
    }
}
