import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing

/// The table `notification_preferences`; its rows are read as the event that published them.
package enum NotificationPreferencesRepository {
    private static let columns =
        "account_id, version, channels, quiet_from, quiet_to, digest_at, addressed, addresses, updated_at"

    /// A person's preferences; nil if none were set.
    package static func find(
        _ account: AccountID, in database: some PostgresQuerying
    ) async throws -> NotificationPreferencesChanged? {
        let rows = try await database.lookUp(
            "SELECT \(raw: columns) FROM notification_preferences WHERE account_id = \(account.uuid)")
        return try rows.first.map(preferences)
    }

    /// Replaces a person's preferences.
    ///
    /// - Returns: False if the previous version is no longer current.
    package static func save(
        _ new: NotificationPreferencesChanged, in transaction: borrowing Transaction
    ) async throws -> Bool {
        try await transaction.execute(
            """
            INSERT INTO notification_preferences (\(raw: columns))
            VALUES (
                \(new.accountID.uuid), \(new.version), \(try PostgresJSON(new.channels)), \(new.quietHours?.from),
                \(new.quietHours?.to), \(new.digestAt), \(new.addressed), \(new.addresses?.bytes), \(new.changedAt))
            ON CONFLICT (account_id) DO UPDATE SET
                version = EXCLUDED.version, channels = EXCLUDED.channels, quiet_from = EXCLUDED.quiet_from,
                quiet_to = EXCLUDED.quiet_to, digest_at = EXCLUDED.digest_at, addressed = EXCLUDED.addressed,
                addresses = EXCLUDED.addresses, updated_at = EXCLUDED.updated_at
            WHERE notification_preferences.version = EXCLUDED.version - 1
            """) == 1
    }

    /// The preferences of several people; locked until the transaction ends, so that no later change can overtake them.
    package static func lock(
        of accounts: [AccountID], in transaction: borrowing Transaction
    ) async throws -> [NotificationPreferencesChanged] {
        try await transaction.query(
            """
            SELECT \(raw: columns) FROM notification_preferences
            WHERE account_id = ANY (\(accounts.map(\.uuid))) ORDER BY account_id FOR SHARE
            """
        ).map(preferences)
    }

    private static func preferences(_ row: PostgresRow) throws -> NotificationPreferencesChanged {
        let (account, version, channels, from, to, digest, addressed, addresses, updated) = try row.decode(
            UUID.self, Int64.self, PostgresJSON.self, String?.self, String?.self, String?.self, [String].self,
            [UInt8]?.self, Date.self)
        var quiet: QuietSpan?
        if let from, let to { quiet = QuietSpan(from: from, to: to) }
        return NotificationPreferencesChanged(
            accountID: AccountID(account), version: version, channels: try channels.value(as: [String: [String]].self),
            quietHours: quiet, digestAt: digest, addressed: addressed,
            addresses: addresses.map { Sealed(bytes: $0) }, changedAt: updated)
    }
}
