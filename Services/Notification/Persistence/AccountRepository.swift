import EventContracts
import Postgres

/// Locale and time zone of each person, as the gateway told them.
package struct AccountRepository: Sendable {
    package init() {}

    /// Remembers, or replaces, what is known of a person.
    package func save(
        _ account: AccountID, locale: String, timeZone: String, in transaction: borrowing Transaction
    ) async throws {
        try await transaction.execute(
            """
            INSERT INTO accounts (account_id, locale, time_zone)
            VALUES (\(account.uuid), \(locale), \(timeZone))
            ON CONFLICT (account_id) DO UPDATE SET locale = EXCLUDED.locale, time_zone = EXCLUDED.time_zone
            """)
    }

    /// The person's locale, or nil while nothing is known of the person.
    package func locale(of account: AccountID, in transaction: borrowing Transaction) async throws -> String? {
        try await transaction.query("SELECT locale FROM accounts WHERE account_id = \(account.uuid)").first?
            .decode(String.self)
    }
}
