import EventContracts
import Foundation
import Postgres

/// The table `sign_in_networks`: from where people have signed in, as keyed hashes of addresses.
package enum SignInNetworkRepository {
    /// Most that are kept of a person; those used last stay.
    package static let most: Int64 = 20
    /// For how long one is kept that is not used any more, in seconds.
    package static let life: TimeInterval = 180 * 86_400

    /// Notes that somebody has signed in from there.
    package static func remember(
        _ network: [UInt8], of account: AccountID, at now: Date, in transaction: borrowing Transaction
    ) async throws {
        try await transaction.execute(
            """
            INSERT INTO sign_in_networks AS known (account_id, network_hash, last_at)
            VALUES (\(account.uuid), \(network), \(now))
            ON CONFLICT (account_id, network_hash) DO UPDATE SET last_at = greatest(known.last_at, excluded.last_at)
            """)
        try await transaction.execute(
            """
            DELETE FROM sign_in_networks WHERE account_id = \(account.uuid) AND network_hash IN (
                SELECT network_hash FROM sign_in_networks WHERE account_id = \(account.uuid)
                ORDER BY last_at DESC, network_hash OFFSET \(most))
            """)
    }

    /// Whether somebody has signed in from there.
    package static func knows(
        _ network: [UInt8], of account: AccountID, in database: some PostgresQuerying
    ) async throws -> Bool {
        try await !database.query(
            """
            SELECT 1 FROM sign_in_networks
            WHERE account_id = \(account.uuid) AND network_hash = \(network)
            """
        ).isEmpty
    }

    /// Forgets them all.
    package static func forgetAll(of account: AccountID, in transaction: borrowing Transaction) async throws {
        try await transaction.execute("DELETE FROM sign_in_networks WHERE account_id = \(account.uuid)")
    }

    /// Removes those that were used last before an instant.
    package static func prune(before limit: Date, most: Int, in database: some PostgresQuerying) async throws -> Int {
        try await database.execute(
            """
            DELETE FROM sign_in_networks WHERE (account_id, network_hash) IN (
                SELECT account_id, network_hash FROM sign_in_networks WHERE last_at < \(limit) LIMIT \(most))
            """)
    }
}
