import EventContracts
import Foundation
import Messaging
import Postgres

/// The table `erasures`.
package enum ErasureRepository {
    private static let columns = "erasure_id, state, requested_at, due_at, erased_at, completed_at, reports"

    /// Schedules the erasure of an account.
    ///
    /// - Returns: False if the account is not active.
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

    /// Schedules the erasure of all accounts at once, because the product ends; this also ends cancellation periods.
    ///
    /// No links to receipts are issued.
    package static func scheduleAll(at now: Date, maxCount: Int, in transaction: borrowing Transaction) async throws {
        try await transaction.execute(
            "UPDATE erasures SET due_at = \(now) WHERE state = 'scheduled' AND due_at > \(now)")
        try await transaction.execute(
            """
            WITH closed AS (
                UPDATE accounts SET status = 'erasing', version = version + 1, updated_at = \(now)
                WHERE account_id IN (
                    SELECT account_id FROM accounts WHERE status IN ('active', 'suspended')
                    ORDER BY account_id LIMIT \(maxCount) FOR UPDATE SKIP LOCKED)
                RETURNING account_id)
            INSERT INTO erasures (erasure_id, account_id, token_hash, state, requested_at, due_at)
            SELECT gen_random_uuid(), account_id, sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())),
                'scheduled', \(now), \(now)
            FROM closed
            """)
    }

    /// Cancels an erasure; an account that was suspended meanwhile stays suspended.
    ///
    /// - Returns: False if the account is not scheduled for erasure, or it is too late.
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
            UPDATE accounts SET status = CASE WHEN suspended_at IS NULL THEN 'active' ELSE 'suspended' END,
                version = version + 1, updated_at = \(now)
            WHERE account_id = \(account.uuid) AND status = 'erasing'
            """) == 1
    }

    /// When an account will be erased; nil if no erasure is scheduled.
    package static func due(of account: AccountID, in database: some PostgresQuerying) async throws -> Date? {
        try await database.lookUp(
            "SELECT due_at FROM erasures WHERE account_id = \(account.uuid) AND state IN ('scheduled', 'erasing')"
        ).first?.decode(Date.self)
    }

    /// Erasures that are due, or were started and not finished.
    package static func due(at now: Date, maxCount: Int, in pool: PostgresPool) async throws -> [(ErasureID, AccountID)]
    {
        try await pool.query(
            """
            SELECT erasure_id, account_id FROM erasures
            WHERE state IN ('scheduled', 'erasing') AND erased_at IS NULL AND due_at <= \(now)
            ORDER BY due_at LIMIT \(maxCount)
            """
        ).map(ids)
    }

    /// Begins an erasure, which can then no longer be cancelled.
    ///
    /// - Returns: False if it was cancelled, or is finished.
    package static func begin(_ erasure: ErasureID, at now: Date, in pool: PostgresPool) async throws -> Bool {
        try await pool.execute(
            """
            UPDATE erasures SET state = 'erasing'
            WHERE erasure_id = \(erasure.uuid) AND state IN ('scheduled', 'erasing') AND erased_at IS NULL
                AND due_at <= \(now)
            """) == 1
    }

    /// Finishes an erasure.
    ///
    /// - Returns: False if another instance of the gateway finished it first.
    package static func finish(_ erasure: ErasureID, at now: Date, in transaction: borrowing Transaction) async throws
        -> Bool
    {
        try await transaction.execute(
            """
            UPDATE erasures SET erased_at = \(now)
            WHERE erasure_id = \(erasure.uuid) AND state = 'erasing' AND erased_at IS NULL
            """) == 1
    }

    /// Erased accounts for which the gateway's own report is missing.
    package static func unsettled(maxCount: Int, in pool: PostgresPool) async throws -> [(ErasureID, AccountID)] {
        try await pool.query(
            """
            SELECT erasure_id, account_id FROM erasures
            WHERE state = 'erasing' AND erased_at IS NOT NULL AND NOT reports ? 'ingestion'
            ORDER BY due_at LIMIT \(maxCount)
            """
        ).map(ids)
    }

    /// The gateway's own report, available once no photo is left; nil before.
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

    /// Stores a service's report; a service's first report is kept, and the last service's report completes the
    /// erasure.
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

    /// The erasure for a link; nil for an unknown link.
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
