import EventContracts
import Foundation
import Postgres

/// The table `sign_in_networks`: the networks people have signed in from, as keyed hashes of addresses.
package enum SignInNetworkRepository {
    /// Maximum number of networks per person; the most recently used are kept.
    package static let maxPerAccount: Int64 = 20
    /// How long an unused network is kept, in seconds.
    package static let life: TimeInterval = 180 * 86_400

    /// Records a sign-in from a network.
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
                ORDER BY last_at DESC, network_hash OFFSET \(maxPerAccount))
            """)
    }

    /// Whether the person has signed in from a network before.
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

    /// Deletes all networks of a person.
    package static func forgetAll(of account: AccountID, in transaction: borrowing Transaction) async throws {
        try await transaction.execute("DELETE FROM sign_in_networks WHERE account_id = \(account.uuid)")
    }

    /// Deletes networks last used before an instant.
    package static func prune(before limit: Date, maxCount: Int, in database: some PostgresQuerying) async throws -> Int
    {
        try await database.execute(
            """
            DELETE FROM sign_in_networks WHERE (account_id, network_hash) IN (
                SELECT account_id, network_hash FROM sign_in_networks WHERE last_at < \(limit) LIMIT \(maxCount))
            """)
    }
}
