import EventContracts
import Quantities

/// The progress of a budget in the period of a day (SPD-06).
package struct BudgetProgress: Sendable, Equatable {
    package let days: ClosedRange<CalendarDay>
    /// In minor units of the budget's currency; purchases in other currencies are not included.
    package let spent: Int64
    /// Negative after overspending.
    package let remaining: Int64
    /// The projected spending at the end of the period; nil before the period.
    package let expected: Int64?
    /// Purchases of the period in other or unknown currencies, which no sum includes (SPD-17).
    package let otherCurrencies: Int

    /// Whether more was spent than the budget allows.
    package var isExceeded: Bool { remaining < 0 }

    /// The progress of a budget.
    ///
    /// - Parameters:
    ///   - terms: The budget.
    ///   - ledgers: The person's purchases.
    ///   - day: The person's local day.
    package init(_ terms: BudgetTerms, _ ledgers: [PurchaseLedger], on day: CalendarDay) {
        let days = terms.period.days(of: day)
        var spent: Int64 = 0, others = 0
        for ledger in ledgers {
            guard let bought = ledger.day, days.contains(bought) else { continue }
            guard ledger.currency == terms.amount.currency else {
                others += 1
                continue
            }
            spent = spent.saturatingAdd(terms.part(of: ledger))
        }
        let length = Int64(days.lowerBound.days(until: days.upperBound) + 1)
        let gone = Int64(days.lowerBound.days(until: day) + 1)
        self.days = days
        self.spent = spent
        remaining = terms.amount.minorUnits.saturatingAdd(spent.saturatingNegated)
        let (product, overflow) = spent.multipliedReportingOverflow(by: length)
        expected = overflow ? nil : product / gone
        otherCurrencies = others
    }
}

extension BudgetTerms {
    /// The amount of a purchase that counts towards the budget: its total, or the items in the budget's scope.
    package func part(of ledger: PurchaseLedger) -> Int64 {
        guard category != nil || productID != nil else { return ledger.total }
        return ledger.lines.filter(holds).reduce(0) { $0.saturatingAdd($1.net) }
    }

    /// Whether an item counts towards the budget.
    package func holds(_ line: PurchaseLedger.Line) -> Bool {
        if let productID, line.product != productID { return false }
        if let category, line.category != category { return false }
        return true
    }
}
