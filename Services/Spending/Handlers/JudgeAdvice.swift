import EventContracts
import Messaging
import Postgres
import ServiceRuntime

/// Stores feedback on the latest advice for a budget, to measure its usefulness (SPD-12).
///
/// A version that is not newer than the stored one changes nothing; its command still succeeds.
package struct JudgeAdvice: EventHandler {
    let writer: BudgetWriter

    package func handle(_ event: Event<JudgeBudgetAdvice>, in transaction: borrowing Transaction) async throws {
        let command = event.body
        let stored = try await BudgetRepository.lock(command.budgetID, of: command.accountID, in: transaction)
        guard var budget = stored else { throw Rejection(.notFound) }
        guard budget.version < command.version else { return try writer.publish(budget, in: transaction) }
        guard budget.deletedAt == nil else { throw Rejection(.notFound) }
        let day = try await BudgetRepository.judge(command.budgetID, isUseful: command.isUseful, in: transaction)
        guard let day else { throw Rejection(.conflict, detail: "There is no advice for this budget yet.") }
        budget.version = command.version
        budget.judged = AdviceJudgement(from: day, isUseful: command.isUseful)
        try await writer.save(budget, in: transaction)
    }
}
