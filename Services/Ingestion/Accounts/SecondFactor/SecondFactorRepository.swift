import EventContracts
import Foundation
import IngestionCore
import Postgres

/// The second factor of an account.
struct SecondFactor: Sendable {
    /// Nil if only passkeys and recovery codes are accepted.
    let secretSealed: [UInt8]?
    let confirmedAt: Date?
    /// Number of unused recovery codes.
    let codesLeft: Int64
}

/// A sign-in that waits for the second factor.
struct SignInChallenge: Sendable {
    let account: AccountCredentials
    /// The first factor.
    let firstMethod: SignInMethod
    let tries: Int32
}

/// The tables `second_factors`, `recovery_codes` and `sign_in_challenges`.
enum SecondFactorRepository {
    /// Stores a new unconfirmed secret; a confirmed one stays.
    ///
    /// - Returns: False if a confirmed one exists.
    static func insert(
        _ secret: [UInt8], of account: AccountID, at now: Date, in database: some PostgresQuerying
    ) async throws -> Bool {
        try await database.execute(
            """
            INSERT INTO second_factors AS known (account_id, secret_sealed, created_at)
            VALUES (\(account.uuid), \(secret), \(now))
            ON CONFLICT (account_id) DO UPDATE SET secret_sealed = excluded.secret_sealed,
                created_at = excluded.created_at, last_step = 0
            WHERE known.confirmed_at IS NULL
            """) == 1
    }

    static func read(_ account: AccountID, in database: some PostgresQuerying) async throws -> SecondFactor? {
        try await database.query(
            """
            SELECT secret_sealed, confirmed_at, (
                SELECT count(*) FROM recovery_codes
                WHERE recovery_codes.account_id = second_factors.account_id AND used_at IS NULL)
            FROM second_factors WHERE account_id = \(account.uuid)
            """
        ).first.map { row in
            let (secret, confirmed, left) = try row.decode([UInt8]?.self, Date?.self, Int64.self)
            return SecondFactor(secretSealed: secret, confirmedAt: confirmed, codesLeft: left)
        }
    }

    /// Confirms a secret with the step of its first code, and stores the recovery codes.
    ///
    /// - Returns: False if it was confirmed meanwhile.
    static func confirm(
        _ account: AccountID, step: Int64, codes: [[UInt8]], at now: Date, in transaction: borrowing Transaction
    ) async throws -> Bool {
        let isConfirmed = try await transaction.execute(
            """
            UPDATE second_factors SET confirmed_at = \(now), last_step = \(step)
            WHERE account_id = \(account.uuid) AND confirmed_at IS NULL
            """)
        guard isConfirmed == 1 else { return false }
        for code in codes {
            try await transaction.execute(
                "INSERT INTO recovery_codes (account_id, code_hash) VALUES (\(account.uuid), \(code))")
        }
        return true
    }

    /// Makes passkeys the second factor after a password or an issuer, without an authenticator.
    ///
    /// - Returns: False if there is a second factor, or no passkey.
    static func insertPasskeysAlone(
        of account: AccountID, codes: [[UInt8]], at now: Date, in transaction: borrowing Transaction
    ) async throws -> Bool {
        let isNew = try await transaction.execute(
            """
            INSERT INTO second_factors AS known (account_id, secret_sealed, created_at, confirmed_at)
            SELECT \(account.uuid), NULL, \(now), \(now)
            WHERE EXISTS (SELECT 1 FROM passkeys WHERE account_id = \(account.uuid))
            ON CONFLICT (account_id) DO UPDATE SET secret_sealed = NULL, created_at = excluded.created_at,
                confirmed_at = excluded.confirmed_at, last_step = 0
            WHERE known.confirmed_at IS NULL
            """)
        guard isNew == 1 else { return false }
        for code in codes {
            try await transaction.execute(
                "INSERT INTO recovery_codes (account_id, code_hash) VALUES (\(account.uuid), \(code))")
        }
        return true
    }

    /// Whether passkeys are the only second factor, without an authenticator.
    static func isPasskeysAlone(of account: AccountID, in transaction: borrowing Transaction) async throws -> Bool {
        try await !transaction.query(
            "SELECT 1 FROM second_factors WHERE account_id = \(account.uuid) AND secret_sealed IS NULL"
        ).isEmpty
    }

