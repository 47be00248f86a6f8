import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Deletes a budget.
package struct RemoveBudget: EventHandler {
    let writer: BudgetWriter

    package func handle(_ event: Event<DeleteBudget>, in transaction: borrowing Transaction) async throws {
        let command = event.body
        let stored = try await BudgetRepository.lock(command.budgetID, of: command.accountID, in: transaction)
        guard var budget = stored else { throw Rejection(.notFound) }
        guard budget.version < command.version else { return try writer.publish(budget, in: transaction) }
        budget.version = command.version
        budget.deletedAt = try budget.deletedAt ?? transaction.eventTime()
        try await writer.save(budget, in: transaction)
    }
}
