import EventContracts
import Postgres

/// Locale and time zone of each person, as the gateway told them.
package struct AccountRepository: Sendable {
    package init() {}

    /// Remembers, or replaces, what is known of a person.
    package func save(
        _ account: AccountID, locale: String, timeZone: String, in transaction: borrowing Transaction
    ) throws {
        try transaction.executeLater(
            """
            INSERT INTO accounts (account_id, locale, time_zone)
            VALUES (\(account.uuid), \(locale), \(timeZone))
            ON CONFLICT (account_id) DO UPDATE SET locale = EXCLUDED.locale, time_zone = EXCLUDED.time_zone
            """)
    }

    /// Locale and time zone of a person, or nil while nothing is known of the person.
    package func find(
        _ account: AccountID, in transaction: borrowing Transaction
    ) async throws -> (locale: String, timeZone: String)? {
        try await transaction.query("SELECT locale, time_zone FROM accounts WHERE account_id = \(account.uuid)").first
            .map { try $0.decode(String.self, String.self) }
    }
}