    /// Uses up the code of a step.
    ///
    /// - Returns: False if this code, or one of a later step, was used before.
    static func use(
        step: Int64, of account: AccountID, in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> Bool {
        try await database.execute(
            """
            UPDATE second_factors SET last_step = \(step)
            WHERE account_id = \(account.uuid) AND confirmed_at IS NOT NULL AND last_step < \(step)
            """) == 1
    }

    /// Uses up a recovery code.
    ///
    /// - Returns: False if it is not one of the remaining ones.
    static func use(
        recoveryCode hash: [UInt8], of account: AccountID, at now: Date,
        in database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> Bool {
        try await database.execute(
            """
            UPDATE recovery_codes SET used_at = \(now)
            WHERE account_id = \(account.uuid) AND code_hash = \(hash) AND used_at IS NULL
            """) == 1
    }

    /// Removes the second factor, confirmed or not.
    ///
    /// - Returns: False if there was none.
    static func remove(_ account: AccountID, in transaction: borrowing Transaction) async throws -> Bool {
        let gone = try await transaction.execute("DELETE FROM second_factors WHERE account_id = \(account.uuid)")
        try await transaction.execute("DELETE FROM sign_in_challenges WHERE account_id = \(account.uuid)")
        return gone == 1
    }

    // MARK: - Challenges

    static func insert(
        challenge hash: [UInt8], of account: AccountID, passwordMark mark: [UInt8], after way: SignInMethod,
        until end: Date, in database: some PostgresQuerying
    ) async throws {
        try await database.execute(
            """
            INSERT INTO sign_in_challenges (challenge_hash, account_id, password_mark, first_way, expires_at)
            VALUES (\(hash), \(account.uuid), \(mark), \(way.rawValue), \(end))
            """)
    }

    /// Counts an attempt at a valid challenge; nil without one, or if the password has changed since.
    static func attempt(
        challenge hash: [UInt8], at now: Date, in database: some PostgresQuerying
    ) async throws -> SignInChallenge? {
        try await database.query(
            """
            UPDATE sign_in_challenges AS c SET tries = tries + 1 FROM accounts AS a
            WHERE c.challenge_hash = \(hash) AND c.expires_at > \(now) AND a.account_id = c.account_id
                AND a.status IN ('active', 'erasing') AND sha256(convert_to(a.password_hash, 'UTF8')) = c.password_mark
            RETURNING a.account_id, a.password_hash, a.revocation_version, c.tries, c.first_way
            """
        ).first.map { row in
            let (account, hash, version, tries, way) = try row.decode(
                UUID.self, String.self, Int64.self, Int32.self, String.self)
            guard let firstMethod = SignInMethod(rawValue: way) else {
                throw UnknownStoredValue(column: "sign_in_challenges.first_way")
            }
            return SignInChallenge(
                account: AccountCredentials(
                    account: AccountID(account), passwordHash: hash, isActive: true, isSuspended: false,
                    revocationVersion: version),
                firstMethod: firstMethod, tries: tries)
        }
    }

    /// The account of a valid challenge; nil without one.
    static func account(
        ofChallenge hash: [UInt8], at now: Date, in database: some PostgresQuerying
    ) async throws -> AccountID? {
        try await database.query(
            "SELECT account_id FROM sign_in_challenges WHERE challenge_hash = \(hash) AND expires_at > \(now)"
        ).first.map { AccountID(try $0.decode(UUID.self)) }
    }

    /// Removes a challenge after it was answered.
    ///
    /// - Returns: False if another request was first.
    static func answer(challenge hash: [UInt8], in transaction: borrowing Transaction) async throws -> Bool {
        try await transaction.execute("DELETE FROM sign_in_challenges WHERE challenge_hash = \(hash)") == 1
    }

    /// Deletes expired challenges.
    static func prune(before limit: Date, maxCount: Int, in database: some PostgresQuerying) async throws -> Int {
        try await database.execute(
            """
            DELETE FROM sign_in_challenges WHERE challenge_hash IN (
                SELECT challenge_hash FROM sign_in_challenges WHERE expires_at < \(limit) LIMIT \(maxCount))
            """)
    }
}
