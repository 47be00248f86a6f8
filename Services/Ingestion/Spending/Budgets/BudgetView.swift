import EventContracts
import Foundation
import IngestionCore
import Purchases
import Quantities

/// A budget in the form for its owner.
struct BudgetView: Encodable, Sendable {
    /// The progress in the current period.
    struct Progress: Encodable, Sendable {
        let from: CalendarDay
        let to: CalendarDay
        let spent: MoneyView
        /// Negative after overspending.
        let remaining: MoneyView
        /// The projected spending at the end of the period.
        let expected: MoneyView?
        let exceeded: Bool
        /// Purchases of the period in other or unknown currencies, which no sum includes.
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

    /// Steps that would have helped in that period, from the person's own purchases.
    struct Advice: Encodable, Sendable {
        /// A product by its name.
        struct Named: Encodable, Sendable {
            let id: PurchasedProductID
            let name: String
        }

        /// A shop by its name.
        struct Shop: Encodable, Sendable {
            let id: StoreID
            /// The name in an open register; absent if no register knows the shop.
            let name: String?
        }

        enum Kind: String, Encodable, Sendable {
            /// Buy less of an unnecessary product.
            case stop
            /// Buy `instead`, which costs less for the same amount.
            case swap
            /// Buy the same product at `store`, where others paid less.
            case shop
        }

        /// One suggested step.
        struct Step: Encodable, Sendable {
            let kind: Kind
            let product: Named
            /// The product to take instead.
            var instead: Named?
            var store: Shop?
            let saving: MoneyView
        }

        /// The most effective first.
        let steps: [Step]
        let saving: MoneyView
        /// The person's rating; absent without one.
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
    /// The member who set it, for a household budget.
    var household: ContributorView?
    /// Absent if purchases were not read.
    var progress: Progress?
    /// Only when reading a single exceeded budget.
    var advice: Advice?

    init(_ published: BudgetChanged, _ words: BudgetWords) {
        id = published.budgetID
        name = words.name
        period = published.terms.period
        amount = MoneyView(published.terms.amount.minorUnits, published.terms.amount.currency)
        category = published.terms.category
        product = published.terms.productID
        version = published.version
        setAt = published.setAt
    }
}
