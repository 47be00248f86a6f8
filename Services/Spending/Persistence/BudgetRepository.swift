import EventContracts
import Foundation
import Messaging
import Postgres
import Quantities
import Sealing

/// The budgets of each person, and the periods in which they were exceeded.
package enum BudgetRepository {
    private static let columns = "account_id, budget_id, version, terms, words, set_at, deleted_at, judged"

    /// A budget of the person, deleted or not; locked until the transaction ends.
    package static func lock(
        _ budget: BudgetID, of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> BudgetChanged? {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM budgets
            WHERE budget_id = \(budget.uuid) AND account_id = \(account.uuid) FOR UPDATE
            """
        ).first.map(Self.budget)
    }

    /// The budgets of a person that are not deleted.
    package static func all(
        of account: AccountID, in transaction: borrowing Transaction
    ) async throws -> [BudgetChanged] {
        try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM budgets
            WHERE account_id = \(account.uuid) AND deleted_at IS NULL ORDER BY budget_id
            """
        ).map(Self.budget)
    }

    /// The budgets of a household's members; locked until the transaction ends, so that of two concurrent purchases the
    /// second one includes the first.
    static func lockAll(
        of members: [HouseholdRepository.Member], in transaction: borrowing Transaction
    ) async throws -> [BudgetChanged] {
        let accounts = Dictionary(members.map { ($0.id, $0.account) }) { first, _ in first }
        return try await transaction.query(
            """
            SELECT \(raw: Self.columns) FROM budgets
            WHERE terms ->> 'memberID' = ANY (\(members.map(\.id.description))) AND deleted_at IS NULL
            ORDER BY budget_id FOR UPDATE
            """
        ).map(Self.budget).filter { budget in budget.terms.memberID.flatMap { accounts[$0] } == budget.accountID }
    }

    /// Records that a person is notified of an exceeded budget period.
    ///
    /// - Returns: False if they were notified before, for the same amount.
    package static func noteExcess(
        of budget: BudgetChanged, from day: CalendarDay, at now: Date, in transaction: borrowing Transaction
    ) async throws -> Bool {
        let amount = budget.terms.amount.minorUnits
        return try await transaction.execute(
            """
            INSERT INTO budget_excesses (budget_id, from_day, amount, told_at)
            VALUES (\(budget.budgetID.uuid), \(day.description)::text::date, \(amount), \(now))
            ON CONFLICT (budget_id, from_day) DO UPDATE SET
                amount = EXCLUDED.amount, told_at = EXCLUDED.told_at, is_useful = NULL
            WHERE budget_excesses.amount <> EXCLUDED.amount
            """) == 1
    }

    /// Records a person's rating of the latest advice on a budget.
    ///
    /// - Returns: The first day of its period; nil if there was no advice.
    package static func judge(
        _ budget: BudgetID, isUseful: Bool, in transaction: borrowing Transaction
    ) async throws -> CalendarDay? {
        try await transaction.query(
            """
            UPDATE budget_excesses SET is_useful = \(isUseful)
            WHERE budget_id = \(budget.uuid) AND from_day = (
                SELECT max(from_day) FROM budget_excesses WHERE budget_id = \(budget.uuid))
            RETURNING to_char(from_day, 'YYYY-MM-DD')
            """
        ).first.map { try CalendarDay(stored: $0.decode(String.self)) }
    }

    /// The numbers of advice rated useful and not useful (SPD-12).
    package static func judgements(
        on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws -> (useful: Int64, useless: Int64) {
        let rows = try await database.query(
            "SELECT count(*) FILTER (WHERE is_useful), count(*) FILTER (WHERE NOT is_useful) FROM budget_excesses")
        return try rows.first?.decode(Int64.self, Int64.self) ?? (0, 0)
    }

    /// Stores the current state of a budget.
    ///
    /// - Returns: False if the id belongs to another person.
    package static func save(_ budget: BudgetChanged, in transaction: borrowing Transaction) async throws -> Bool {
        let terms = try PostgresJSON(budget.terms), judged = try budget.judged.map { try PostgresJSON($0) }
        return try await transaction.execute(
            """
            INSERT INTO budgets (account_id, budget_id, version, terms, words, set_at, deleted_at, judged)
            VALUES (
                \(budget.accountID.uuid), \(budget.budgetID.uuid), \(budget.version), \(terms), \(budget.words.bytes),
                \(budget.setAt), \(budget.deletedAt), \(judged))
            ON CONFLICT (budget_id) DO UPDATE SET
                version = EXCLUDED.version, terms = EXCLUDED.terms, words = EXCLUDED.words,
                set_at = EXCLUDED.set_at, deleted_at = EXCLUDED.deleted_at, judged = EXCLUDED.judged
            WHERE budgets.account_id = EXCLUDED.account_id
            """) == 1
    }

    /// A page of budgets, including deleted ones, in the order of their ids.
    package static func page(
        after cursor: BudgetID?, limit: Int, in transaction: borrowing Transaction
    ) async throws -> [BudgetChanged] {
        try await transaction.page(
            of: Self.columns, from: "budgets", by: "budget_id", after: cursor?.uuid, limit: limit
        ).map(Self.budget)
    }

    /// Permanently deletes budgets that were deleted before an instant.
    package static func remove(
        before limit: Date, on database: borrowing some PostgresQuerying & ~Copyable
    ) async throws {
        try await database.execute("DELETE FROM budgets WHERE deleted_at < \(limit)")
    }

    private static func budget(_ row: PostgresRow) throws -> BudgetChanged {
        let (account, id, version, terms, words, setAt, deletedAt, judged) = try row.decode(
            UUID.self, UUID.self, Int64.self, PostgresJSON.self, [UInt8].self, Date.self, Date?.self,
            PostgresJSON?.self)
        return BudgetChanged(
            accountID: AccountID(account), budgetID: BudgetID(id), version: version, terms: try terms.value(),
            words: Sealed(bytes: words), setAt: setAt, deletedAt: deletedAt,
            judged: try judged?.value())
    }
}
