import EventContracts
import Foundation
import Purchases
import Quantities

/// A budget as its owner sees it.
struct BudgetView: Encodable, Sendable {
    /// How far it is used up in the period that today lies in.
    struct Progress: Encodable, Sendable {
        let from: CalendarDay
        let to: CalendarDay
        let spent: MoneyView
        /// Negative when more was spent.
        let remaining: MoneyView
        /// What will have been spent at the end if it goes on like this.
        let expected: MoneyView?
        let exceeded: Bool
        /// Purchases of the period in other currencies or in none, which no sum holds.
        let otherCurrencies: Int

        init(_ progress: BudgetProgress, _ currency: Currency) {
            from = progress.days.lowerBound
            to = progress.days.upperBound
            spent = MoneyView(progress.spent, currency)
            remaining = MoneyView(progress.remaining, currency)
            expected = progress.expected.map { MoneyView($0, currency) }
            exceeded = progress.isExceeded
            otherCurrencies = progress.otherCurrencies
        }
    }

    let id: BudgetID
    let name: String
    let period: BudgetPeriod
    let amount: MoneyView
    let category: PurchaseCategory?
    let product: PurchasedProductID?
    let version: Int64
    let setAt: Date
    /// Absent where purchases were not looked at.
    var progress: Progress?

    init(_ told: BudgetChanged, _ words: BudgetWords) {
        id = told.budgetID
        name = words.name
        period = told.terms.period
        amount = MoneyView(told.terms.amount.minorUnits, told.terms.amount.currency)
        category = told.terms.category
        product = told.terms.productID
        version = told.version
        setAt = told.setAt
    }
}
