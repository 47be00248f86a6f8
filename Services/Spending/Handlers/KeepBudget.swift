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
        let order = event.body
        let stored = try await BudgetRepository.lock(order.budgetID, of: order.accountID, in: transaction)
        if let stored, stored.version >= order.version { return try writer.tell(stored, in: transaction) }
        guard order.terms.amount.minorUnits > 0 else {
            throw Rejection(.invalidFields, detail: "/amount must be more than 0")
        }
        let budget = BudgetChanged(
            accountID: order.accountID, budgetID: order.budgetID, version: order.version, terms: order.terms,
            words: order.words, setAt: try stored?.setAt ?? transaction.eventTime(), judged: stored?.judged)
        try await writer.save(budget, in: transaction)
        // Current spending may already exceed the new amount.
        let shelf = try await writer.products.shelf(of: order.accountID, in: transaction)
        let today = CalendarDay(try transaction.eventTime(), in: .gmt)
        try await writer.look(at: today, shelf, of: order.accountID, only: order.budgetID, in: transaction)
    }
}
