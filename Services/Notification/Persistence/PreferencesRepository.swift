import EventContracts
import Foundation
import Messaging
import NotificationRules
import Postgres

/// Notification preferences.
package enum PreferencesRepository {
    /// Stores a person's preferences, unless a newer version is stored.
    package static func save(_ change: NotificationPreferencesChanged, in transaction: borrowing Transaction) throws {
        try transaction.executeLater(
            """
            INSERT INTO preferences (account_id, version, channels, quiet_from, quiet_to, digest_at)
            VALUES (
                \(change.accountID.uuid), \(change.version), \(try PostgresJSON(change.channels)),
                \(change.quietHours?.from), \(change.quietHours?.to), \(change.digestAt))
            ON CONFLICT (account_id) DO UPDATE SET
                version = EXCLUDED.version, channels = EXCLUDED.channels, quiet_from = EXCLUDED.quiet_from,
                quiet_to = EXCLUDED.quiet_to, digest_at = EXCLUDED.digest_at
            WHERE preferences.version < EXCLUDED.version
            """)
    }

    /// The preferences of several accounts; accounts without any are omitted.
    static func find(
        of accounts: some Sequence<AccountID>, in transaction: borrowing Transaction
    ) async throws -> [AccountID: DeliveryPreferences] {
        let rows = try await transaction.query(
            """
            SELECT account_id, channels, quiet_from, quiet_to, digest_at FROM preferences
            WHERE account_id = ANY (\(Array(Set(accounts.map(\.uuid)))))
            """)
        var found: [AccountID: DeliveryPreferences] = [:]
        for row in rows {
            let (account, channels, from, to, digest) = try row.decode(
                UUID.self, PostgresJSON.self, String?.self, String?.self, String?.self)
            found[AccountID(account)] = Self.preferences(
                try channels.value(as: [String: [String]].self), from: from, to: to, digest: digest)
        }
        return found
    }

    /// Codes of a newer gateway that this service does not know are left out.
    private static func preferences(
        _ channels: [String: [String]], from: String?, to: String?, digest: String?
    ) -> DeliveryPreferences {
        var chosen: [NotificationKind: Set<NotificationChannel>] = [:]
        for (kind, names) in channels {
            if let kind = NotificationKind(rawValue: kind) {
                chosen[kind] = Set(names.compactMap(NotificationChannel.init))
            }
        }
        var quiet: QuietHours?
        if let from = from.flatMap(TimeOfDay.init), let to = to.flatMap(TimeOfDay.init) {
            quiet = QuietHours(from: from, to: to)
        }
        return DeliveryPreferences(channels: chosen, quietHours: quiet, digestAt: digest.flatMap(TimeOfDay.init))
    }
}
