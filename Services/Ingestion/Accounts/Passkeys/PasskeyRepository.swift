import EventContracts
import Foundation
import IngestionCore
import Postgres

/// The tables `passkeys` and `passkey_challenges`.
enum PasskeyRepository {
    private static let columns = """
        passkey_id, account_id, credential_id, public_key, sign_count, is_backed_up, name_sealed, transports, \
        created_at,
            last_used_at
        """

    /// Inserts a passkey.
    ///
    /// - Returns: False if the account has the maximum number, or the passkey exists already.
    static func insert(_ passkey: Passkey, in transaction: borrowing Transaction) async throws -> Bool {
        try await transaction.execute("SELECT 1 FROM accounts WHERE account_id = \(passkey.account.uuid) FOR UPDATE")
        return try await transaction.execute(
            """
            INSERT INTO passkeys (passkey_id, account_id, credential_id, public_key, sign_count, is_backed_up,
                name_sealed, transports, created_at)
            SELECT \(passkey.id.uuid), \(passkey.account.uuid), \(passkey.credentialID), \(passkey.publicKey),
                \(passkey.signCount), \(passkey.isBackedUp), \(passkey.nameSealed), \(passkey.transports)::text[],
                \(passkey.createdAt)
            WHERE (SELECT count(*) FROM passkeys WHERE account_id = \(passkey.account.uuid))
                < \(Int64(Passkey.maxPerAccount))
            ON CONFLICT (credential_id) DO NOTHING
            """) == 1
    }

    /// The passkeys of an account, oldest first.
    static func list(of account: AccountID, in database: some PostgresQuerying) async throws -> [Passkey] {
        try await database.query(
            """
            SELECT \(raw: columns) FROM passkeys WHERE account_id = \(account.uuid) ORDER BY created_at, passkey_id
            """
        ).map(passkey)
    }

    static func read(
        _ id: PasskeyID, of account: AccountID, in database: some PostgresQuerying
    ) async throws -> Passkey? {
        try await database.query(
            """
            SELECT \(raw: columns) FROM passkeys
            WHERE passkey_id = \(id.uuid) AND account_id = \(account.uuid)
            """
        ).first.map(passkey)
    }

    /// The passkey with a credential id; nil if it is unknown.
    static func find(
        credentialID: [UInt8], in database: some PostgresQuerying
    ) async throws -> Passkey? {
        try await database.query(
            "SELECT \(raw: columns) FROM passkeys WHERE credential_id = \(credentialID)"
        ).first.map(passkey)
    }

    /// Renames a passkey.
    ///
    /// - Returns: False if it no longer exists.
    static func rename(
        _ id: PasskeyID, of account: AccountID, to name: [UInt8], in transaction: borrowing Transaction
    ) async throws -> Bool {
        try await transaction.execute(
            """
            UPDATE passkeys SET name_sealed = \(name)
            WHERE passkey_id = \(id.uuid) AND account_id = \(account.uuid)
            """) == 1
    }

    /// Removes a passkey.
    ///
    /// - Returns: False if it did not exist.
    static func remove(
        _ id: PasskeyID, of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> Bool {
        try await transaction.execute(
            "DELETE FROM passkeys WHERE passkey_id = \(id.uuid) AND account_id = \(account.uuid)") == 1
    }

    /// Records a signature.
    ///
    /// - Returns: False if the counter did not increase: there is a copy of the passkey, or it was used twice at once.
    static func use(
        _ id: PasskeyID, signCount: UInt32, isBackedUp: Bool, at now: Date, in transaction: borrowing Transaction
    ) async throws -> Bool {
        let count = Int64(signCount)
        return try await transaction.execute(
            """
            UPDATE passkeys SET sign_count = \(count), is_backed_up = \(isBackedUp), last_used_at = \(now)
            WHERE passkey_id = \(id.uuid) AND (sign_count < \(count) OR (sign_count = 0 AND \(count) = 0))
            """) == 1
    }

    private static func passkey(_ row: PostgresRow) throws -> Passkey {
        Passkey(
            id: PasskeyID(try row.decode("passkey_id", as: UUID.self)),
            account: AccountID(try row.decode("account_id", as: UUID.self)),
            credentialID: try row.decode("credential_id", as: [UInt8].self),
            publicKey: try row.decode("public_key", as: [UInt8].self),
            signCount: try row.decode("sign_count", as: Int64.self),
            isBackedUp: try row.decode("is_backed_up", as: Bool.self),
            nameSealed: try row.decode("name_sealed", as: [UInt8].self),
            transports: try row.decode("transports", as: [String].self),
            createdAt: try row.decode("created_at", as: Date.self),
            lastUsedAt: try row.decode("last_used_at", as: Date?.self))
    }

    // MARK: - Challenges

    static func insert(
        challenge hash: [UInt8], for purpose: PasskeyChallenge.Purpose, of account: AccountID? = nil,
        signInChallenge: [UInt8]? = nil, proving: (deed: ProofPurpose, session: SessionID)? = nil,
        newcomer: PasskeyChallenge.Newcomer? = nil, until end: Date, in database: some PostgresQuerying
    ) async throws {
        try await database.execute(
            """
            INSERT INTO passkey_challenges (challenge_hash, purpose, account_id, sign_in_challenge, deed, session_id,
                new_account, email_index, expires_at)
            VALUES (\(hash), \(purpose.rawValue), \(account?.uuid), \(signInChallenge), \(proving?.deed.rawValue),
                \(proving?.session.uuid), \(newcomer?.account.uuid), \(newcomer?.emailIndex), \(end))
            """)
    }

    /// Consumes a challenge, whatever the result; nil if it had another purpose, was consumed, or has expired.
    static func take(
        challenge hash: [UInt8], for purpose: PasskeyChallenge.Purpose, at now: Date,
        in database: some PostgresQuerying
    ) async throws -> PasskeyChallenge? {
        try await database.query(
            """
            DELETE FROM passkey_challenges
            WHERE challenge_hash = \(hash) AND purpose = \(purpose.rawValue) AND expires_at > \(now)
            RETURNING account_id, sign_in_challenge, deed, session_id, new_account, email_index
            """
        ).first.map { row in
            let (account, signIn, deed, session, made, email) = try row.decode(
                UUID?.self, [UInt8]?.self, String?.self, UUID?.self, UUID?.self, [UInt8]?.self)
            var newcomer: PasskeyChallenge.Newcomer?
            if let made, let email { newcomer = .init(account: AccountID(made), emailIndex: email) }
            return PasskeyChallenge(
                account: account.map(AccountID.init), signInChallengeHash: signIn,
                deed: deed.flatMap(ProofPurpose.init), session: session.map(SessionID.init), newcomer: newcomer)
        }
    }

    /// Deletes expired challenges.
    static func prune(before limit: Date, maxCount: Int, in database: some PostgresQuerying) async throws -> Int {
        try await database.execute(
            """
            DELETE FROM passkey_challenges WHERE challenge_hash IN (
                SELECT challenge_hash FROM passkey_challenges WHERE expires_at < \(limit) LIMIT \(maxCount))
            """)
    }
}
