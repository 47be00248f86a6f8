import Foundation
import Quantities

/// How long a budget's amount is to last; weeks begin on Monday.
package enum BudgetPeriod: String, EventValue, CaseIterable {
    case day, week, month, year
}

/// What a person wants to spend at most, and on what (SPD-06).
package struct BudgetTerms: Codable, Sendable, Equatable {
    package var period: BudgetPeriod
    package var amount: Money
    /// Only what is bought of it; nil beside `productID` nil is everything.
    package var category: PurchaseCategory?
    package var productID: PurchasedProductID?
    /// The membership by which the budget is that of a household, as long as it stands; nil for the person's own (SPD-25).
    package var memberID: HouseholdMemberID?

    package init(
        period: BudgetPeriod, amount: Money, category: PurchaseCategory? = nil, productID: PurchasedProductID? = nil,
        memberID: HouseholdMemberID? = nil
    ) {
        self.period = period
        self.amount = amount
        self.category = category
        self.productID = productID
        self.memberID = memberID
    }
}
