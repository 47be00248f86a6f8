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
        /// The remaining amount; negative after overspending.
        let remaining: MoneyView
        /// The projected spending at the end of the period.
        let expected: MoneyView?
        let exceeded: Bool
        /// Number of purchases of the period in other or unknown currencies, which are not in the sums.
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

    /// Steps that would have saved money in that period, derived from the person's own purchases.
    struct Advice: Encodable, Sendable {
        /// A product with its name.
        struct Named: Encodable, Sendable {
            let id: PurchasedProductID
            let name: String
        }

        /// A shop with its name.
        struct Shop: Encodable, Sendable {
            let id: StoreID
            /// The shop's name in an open register; absent if no register lists it.
            let name: String?
        }

        enum Kind: String, Encodable, Sendable {
            /// Buy less of an unnecessary product.
            case stop
            /// Buy the product in `instead`, which costs less for the same amount.
            case swap
            /// Buy the same product at the shop in `store`, where others paid less.
            case shop
        }

        /// One suggested step.
        struct Step: Encodable, Sendable {
            let kind: Kind
            let product: Named
            /// The product to buy instead.
            var instead: Named?
            var store: Shop?
            let saving: MoneyView
        }

        /// The steps, most effective first.
        let steps: [Step]
        let saving: MoneyView
        /// The person's rating of the advice; absent without one.
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
    /// The member who set a household budget; absent for a personal one.
    var household: ContributorView?
    /// The progress; absent if purchases were not read.
    var progress: Progress?
    /// Advice, only in the answer with a single exceeded budget.
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
