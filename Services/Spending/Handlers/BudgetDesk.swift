import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Keeps budgets, for whoever takes in an order (SPD-06).
package struct BudgetDesk: Sendable {
    let budgets: BudgetRepository

    /// Stores and tells a budget as it now is, which ends the order.
    func save(_ budget: BudgetChanged, in transaction: borrowing Transaction) async throws {
        guard try await budgets.save(budget, in: transaction) else { throw Rejection(.notFound) }
        try tell(budget, in: transaction)
    }

    /// Tells a budget, which ends the order.
    func tell(_ budget: BudgetChanged, in transaction: borrowing Transaction) throws {
        try transaction.append(budget, key: budget.accountID, subject: budget.budgetID, ending: .succeeded)
    }
}
