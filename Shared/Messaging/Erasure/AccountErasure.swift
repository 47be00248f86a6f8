import EventContracts
import Foundation
import Postgres
import Sealing
import ServiceRuntime

/// Lets go of everything that a schema keeps of an erased account, and remembers the account as erased for ever.
package struct AccountErasure: Sendable {
    /// What a service does before rows go, such as ending what runs on.
    package typealias First = @Sendable (AccountID, borrowing Transaction) async throws -> Void

    private let list: ErasureList
    private let keyRing: any KeyRing
    private let first: First?

    /// An erasure by a list; `keyRing` forgets the account's key at once.
    package init(_ list: ErasureList, keyRing: any KeyRing, first: First? = nil) {
        self.list = list
        self.keyRing = keyRing
        self.first = first
    }

    /// Does it, the first time or once more.
    ///
    /// - Parameters:
    ///   - account: whose rows go.
    ///   - erasure: names the erasure in reports.
    ///   - erasedAt: when the account was erased.
    ///   - transaction: one of messaging's.
    /// - Returns: how many rows went, by table, over all times that it was done.
    /// - Throws: a `PostgresError`, or what `first` throws.
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

    /// Accounts of one round.
    private static let most = 100
    /// After this, nothing is under way any more that began before an account was erased.
    private static let settled: TimeInterval = 60

    /// Does what was not done yet, as after a restore, and once more what was done a minute ago: a transaction that was
    /// under way then may have left something.
    ///
    /// - Parameters:
    ///   - database: the service's.
    ///   - report: says that an account's rows went, where that was not said yet.
    /// - Throws: a `PostgresError`.
    package func round(
        in database: MessagingDatabase,
        _ report: (ErasedAccount, [String: Int], borrowing Transaction) async throws -> Void
    ) async throws {
        let limit = database.clock.now().addingTimeInterval(-Self.settled)
        for erased in try await ErasedAccounts.open(before: limit, most: Self.most, in: database.pool) {
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
