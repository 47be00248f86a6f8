import EventContracts
import Foundation
import Messaging
import Postgres
import Purchases
import Quantities
import Sealing
import ServiceRuntime

/// Keeps budgets, and tells when one does not hold (SPD-06, NOT-07).
package struct BudgetDesk: Sendable {
    let budgets: BudgetRepository
    let receipts: ReceiptRepository
    let sealer: Sealer

    /// Stores and tells a budget as it now is, which ends the order.
    func save(_ budget: BudgetChanged, in transaction: borrowing Transaction) async throws {
        guard try await budgets.save(budget, in: transaction) else { throw Rejection(.notFound) }
        try tell(budget, in: transaction)
    }

    /// Tells a budget, which ends the order.
    func tell(_ budget: BudgetChanged, in transaction: borrowing Transaction) throws {
        try transaction.append(budget, key: budget.accountID, subject: budget.budgetID, ending: .succeeded)
    }

    /// Looks at the budgets of a person after a purchase of a day changed; each period is told of once, and only while it
    /// lasts: what is over cannot be mended.
    func look(
        at day: CalendarDay, _ shelf: ProductShelf, of account: AccountID, in transaction: borrowing Transaction
    ) async throws {
        let now = try transaction.eventTime(), today = CalendarDay(now, in: .gmt)
        let lasting = try await budgets.all(of: account, in: transaction).filter {
            // Whose clock is behind UTC still has the day before.
            let days = $0.terms.period.days(of: day)
            return days.contains(today) || days.upperBound.days(until: today) == 1
        }
        guard !lasting.isEmpty else { return }
        var ledgers: [PurchaseLedger] = []
        for stored in try await receipts.ledgers(of: account, in: transaction) {
            let text = try await sealer.open(stored.ledger, .receiptLedger(stored.id, of: account))
            if let ledger = PurchaseLedger(text: text) { ledgers.append(ledger) }
        }
        for budget in lasting {
            let progress = BudgetProgress(budget.terms, ledgers, on: day), from = progress.days.lowerBound
            guard progress.isExceeded,
                try await budgets.noteExcess(of: budget.budgetID, from: from, at: now, in: transaction)
            else { continue }
            let words = try await sealer.open(budget.words, .budgetWords(budget.budgetID, of: account))
            let excess = Self.excess(of: budget.terms, named: words.name, progress, ledgers, shelf)
            try transaction.append(
                BudgetExceeded(
                    accountID: account, budgetID: budget.budgetID, from: from,
                    excess: try await sealer.seal(excess, .budgetExcess(budget.budgetID, of: account)),
                    exceededAt: now), key: account, subject: budget.budgetID)
        }
    }

    /// What a person is told, with what they can do about it: pure.
    static func excess(
        of terms: BudgetTerms, named name: String, _ progress: BudgetProgress, _ ledgers: [PurchaseLedger],
        _ shelf: ProductShelf
    ) -> BudgetExcess {
        let bought = ledgers.filter { ledger in ledger.day.map { progress.days.contains($0) } ?? false }
        let advice = BudgetAdvice(
            terms, ledgers, in: progress.days, offers: [],
            alike: shelf.alike(Set(bought.flatMap(\.lines).compactMap(\.product))))
        let currency = terms.amount.currency
        let steps = advice.steps.compactMap { step -> BudgetExcess.Step? in
            guard let product = shelf[step.product]?.words.name else { return nil }
            let saving = Money(minorUnits: step.saving, currency: currency)
            switch step.kind {
            case .stop: return BudgetExcess.Step(kind: .stop, product: product, instead: nil, saving: saving)
            case .swap(let other):
                guard let instead = shelf[other]?.words.name else { return nil }
                return BudgetExcess.Step(kind: .swap, product: product, instead: instead, saving: saving)
            case .shop: return nil
            }
        }
        return BudgetExcess(
            name: name, spent: Money(minorUnits: progress.spent, currency: currency), steps: steps)
    }
}
