import EventContracts
import Foundation
import Messaging
import Postgres
import Quantities
import ServiceRuntime

/// Stores a new or changed budget (SPD-06), or restores a deleted one.
///
/// A version that is not newer than the stored one changes nothing, but its command succeeds.
package struct KeepBudget: EventHandler {
    let writer: BudgetWriter

    package func handle(_ event: Event<SetBudget>, in transaction: borrowing Transaction) async throws {
        let command = event.body
        let stored = try await BudgetRepository.lock(command.budgetID, of: command.accountID, in: transaction)
        if let stored, stored.version >= command.version { return try writer.publish(stored, in: transaction) }
        guard command.terms.amount.minorUnits > 0 else {
            throw Rejection(.invalidFields, detail: "/amount must be more than 0")
        }
        let budget = BudgetChanged(
            accountID: command.accountID, budgetID: command.budgetID, version: command.version, terms: command.terms,
            words: command.words, setAt: try stored?.setAt ?? transaction.eventTime(), judged: stored?.judged)
        try await writer.save(budget, in: transaction)
        // The current spending may already exceed the new amount.
        let ownProducts = try await writer.products.ownProducts(of: command.accountID, in: transaction)
        let today = CalendarDay(try transaction.eventTime(), in: .gmt)
        try await writer.check(for: today, ownProducts, of: command.accountID, only: command.budgetID, in: transaction)
    }
}
