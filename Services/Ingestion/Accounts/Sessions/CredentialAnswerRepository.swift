import EventContracts
import Foundation
import IngestionCore
import Postgres

/// An answer with tokens, sealed with the account's key.
struct CredentialAnswer: Sendable {
    let account: AccountID
    /// SHA-256 of the refresh token in the answer.
    let tokenHash: [UInt8]
    let status: Int
    let body: [UInt8]
}

/// The table `credential_answers`.
package enum CredentialAnswerRepository {
    /// The stored answer under a claim's key that may still be repeated to an address; the flag tells whether the
    /// request is the same.
    ///
    /// `network` is the keyed hash of the client's address; answers from before `limit` are not repeated.
    static func find(
        _ claim: IdempotencyClaim, from network: [UInt8], after limit: Date, at now: Date,
        in database: some PostgresQuerying
    ) async throws -> (answer: CredentialAnswer, isSameRequest: Bool)? {
        try await database.query(
            """
            SELECT c.account_id, c.token_hash, c.answer_status, c.answer_sealed, c.request_hash
            FROM credential_answers c
            JOIN refresh_tokens t ON t.token_hash = c.token_hash AND t.used_at IS NULL
            JOIN sessions s ON s.session_id = t.session_id AND s.ended_at IS NULL AND s.expires_at > \(now)
            JOIN accounts a ON a.account_id = c.account_id AND a.status IN ('active', 'erasing')
            WHERE c.scope = \(claim.scope) AND c.key_hash = \(claim.keyHash) AND c.network = \(network)
                AND c.created_at > \(limit)
            """
        ).first.map { row in
            let (account, token, status, body, hash) = try row.decode(
                UUID.self, [UInt8].self, Int32.self, [UInt8].self, [UInt8].self)
            let answer = CredentialAnswer(
                account: AccountID(account), tokenHash: token, status: Int(status), body: body)
            return (answer, hash == claim.requestHash)
        }
    }

    /// Stores the answer to a request, in the next round trips of the transaction that opens or renews its session.
    ///
    /// Waits for another transaction that stores under the same key, as long as `lock_timeout` allows, and then fails.
    static func store(
        _ answer: CredentialAnswer, for claim: IdempotencyClaim, from network: [UInt8], after limit: Date, at now: Date,
        in transaction: borrowing Transaction
    ) throws {
        try transaction.executeLater("SET LOCAL lock_timeout = '2s'")
        // Replaces an answer that is no longer repeated.
        try transaction.executeLater(
            """
            DELETE FROM credential_answers c
            WHERE scope = \(claim.scope) AND key_hash = \(claim.keyHash) AND network = \(network)
                AND (created_at <= \(limit) OR NOT EXISTS (
                    SELECT 1 FROM refresh_tokens t JOIN sessions s USING (session_id)
                    WHERE t.token_hash = c.token_hash AND t.used_at IS NULL AND s.ended_at IS NULL
                        AND s.expires_at > \(now)))
            """)
        try transaction.executeLater(
            """
            INSERT INTO credential_answers (scope, key_hash, network, request_hash, account_id, token_hash,
                answer_status, answer_sealed, created_at)
            VALUES (\(claim.scope), \(claim.keyHash), \(network), \(claim.requestHash), \(answer.account.uuid),
                \(answer.tokenHash), \(Int32(answer.status)), \(answer.body), \(now))
            """)
    }

    /// Deletes the answers of an account, because a sign-in method has changed.
    static func forget(of account: AccountID, in transaction: borrowing Transaction) async throws {
        try await transaction.execute("DELETE FROM credential_answers WHERE account_id = \(account.uuid)")
    }

    /// Deletes answers stored before an instant.
    package static func prune(before limit: Date, maxCount: Int, in database: some PostgresQuerying) async throws -> Int
    {
        try await database.execute(
            """
            DELETE FROM credential_answers WHERE (scope, key_hash, network) IN (
                SELECT scope, key_hash, network FROM credential_answers WHERE created_at < \(limit) LIMIT \(maxCount))
            """)
    }
}
