import EventContracts
import Foundation
import Postgres

/// The fields of an account that sign-in needs.
package struct AccountCredentials: Sendable {
    package let account: AccountID
    package let passwordHash: String
    package let isActive: Bool
    package let isSuspended: Bool
    package let revocationVersion: Int64

    package init(
        account: AccountID, passwordHash: String, isActive: Bool, isSuspended: Bool, revocationVersion: Int64
    ) {
        self.account = account
        self.passwordHash = passwordHash
        self.isActive = isActive
        self.isSuspended = isSuspended
        self.revocationVersion = revocationVersion
    }
}

/// The fields of a new account.
package struct NewAccount: Sendable {
    package let account: AccountID
    package let emailSealed: [UInt8]
    package let emailIndex: [UInt8]
    package let passwordHash: String
    package let locale: String
    package let timeZone: String
    package let acceptedTerms: String
    package let createdAt: Date
    /// `AccountDetails`, sealed; nil if all are missing.
    package let detailsSealed: [UInt8]?
    /// Keyed hash of the user name; nil without one.
    package let usernameIndex: [UInt8]?

    package init(
        account: AccountID, emailSealed: [UInt8], emailIndex: [UInt8], passwordHash: String, locale: String,
        timeZone: String, acceptedTerms: String, createdAt: Date, detailsSealed: [UInt8]? = nil,
        usernameIndex: [UInt8]? = nil
    ) {
        self.account = account
        self.emailSealed = emailSealed
        self.emailIndex = emailIndex
        self.passwordHash = passwordHash
        self.locale = locale
        self.timeZone = timeZone
        self.acceptedTerms = acceptedTerms
        self.createdAt = createdAt
        self.detailsSealed = detailsSealed
        self.usernameIndex = usernameIndex
    }
}

/// The table `accounts`.
package enum AccountRepository {
    /// Inserts an account.
    ///
    /// - Returns: False if the address is taken.
    package static func insert(_ new: NewAccount, in transaction: borrowing Transaction) async throws -> Bool {
        try await transaction.execute(
            """
            INSERT INTO accounts (account_id, email_sealed, email_index, password_hash, locale, time_zone,
                accepted_terms, terms_accepted_at, created_at, updated_at, details_sealed, username_index)
            VALUES (\(new.account.uuid), \(new.emailSealed), \(new.emailIndex), \(new.passwordHash), \(new.locale),
                \(new.timeZone), \(new.acceptedTerms), \(new.createdAt), \(new.createdAt), \(new.createdAt),
                \(new.detailsSealed), \(new.usernameIndex))
            ON CONFLICT (email_index) DO NOTHING
            """) == 1
    }

    /// The account of an address or username, by its keyed hash.
    package static func credentials(
        emailIndex: [UInt8], in database: some PostgresQuerying
    ) async throws -> AccountCredentials? {
        let rows = try await database.query(
            """
            SELECT account_id, password_hash, status IN ('active', 'erasing'), status = 'suspended', revocation_version
            FROM accounts WHERE email_index = \(emailIndex) OR username_index = \(emailIndex)
            """)
        return try rows.first.map { row in
            let (account, hash, isActive, isSuspended, version) = try row.decode(
                UUID.self, String.self, Bool.self, Bool.self, Int64.self)
            return AccountCredentials(
                account: AccountID(account), passwordHash: hash, isActive: isActive, isSuspended: isSuspended,
                revocationVersion: version)
        }
    }

    /// The account of an address or username, and whether the person has signed in from a network before, by its keyed
    /// hash; one statement whether or not the account exists.
    package static func signIn(
        index: [UInt8], from network: [UInt8], in database: some PostgresQuerying
    ) async throws -> (account: AccountCredentials, isKnownNetwork: Bool)? {
        try await database.query(
            """
            SELECT a.account_id, a.password_hash, a.status IN ('active', 'erasing'), a.status = 'suspended',
                a.revocation_version, EXISTS (
                    SELECT 1 FROM sign_in_networks n
                    WHERE n.account_id = a.account_id AND n.network_hash = \(network))
            FROM accounts a WHERE a.email_index = \(index) OR a.username_index = \(index)
            """
        ).first.map { row in
            let (account, hash, isActive, isSuspended, version, isKnown) = try row.decode(
                UUID.self, String.self, Bool.self, Bool.self, Int64.self, Bool.self)
            return (
                AccountCredentials(
                    account: AccountID(account), passwordHash: hash, isActive: isActive, isSuspended: isSuspended,
                    revocationVersion: version), isKnown
            )
        }
    }

    /// Records the acceptance of a version of the terms.
    package static func acceptTerms(
        _ version: String, by account: AccountID, at now: Date, in database: some PostgresQuerying
    ) async throws {
        try await database.execute(
            """
            UPDATE accounts SET accepted_terms = \(version), terms_accepted_at = \(now), updated_at = \(now),
                version = version + 1
            WHERE account_id = \(account.uuid)
            """)
    }

    /// The account's language.
    package static func locale(of account: AccountID, in database: some PostgresQuerying) async throws -> String? {
        let rows = try await database.lookUp("SELECT locale FROM accounts WHERE account_id = \(account.uuid)")
        return try rows.first?.decode(String.self)
    }

    /// The account's time zone, an IANA name.
    package static func timeZone(of account: AccountID, in database: some PostgresQuerying) async throws -> String? {
        let rows = try await database.lookUp("SELECT time_zone FROM accounts WHERE account_id = \(account.uuid)")
        return try rows.first?.decode(String.self)
    }

    /// A page of accounts as their registration events, by id.
    package static func registrations(
        after account: AccountID?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [AccountRegistered] {
        let rows = try await transaction.query(
            """
            SELECT account_id, locale, time_zone, accepted_terms, created_at
            FROM accounts
            WHERE status <> 'erased' AND (\(account?.uuid)::uuid IS NULL OR account_id > \(account?.uuid)::uuid)
            ORDER BY account_id LIMIT \(limit)
            """)
        return try rows.map { row in
            let (id, locale, timeZone, terms, created) = try row.decode(
                UUID.self, String.self, String.self, String.self, Date.self)
            return AccountRegistered(
                accountID: AccountID(id), locale: locale, timeZone: timeZone, acceptedTerms: terms,
                registeredAt: created)
        }
    }
}
