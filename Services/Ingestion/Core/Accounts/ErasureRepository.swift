import EventContracts
import Foundation
import Messaging
import Postgres

/// The table `erasures`.
package enum ErasureRepository {
    private static let columns = "erasure_id, state, requested_at, due_at, erased_at, completed_at, reports"

    /// Closes an account for good at a later time.
    ///
    /// - Returns: False when it is not active.
    package static func schedule(
        _ erasure: Erasure, of account: AccountID, tokenHash: [UInt8], in transaction: borrowing Transaction
    ) async throws -> Bool {
        let isActive = try await transaction.execute(
            """
            UPDATE accounts SET status = 'erasing', version = version + 1, updated_at = \(erasure.requestedAt)
            WHERE account_id = \(account.uuid) AND status = 'active'
            """)
        guard isActive == 1 else { return false }
        try await transaction.execute(
            """
            INSERT INTO erasures (erasure_id, account_id, token_hash, state, requested_at, due_at)
            VALUES (\(erasure.id.uuid), \(account.uuid), \(tokenHash), \(erasure.state.rawValue),
                \(erasure.requestedAt), \(erasure.dueAt))
            """)
        return true
    }

    /// Closes accounts for good without delay, because the product ends; those that think it over do not any more.
    ///
    /// Nobody is given a link to the receipt.
    package static func scheduleAll(at now: Date, most: Int, in transaction: borrowing Transaction) async throws {
        try await transaction.execute(
            "UPDATE erasures SET due_at = \(now) WHERE state = 'scheduled' AND due_at > \(now)")
        try await transaction.execute(
            """
            WITH closed AS (
                UPDATE accounts SET status = 'erasing', version = version + 1, updated_at = \(now)
                WHERE account_id IN (
                    SELECT account_id FROM accounts WHERE status IN ('active', 'suspended')
                    ORDER BY account_id LIMIT \(most) FOR UPDATE SKIP LOCKED)
                RETURNING account_id)
            INSERT INTO erasures (erasure_id, account_id, token_hash, state, requested_at, due_at)
            SELECT gen_random_uuid(), account_id, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
                'scheduled', \(now), \(now)
            FROM closed
            """)
    }

    /// The account stays after all.
    ///
    /// - Returns: False when it is not to be erased, or it is too late.
    package static func withdraw(of account: AccountID, at now: Date, in transaction: borrowing Transaction)
        async throws
        -> Bool
    {
        let isWithdrawn = try await transaction.execute(
            """
            UPDATE erasures SET state = 'withdrawn'
            WHERE account_id = \(account.uuid) AND state = 'scheduled' AND due_at > \(now)
            """)
        guard isWithdrawn == 1 else { return false }
        return try await transaction.execute(
            """
            UPDATE accounts SET status = 'active', version = version + 1, updated_at = \(now)
            WHERE account_id = \(account.uuid) AND status = 'erasing'
            """) == 1
    }

    /// When an account is going to be erased; nil when it is not.
    package static func due(of account: AccountID, in database: some PostgresQuerying) async throws -> Date? {
        try await database.lookUp(
            "SELECT due_at FROM erasures WHERE account_id = \(account.uuid) AND state IN ('scheduled', 'erasing')"
        ).first?.decode(Date.self)
    }

    /// Those whose time has come, and those that were begun and not finished.
    package static func due(at now: Date, most: Int, in pool: PostgresPool) async throws -> [(ErasureID, AccountID)] {
        try await pool.query(
            """
            SELECT erasure_id, account_id FROM erasures
            WHERE state IN ('scheduled', 'erasing') AND erased_at IS NULL AND due_at <= \(now)
            ORDER BY due_at LIMIT \(most)
            """
        ).map(ids)
    }

    /// From now on it cannot be withdrawn.
    ///
    /// - Returns: False when it was, or is finished.
    package static func begin(_ erasure: ErasureID, at now: Date, in pool: PostgresPool) async throws -> Bool {
        try await pool.execute(
            """
            UPDATE erasures SET state = 'erasing'
            WHERE erasure_id = \(erasure.uuid) AND state IN ('scheduled', 'erasing') AND erased_at IS NULL
                AND due_at <= \(now)
            """) == 1
    }

    /// The account is erased.
    ///
    /// - Returns: False when another copy of the gateway was quicker.
    package static func finish(_ erasure: ErasureID, at now: Date, in transaction: borrowing Transaction) async throws
        -> Bool
    {
        try await transaction.execute(
            """
            UPDATE erasures SET erased_at = \(now)
            WHERE erasure_id = \(erasure.uuid) AND state = 'erasing' AND erased_at IS NULL
            """) == 1
    }

    /// Erased accounts of which the gateway has not reported itself.
    package static func unsettled(most: Int, in pool: PostgresPool) async throws -> [(ErasureID, AccountID)] {
        try await pool.query(
            """
            SELECT erasure_id, account_id FROM erasures
            WHERE state = 'erasing' AND erased_at IS NOT NULL AND NOT reports ? 'ingestion'
            ORDER BY due_at LIMIT \(most)
            """
        ).map(ids)
    }

    /// What the gateway itself let go of, once no photo is left; nil before.
    package static func ownReport(of account: AccountID, in transaction: borrowing Transaction) async throws -> [String:
        Int]?
    {
        try await transaction.query(
            """
            SELECT deleted FROM erased_accounts
            WHERE account_id = \(account.uuid) AND applied_at IS NOT NULL
                AND NOT EXISTS (SELECT FROM photos WHERE photos.account_id = erased_accounts.account_id)
            """
        ).first.map { try $0.decode(PostgresJSON.self).value() }
    }

    /// Keeps what a service reports; the first report stands, and with the last one the erasure is complete.
    package static func add(
        _ report: Erasure.Report, of service: String, to erasure: ErasureID, in transaction: borrowing Transaction
    ) async throws {
        let rows = try await transaction.query(
            """
            SELECT \(raw: columns) FROM erasures WHERE erasure_id = \(erasure.uuid) AND state = 'erasing' FOR UPDATE
            """)
        guard var stored = try rows.first.map(self.erasure), stored.reports[service] == nil else { return }
        stored.reports[service] = report
        if Set(Topic.services).isSubset(of: stored.reports.keys) {
            stored.state = .complete
            stored.completedAt = try transaction.eventTime()
        }
        let reports = try PostgresJSON(stored.reports)
        try await transaction.execute(
            """
            UPDATE erasures
            SET reports = \(reports), state = \(stored.state.rawValue), completed_at = \(stored.completedAt)
            WHERE erasure_id = \(erasure.uuid)
            """)
    }

    /// The erasure that a link leads to; nil for a link that nobody was given.
    package static func read(tokenHash: [UInt8], in database: some PostgresQuerying) async throws -> Erasure? {
        try await database.lookUp("SELECT \(raw: columns) FROM erasures WHERE token_hash = \(tokenHash)")
            .first.map(erasure)
    }

    private static func ids(_ row: PostgresRow) throws -> (ErasureID, AccountID) {
        let (erasure, account) = try row.decode(UUID.self, UUID.self)
        return (ErasureID(erasure), AccountID(account))
    }

    private static func erasure(_ row: PostgresRow) throws -> Erasure {
        let (id, name, requestedAt, dueAt, erasedAt, completedAt, reports) = try row.decode(
            UUID.self, String.self, Date.self, Date.self, Date?.self, Date?.self, PostgresJSON.self)
        guard let state = Erasure.State(rawValue: name) else { throw UnknownStoredValue(column: "erasures.state") }
        return Erasure(
            id: ErasureID(id), state: state, requestedAt: requestedAt, dueAt: dueAt, erasedAt: erasedAt,
            completedAt: completedAt, reports: try reports.value())
    }
}
