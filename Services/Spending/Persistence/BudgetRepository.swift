import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing

/// The budgets of each person.
package struct BudgetRepository: Sendable {
    package init() {}

    private static let columns = "account_id, budget_id, version, terms, words, set_at, deleted_at"

    /// A budget of the person, deleted or not; locked until the transaction ends.
    package func lock(
        _ budget: BudgetID, of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> BudgetChanged? {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM budgets
            WHERE budget_id = \(budget.uuid) AND account_id = \(account.uuid) FOR UPDATE
            """
        ).first.map(Self.budget)
    }

    /// Stores a budget as it now is.
    ///
    /// - Returns: false when the id is another person's.
    package func save(_ budget: BudgetChanged, in transaction: borrowing Transaction) async throws -> Bool {
        let terms = try PostgresJSON(budget.terms)
        return try await transaction.execute(
            """
            INSERT INTO budgets (account_id, budget_id, version, terms, words, set_at, deleted_at)
            VALUES (
                \(budget.accountID.uuid), \(budget.budgetID.uuid), \(budget.version), \(terms), \(budget.words.bytes),
                \(budget.setAt), \(budget.deletedAt))
            ON CONFLICT (budget_id) DO UPDATE SET
                version = EXCLUDED.version, terms = EXCLUDED.terms, words = EXCLUDED.words,
                set_at = EXCLUDED.set_at, deleted_at = EXCLUDED.deleted_at
            WHERE budgets.account_id = EXCLUDED.account_id
            """) == 1
    }

    /// A page of budgets, deleted ones included, in the order of their ids.
    package func page(
        after cursor: BudgetID?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [BudgetChanged] {
        try await transaction.page(
            of: Self.columns, from: "budgets", by: "budget_id", after: cursor?.uuid, limit: limit
        ).map(Self.budget)
    }

    /// Removes for good what was deleted before an instant.
    package func remove(
        before limit: Date, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws {
        try await database.execute("DELETE FROM budgets WHERE deleted_at < \(limit)")
    }

    private static func budget(_ row: PostgresRow) throws -> BudgetChanged {
        let (account, id, version, terms, words, setAt, deletedAt) = try row.decode(
            UUID.self, UUID.self, Int64.self, PostgresJSON.self, [UInt8].self, Date.self, Date?.self)
        return BudgetChanged(
            accountID: AccountID(account), budgetID: BudgetID(id), version: version, terms: try terms.value(),
            words: Sealed(bytes: words), setAt: setAt, deletedAt: deletedAt)
    }
}
