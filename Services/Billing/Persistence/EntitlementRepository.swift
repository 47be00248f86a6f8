import EventContracts
import Foundation
import Messaging
import Postgres

/// The last published entitlement of each account.
package enum EntitlementRepository {
    /// Locks an account's entitlement until the transaction ends; taken after all other locks.
    static func lock(_ account: AccountID, in transaction: borrowing Transaction) async throws {
        _ = try await transaction.query(
            "SELECT pg_advisory_xact_lock(hashtextextended(\("billing/entitlement/\(account)"), 0))::text")
    }

    /// The last published entitlement; nil if none.
    static func read(_ account: AccountID, in transaction: borrowing Transaction) async throws -> EntitlementChanged? {
        try await transaction.query("SELECT body FROM entitlements WHERE account_id = \(account.uuid)")
            .first.map { try $0.decode(PostgresJSON.self).value() }
    }

    /// Stores the published entitlement.
    static func save(_ told: EntitlementChanged, in transaction: borrowing Transaction) async throws {
        let body = try PostgresJSON(told)
        try await transaction.execute(
            """
            INSERT INTO entitlements (account_id, version, body)
            VALUES (\(told.accountID.uuid), \(told.version), \(body))
            ON CONFLICT (account_id) DO UPDATE SET version = EXCLUDED.version, body = EXCLUDED.body
            """)
    }

    /// A page of published entitlements, in the order of the accounts.
    static func page(
        after cursor: AccountID?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [EntitlementChanged] {
        try await transaction.query(
            """
            SELECT body FROM entitlements WHERE \(cursor?.uuid)::uuid IS NULL OR account_id > \(cursor?.uuid)
            ORDER BY account_id LIMIT \(limit)
            """
        ).map { try $0.decode(PostgresJSON.self).value() }
    }
}
