import EventContracts
import Quantities

/// A filter for shopping suggestions (SPD-09).
package struct SuggestionFilter: Sendable, Equatable {
    package var category: PurchaseCategory?
    package var currency: Currency?
    /// The last paid price, in minor units.
    package var prices: ClosedRange<Int64>
    /// A budget with its remaining amount in minor units; products that cost more are left out.
    package var budget: Budget?

    /// The scope and remaining amount of a budget.
    package struct Budget: Sendable, Equatable {
        package let terms: BudgetTerms
        package let left: Int64

        /// A budget with a remaining amount.
        package init(terms: BudgetTerms, left: Int64) {
            self.terms = terms
            self.left = left
        }
    }

    /// A filter that accepts everything.
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
