import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Takes a budget away.
package struct RemoveBudget: EventHandler {
    let writer: BudgetWriter

    package func handle(_ event: Event<DeleteBudget>, in transaction: borrowing Transaction) async throws {
        let order = event.body
        let stored = try await BudgetRepository.lock(order.budgetID, of: order.accountID, in: transaction)
        guard var budget = stored else { throw Rejection(.notFound) }
        guard budget.version < order.version else { return try writer.tell(budget, in: transaction) }
        budget.version = order.version
        budget.deletedAt = try budget.deletedAt ?? transaction.eventTime()
        try await writer.save(budget, in: transaction)
    }
}
