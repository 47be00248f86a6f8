import EventContracts
import Foundation
import IngestionCore
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

    /// What would have helped in that period, by the person's own purchases.
    struct Advice: Encodable, Sendable {
        /// A product by its name.
        struct Named: Encodable, Sendable {
            let id: PurchasedProductID
            let name: String
        }

        /// A shop by its name.
        struct Shop: Encodable, Sendable {
            let id: StoreID
            /// As an open register tells it; absent of a shop that none knows.
            let name: String?
        }

        enum Kind: String, Encodable, Sendable {
            /// Buy less of what nobody needs.
            case stop
            /// Buy `instead`, which costs less for the same amount.
            case swap
            /// Buy the same at `store`, where others paid less.
            case shop
        }

        /// One thing to do.
        struct Step: Encodable, Sendable {
            let kind: Kind
            let product: Named
            /// The product to take instead.
            var instead: Named?
            var store: Shop?
            let saving: MoneyView
        }

        /// The best first.
        let steps: [Step]
        let saving: MoneyView
        /// What the person said of it; absent when they said nothing.
        let useful: Bool?

        init(
            _ advice: BudgetAdvice, _ names: [PurchasedProductID: String], _ shops: [StoreID: String],
            _ currency: Currency, useful: Bool?
        ) {
            func named(_ id: PurchasedProductID) -> Named? { names[id].map { Named(id: id, name: $0) } }
            steps = advice.steps.compactMap { step in
                guard let product = named(step.product) else { return nil }
                let saving = MoneyView(step.saving, currency)
                switch step.kind {
                case .stop: return Step(kind: .stop, product: product, saving: saving)
                case .swap(let other):
                    guard let instead = named(other) else { return nil }
                    return Step(kind: .swap, product: product, instead: instead, saving: saving)
                case .shop(let store):
                    guard let name = shops[store] else { return nil }
                    return Step(
                        kind: .shop, product: product, store: Shop(id: store, name: name.isEmpty ? nil : name),
                        saving: saving)
                }
            }
            saving = MoneyView(advice.saving, currency)
            self.useful = useful
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
    /// Who set it, where it is the household's.
    var household: ContributorView?
    /// Absent where purchases were not looked at.
    var progress: Progress?
    /// Only where one budget is read that does not hold.
    var advice: Advice?

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
