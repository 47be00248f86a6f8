import EventContracts
import Quantities

/// A filter for shopping suggestions (SPD-09).
package struct SuggestionFilter: Sendable, Equatable {
    package var category: PurchaseCategory?
    package var currency: Currency?
    /// What was paid for it the last time, in minor units.
    package var prices: ClosedRange<Int64>
    /// What a budget is for, with what is left of it in minor units: what costs more is left out.
    package var budget: Budget?

    /// A budget as far as it says what may be bought.
    package struct Budget: Sendable, Equatable {
        package let terms: BudgetTerms
        package let left: Int64

        /// A budget of which so much is left.
        package init(terms: BudgetTerms, left: Int64) {
            self.terms = terms
            self.left = left
        }
    }

    /// A filter that lets everything through.
    package init(
        category: PurchaseCategory? = nil, currency: Currency? = nil, prices: ClosedRange<Int64> = 0...Int64.max,
        budget: Budget? = nil
    ) {
        self.category = category
        self.currency = currency
        self.prices = prices
        self.budget = budget
    }

    /// Whether a purchased item matches the filter.
    package func holds(_ line: PurchaseLedger.Line, in currency: Currency) -> Bool {
        if let category, line.category != category { return false }
        if let wanted = self.currency, wanted != currency { return false }
        guard prices.contains(line.net) else { return false }
        guard let budget else { return true }
        return budget.terms.amount.currency == currency && budget.terms.holds(line) && line.net <= budget.left
    }
}
