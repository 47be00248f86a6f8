import EventContracts
import Foundation
import Messaging
import Postgres

/// Used trials by account and card; kept beyond the subscription.
package enum TrialRepository {
    /// Whether a person has had a trial.
    static func had(_ account: AccountID, in transaction: borrowing Transaction) async throws -> Bool {
        try await !transaction.query("SELECT true FROM trials WHERE account_id = \(account.uuid)").isEmpty
    }

    /// Records the start of a trial, unless the person or the card has had one; concurrent trials with the same card
    /// wait.
    ///
    /// - Parameters:
    ///   - account: The person, locked by the caller.
    ///   - subscription: The subscription that begins with it.
    ///   - card: Keyed hash of the card; nil if the provider does not identify it.
    ///   - now: The current time.
    ///   - end: The end of the trial.
    ///   - transaction: The transaction.
    /// - Returns: The reason for a refusal; nil if the trial begins.
    /// - Throws: A `PostgresError`.
    static func begin(
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
