import EventContracts
import Foundation
import Messaging
import Postgres

/// Locale and time zone of each person, as published by the gateway.
package enum AccountRepository {
    private static let ahead = ReadAhead<AccountID, (locale: String, timeZone: String)>()

    /// Reads the data of people in advance.
    static func readAhead(_ accounts: some Sequence<AccountID>) -> AheadQuery {
        let accounts = Set(accounts)
        return Self.ahead.query(
            accounts,
            "SELECT account_id, locale, time_zone FROM accounts WHERE account_id = ANY (\(accounts.map(\.uuid)))"
        ) { row in
            let (account, locale, timeZone) = try row.decode(UUID.self, String.self, String.self)
            return (AccountID(account), (locale, timeZone))
        }
    }

    /// Stores or replaces the account data.
    package static func save(
        _ account: AccountID, locale: String, timeZone: String, in transaction: borrowing Transaction
    ) throws {
        Self.ahead.drop(account, in: transaction)
        try transaction.executeLater(
            """
            INSERT INTO accounts (account_id, locale, time_zone)
            VALUES (\(account.uuid), \(locale), \(timeZone))
            ON CONFLICT (account_id) DO UPDATE SET locale = EXCLUDED.locale, time_zone = EXCLUDED.time_zone
            """)
    }

    /// The time zones of several accounts; unknown accounts are omitted.
    static func timeZones(
        of accounts: some Sequence<AccountID>, in transaction: borrowing Transaction
    ) async throws -> [AccountID: TimeZone] {
        let rows = try await transaction.query(
            "SELECT account_id, time_zone FROM accounts WHERE account_id = ANY (\(Array(Set(accounts.map(\.uuid)))))")
        var zones: [AccountID: TimeZone] = [:]
        for row in rows {
            let (account, name) = try row.decode(UUID.self, String.self)
            zones[AccountID(account)] = TimeZone(identifier: name)
        }
        return zones
    }

    /// Locale and time zone of several accounts; unknown accounts are omitted.
    static func people(
        _ accounts: some Sequence<AccountID>, in transaction: borrowing Transaction
    ) async throws -> [AccountID: (locale: String, timeZone: String)] {
        let rows = try await transaction.query(
            """
            SELECT account_id, locale, time_zone FROM accounts
            WHERE account_id = ANY (\(Array(Set(accounts.map(\.uuid)))))
            """)
        var people: [AccountID: (locale: String, timeZone: String)] = [:]
        for row in rows {
            let (account, locale, timeZone) = try row.decode(UUID.self, String.self, String.self)
            people[AccountID(account)] = (locale, timeZone)
        }
        return people
    }

    /// A page of people, in the order of their ids.
    static func page(
        after account: AccountID?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [(account: AccountID, locale: String)] {
        try await transaction.query(
            """
            SELECT account_id, locale FROM accounts
            WHERE \(account?.uuid)::uuid IS NULL OR account_id > \(account?.uuid)
            ORDER BY account_id LIMIT \(limit)
            """
        ).map { row in
            let (account, locale) = try row.decode(UUID.self, String.self)
            return (AccountID(account), locale)
        }
    }

    /// Locale and time zone of a person; nil if the account is unknown.
    package static func find(
        _ account: AccountID, in transaction: borrowing Transaction
    ) async throws -> (locale: String, timeZone: String)? {
        if let known = Self.ahead.row(account, in: transaction) { return known }
        return try await transaction.query("SELECT locale, time_zone FROM accounts WHERE account_id = \(account.uuid)")
            .first
            .map { try $0.decode(String.self, String.self) }
    }
}
