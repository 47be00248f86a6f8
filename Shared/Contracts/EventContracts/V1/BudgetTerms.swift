import Foundation
import Quantities

/// The period of a budget; weeks begin on Monday.
package enum BudgetPeriod: String, EventValue, CaseIterable {
    case day, week, month, year
}

/// The maximum that a person wants to spend, and on what (SPD-06).
package struct BudgetTerms: Codable, Sendable, Equatable {
    package var period: BudgetPeriod
    package var amount: Money
    /// Limits the budget to a category; nil with `productID` nil means everything.
    package var category: PurchaseCategory?
    package var productID: PurchasedProductID?
    /// The membership through which the budget belongs to a household, as long as it lasts; nil for a personal budget
    /// (SPD-25).
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
