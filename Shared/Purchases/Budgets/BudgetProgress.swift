import EventContracts
import Quantities

/// How far a budget is used up in the period that a day lies in (SPD-06).
package struct BudgetProgress: Sendable, Equatable {
    package let days: ClosedRange<CalendarDay>
    /// In minor units of the budget's currency; purchases in others are not in it.
    package let spent: Int64
    /// Negative when more was spent.
    package let remaining: Int64
    /// What will have been spent at the end if it goes on like this; nil before the period.
    package let expected: Int64?
    /// Purchases of the period in other currencies or in none, which no sum holds (SPD-17).
    package let otherCurrencies: Int

    /// Whether more was spent than the person wanted.
    package var isExceeded: Bool { remaining < 0 }

    /// The progress of a budget.
    ///
    /// - Parameters:
    ///   - terms: The budget.
    ///   - ledgers: The person's purchases.
    ///   - day: Today, by the person's calendar.
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
    /// What of a purchase counts: its total, or the articles that the budget is for.
    package func part(of ledger: PurchaseLedger) -> Int64 {
        guard category != nil || productID != nil else { return ledger.total }
        return ledger.lines.filter(holds).reduce(0) { $0.saturatingAdd($1.net) }
    }

    /// Whether an article counts.
    package func holds(_ line: PurchaseLedger.Line) -> Bool {
        if let productID, line.product != productID { return false }
        if let category, line.category != category { return false }
        return true
    }
}
