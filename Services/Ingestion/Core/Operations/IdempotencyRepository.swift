import EventContracts
import Foundation
import Postgres

/// A client's requirement that a POST has one effect, however often it is sent.
package struct IdempotencyClaim: Sendable {
    /// The owner of the keys: an account id, or the keyed hash of the name in an unauthenticated request.
    package let scope: [UInt8]
    /// Keyed hash of the `Idempotency-Key`.
    package let keyHash: [UInt8]
    /// Keyed hash of method, path, canonical body and, with a photo, its SHA-256.
    package let requestHash: [UInt8]
}

/// The result of the first request with a key.
package enum FirstAnswer: Sendable {
    case operation(OperationID)
    /// The answer itself, sealed with the account's key.
    case sealed(account: AccountID, status: Int, body: [UInt8])
}

/// The table `idempotency_keys`.
package enum IdempotencyRepository {
    /// The stored result for the claim's key; the flag tells whether it was for the same request.
    package static func find(
        _ claim: IdempotencyClaim, in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> (answer: FirstAnswer, isSameRequest: Bool)? {
        let rows = try await database.lookUp(
            """
            SELECT request_hash, operation_id, answer_account, answer_status, answer_sealed
            FROM idempotency_keys WHERE scope = \(claim.scope) AND key_hash = \(claim.keyHash)
            """)
        guard let row = rows.first else { return nil }
        let (hash, operation, account, status, sealed) = try row.decode(
            [UInt8].self, UUID?.self, UUID?.self, Int32?.self, [UInt8]?.self)
        if let operation { return (.operation(OperationID(operation)), hash == claim.requestHash) }
        guard let account, let status, let sealed else { throw UnknownStoredValue(column: "idempotency_keys") }
        return (.sealed(account: AccountID(account), status: Int(status), body: sealed), hash == claim.requestHash)
    }

    /// Stores the result of the request, in the next round trip of the transaction.
    ///
    /// Waits for another transaction that is storing under the same key, as long as `lock_timeout` allows. If the key
    /// was taken meanwhile, the transaction fails with an error that `isTaken` recognizes.
    package static func store(
        _ answer: FirstAnswer, for claim: IdempotencyClaim, at now: Date, in transaction: borrowing Transaction
    ) throws {
        var operation: UUID?
        var sealed: (account: UUID, status: Int32, body: [UInt8])?
        switch answer {
        case .operation(let id): operation = id.uuid
        case .sealed(let account, let status, let body): sealed = (account.uuid, Int32(status), body)
        }
        try transaction.executeLater("SET LOCAL lock_timeout = '2s'")
        try transaction.executeLater(
            """
            INSERT INTO idempotency_keys (scope, key_hash, request_hash, operation_id, answer_account, answer_status,
                answer_sealed, created_at)
            VALUES (\(claim.scope), \(claim.keyHash), \(claim.requestHash), \(operation), \(sealed?.account),
                \(sealed?.status), \(sealed?.body), \(now))
            """)
    }

    /// Stores the operations of some requests whose keys are not taken, and returns these operations.
    ///
    /// Waits for another transaction that is storing under one of the keys, as long as `lock_timeout` allows.
    static func taking(
        _ claims: [(claim: IdempotencyClaim, operation: OperationRecord)], in transaction: borrowing Transaction
    ) throws -> SQL {
        let scopes = claims.map(\.claim.scope), keys = claims.map(\.claim.keyHash)
        let requests = claims.map(\.claim.requestHash), operations = claims.map(\.operation.id.uuid)
        let times = claims.map(\.operation.createdAt)
        try transaction.executeLater("SET LOCAL lock_timeout = '2s'")
        return """
            INSERT INTO idempotency_keys (scope, key_hash, request_hash, operation_id, created_at)
            SELECT scope, key_hash, request_hash, operation_id, created_at
            FROM unnest(\(scopes), \(keys), \(requests), \(operations), \(times))
                AS claims (scope, key_hash, request_hash, operation_id, created_at)
            ORDER BY scope, key_hash
            ON CONFLICT DO NOTHING RETURNING operation_id
            """
    }

    /// Whether a transaction failed because another one had stored the same key.
    package static func isTaken(_ error: any Error) -> Bool {
        (error as? PostgresError)?.constraint == "idempotency_keys_pkey"
    }

    /// Deletes keys stored before an instant.
    package static func prune(before limit: Date, maxCount: Int, in database: some PostgresQuerying) async throws -> Int
    {
        try await database.execute(
            """
            DELETE FROM idempotency_keys WHERE (scope, key_hash) IN (
                SELECT scope, key_hash FROM idempotency_keys WHERE created_at < \(limit) LIMIT \(maxCount))
            """)
    }
}
