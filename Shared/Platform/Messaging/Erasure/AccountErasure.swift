import EventContracts
import Foundation
import Postgres
import Sealing
import ServiceRuntime

/// Deletes everything that a schema keeps of an erased account, and marks the account as erased permanently.
package struct AccountErasure: Sendable {
    /// A service's work before rows are deleted, such as stopping a running job.
    package typealias First = @Sendable (AccountID, borrowing Transaction) async throws -> Void

    private let list: ErasureList
    private let keyRing: any KeyRing
    private let first: First?

    /// An erasure by a list of tables; `keyRing` drops the account's cached key at once.
    package init(_ list: ErasureList, keyRing: any KeyRing, first: First? = nil) {
        self.list = list
        self.keyRing = keyRing
        self.first = first
    }

    /// Performs the erasure; may be repeated.
    ///
    /// - Parameters:
    ///   - account: The account to erase.
    ///   - erasure: Identifies the erasure in reports.
    ///   - erasedAt: When the account was erased.
    ///   - transaction: A messaging transaction.
    /// - Returns: Number of deleted rows by table, over all repetitions.
    /// - Throws: A `PostgresError`, or the error of `first`.
    package func apply(
        to account: AccountID, _ erasure: ErasureID, at erasedAt: Date, in transaction: borrowing Transaction
    ) async throws -> [String: Int] {
        keyRing.forget(account.uuid)
        try await first?(account, transaction)
        var deleted = try await ErasedAccounts.deleted(of: account, in: transaction)
        func count(_ table: String, _ rows: Int) {
            if rows > 0 { deleted[table, default: 0] += rows }
        }
        for step in list.steps { count(step.table, try await transaction.execute(step.statement(account))) }
        let key = Array(account.description.utf8)
        count("dead_letters", try await transaction.execute("DELETE FROM dead_letters WHERE key = \(key)"))
        try await ErasedAccounts.save(
            ErasedAccount(account: account, erasure: erasure, erasedAt: erasedAt), deleted: deleted,
            at: try transaction.eventTime(), in: transaction)
        return deleted
    }

    /// Maximum number of accounts per round.
    private static let maxPerRound = 100
    /// Seconds after which no transaction that began before an erasure can still be running.
    private static let settled: TimeInterval = 60

    /// Performs missing erasures, as after a restore, and repeats those of a minute ago, since transactions that were
    /// running then may have left rows.
    ///
    /// - Parameters:
    ///   - database: The service's database.
    ///   - report: Reports the deleted rows of an account, unless reported before.
    /// - Throws: A `PostgresError`.
    package func round(
        in database: MessagingDatabase,
        _ report: (ErasedAccount, [String: Int], borrowing Transaction) async throws -> Void
    ) async throws {
        let limit = database.clock.now().addingTimeInterval(-Self.settled)
        for erased in try await ErasedAccounts.open(before: limit, maxCount: Self.maxPerRound, in: database.pool) {
            try await database.write(.request(correlationID: UUID())) { transaction in
                guard let isFirst = try await ErasedAccounts.isFirst(erased.account, in: transaction) else { return }
                let deleted = try await apply(
                    to: erased.account, erased.erasure, at: erased.erasedAt, in: transaction)
                if isFirst {
                    try await report(erased, deleted, transaction)
                } else {
                    try await ErasedAccounts.checked(erased.account, in: transaction)
                }
            }
        }
    }
}
