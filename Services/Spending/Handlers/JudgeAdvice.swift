import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Stores feedback on the newest advice for a budget, to measure its usefulness (SPD-12).
///
/// A version that is not newer than the stored one changes nothing; its command still succeeds.
package struct JudgeAdvice: EventHandler {
    let writer: BudgetWriter

    package func handle(_ event: Event<JudgeBudgetAdvice>, in transaction: borrowing Transaction) async throws {
        let order = event.body
        let stored = try await BudgetRepository.lock(order.budgetID, of: order.accountID, in: transaction)
        guard var budget = stored else { throw Rejection(.notFound) }
        guard budget.version < order.version else { return try writer.tell(budget, in: transaction) }
        guard budget.deletedAt == nil else { throw Rejection(.notFound) }
        let day = try await BudgetRepository.judge(order.budgetID, isUseful: order.isUseful, in: transaction)
        guard let day else { throw Rejection(.conflict, detail: "There is no advice for this budget yet.") }
        budget.version = order.version
        budget.judged = AdviceJudgement(from: day, isUseful: order.isUseful)
        try await writer.save(budget, in: transaction)
    }
}
