import EventContracts
import Foundation
import NotificationRules
import Postgres

/// A delivery target of a person: a browser or an address.
package struct StoredTarget: Sendable, Equatable {
    package let id: UUID
    package let account: AccountID
    package let channel: NotificationChannel
    /// The sealed address and keys.
    package let details: [UInt8]

    package init(id: UUID, account: AccountID, channel: NotificationChannel, details: [UInt8]) {
        self.id = id
        self.account = account
        self.channel = channel
        self.details = details
    }
}

/// Delivery targets outside the inbox.
package enum TargetRepository {
    /// Stores or replaces a target.
    package static func save(_ target: StoredTarget, at now: Date, in transaction: borrowing Transaction) throws {
        try transaction.executeLater(
            """
            INSERT INTO targets (target_id, account_id, channel, details, changed_at)
            VALUES (\(target.id), \(target.account.uuid), \(target.channel), \(target.details), \(now))
            ON CONFLICT (target_id) DO UPDATE SET details = EXCLUDED.details, changed_at = EXCLUDED.changed_at
            """)
    }

    /// Removes a target.
    package static func remove(_ target: UUID, of account: AccountID, in transaction: borrowing Transaction) throws {
        try transaction.executeLater(
            "DELETE FROM targets WHERE target_id = \(target) AND account_id = \(account.uuid)")
    }

    /// Deletes targets that no longer exist.
    static func remove(_ targets: [UUID], in transaction: borrowing Transaction) async throws {
        guard !targets.isEmpty else { return }
        try await transaction.execute("DELETE FROM targets WHERE target_id = ANY (\(targets))")
    }

    /// The channels of several people, without the details of their targets.
    static func channels(
        of accounts: some Sequence<AccountID>, in transaction: borrowing Transaction
    ) async throws -> [AccountID: [(id: UUID, channel: NotificationChannel)]] {
        let rows = try await transaction.query(
            """
            SELECT account_id, target_id, channel FROM targets
            WHERE account_id = ANY (\(Array(Set(accounts.map(\.uuid))))) ORDER BY target_id
            """)
        var found: [AccountID: [(UUID, NotificationChannel)]] = [:]
        for row in rows {
            let (account, target, channel) = try row.decode(UUID.self, UUID.self, NotificationChannel.self)
            found[AccountID(account), default: []].append((target, channel))
        }
        return found
    }
}

extension NotificationChannel: PostgresEncodable, PostgresDecodable, PostgresArrayElement {}
extension NotificationKind: PostgresEncodable, PostgresDecodable, PostgresArrayElement {}
