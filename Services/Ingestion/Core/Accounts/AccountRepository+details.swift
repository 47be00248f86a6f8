import EventContracts
import Foundation
import Postgres

/// An account in the form for its owner, with personal fields still sealed.
package struct StoredAccount: Sendable {
    package let account: AccountID
    package let version: Int64
    package let emailSealed: [UInt8]
    package let emailIndex: [UInt8]
    package let isVerified: Bool
    package let detailsSealed: [UInt8]?
    package let passwordHash: String
    /// Whether the hash belongs to a usable password.
    package let hasPassword: Bool
    package let locale: String
    package let timeZone: String
    package let acceptedTerms: String
    package let createdAt: Date
}

/// The fields of an account to change.
package struct AccountChange: Sendable {
    /// The sealed address, and its keyed hash.
    package var email: (sealed: [UInt8], index: [UInt8])?
    package var passwordHash: String?
    /// The sealed optional facts; nil if the account has none.
    package var detailsSealed: [UInt8]?
    package var usernameIndex: [UInt8]?
    package var locale: String
    package var timeZone: String

    package init(
        email: (sealed: [UInt8], index: [UInt8])? = nil, passwordHash: String? = nil, detailsSealed: [UInt8]? = nil,
        usernameIndex: [UInt8]? = nil, locale: String, timeZone: String
    ) {
        self.email = email
        self.passwordHash = passwordHash
        self.detailsSealed = detailsSealed
        self.usernameIndex = usernameIndex
        self.locale = locale
        self.timeZone = timeZone
    }
}

extension AccountRepository {
    /// A complete account; nil if it does not exist, or is not active.
    package static func read(_ account: AccountID, in database: some PostgresQuerying) async throws -> StoredAccount? {
        try await database.lookUp(
            """
            SELECT account_id, version, email_sealed, email_index, details_sealed, password_hash, locale, time_zone,
                accepted_terms, created_at, email_verified_at IS NOT NULL AS is_verified, has_password
            FROM accounts WHERE account_id = \(account.uuid) AND status IN ('active', 'erasing')
            """
        ).first.map { row in
            StoredAccount(
                account: AccountID(try row.decode("account_id", as: UUID.self)),
                version: try row.decode("version", as: Int64.self),
                emailSealed: try row.decode("email_sealed", as: [UInt8].self),
                emailIndex: try row.decode("email_index", as: [UInt8].self),
                isVerified: try row.decode("is_verified", as: Bool.self),
                detailsSealed: try row.decode("details_sealed", as: [UInt8]?.self),
                passwordHash: try row.decode("password_hash", as: String.self),
                hasPassword: try row.decode("has_password", as: Bool.self),
                locale: try row.decode("locale", as: String.self),
                timeZone: try row.decode("time_zone", as: String.self),
                acceptedTerms: try row.decode("accepted_terms", as: String.self),
                createdAt: try row.decode("created_at", as: Date.self))
        }
    }

    /// Applies a change based on a version.
    ///
    /// - Returns: False if another change came first.
    package static func change(
        _ account: AccountID, to change: AccountChange, from version: Int64, at now: Date,
        in transaction: borrowing Transaction
    ) async throws -> Bool {
        try await transaction.execute(
            """
            UPDATE accounts SET version = version + 1, updated_at = \(now),
                email_sealed = COALESCE(\(change.email?.sealed), email_sealed),
                email_index = COALESCE(\(change.email?.index), email_index),
                email_verified_at = CASE WHEN COALESCE(\(change.email?.index), email_index) = email_index
                    THEN email_verified_at END,
                password_hash = COALESCE(\(change.passwordHash), password_hash),
                has_password = has_password OR \(change.passwordHash != nil),
                details_sealed = \(change.detailsSealed), username_index = \(change.usernameIndex),
                locale = \(change.locale), time_zone = \(change.timeZone)
            WHERE account_id = \(account.uuid) AND version = \(version) AND status = 'active'
            """) == 1
    }

    /// A unique field that another account has, by the name of its constraint.
    package enum Taken: String {
        case email = "accounts_email_index_key"
        case username = "accounts_username_index_key"

        /// The constraint that a statement violated; nil for other errors.
        package init?(_ error: any Error) {
            guard let name = (error as? PostgresError)?.constraint else { return nil }
            self.init(rawValue: name)
        }
    }

    /// Whether the account still has the password that was checked; locked until the transaction ends.
    package static func holds(
        _ credentials: AccountCredentials, in transaction: borrowing Transaction
    ) async throws -> Bool {
        try await !transaction.query(
            """
            SELECT account_id FROM accounts
            WHERE account_id = \(credentials.account.uuid) AND password_hash = \(credentials.passwordHash)
                AND status IN ('active', 'erasing') FOR SHARE
            """
        ).isEmpty
    }
}
