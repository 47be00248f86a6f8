import EventContracts
import Quantities

/// Items that a person can stop buying or swap to keep a budget, each with its saving (SPD-12, NOT-07).
package struct BudgetAdvice: Sendable, Equatable {
    /// One suggested step.
    package struct Step: Sendable, Equatable {
        package enum Kind: Sendable, Equatable {
            /// Buy less of an unnecessary product.
            case stop
            /// Buy this product instead, which costs less for the same amount.
            case swap(PurchasedProductID)
            /// Buy the same product at this shop.
            case shop(StoreID)
        }

        package let kind: Kind
        package let product: PurchasedProductID
        /// The saving that was possible in the period, in minor units.
        package let saving: Int64

        /// Creates a step.
        package init(kind: Kind, product: PurchasedProductID, saving: Int64) {
            self.kind = kind
            self.product = product
            self.saving = saving
        }
    }

    /// A lower price for a product at a shop, from the person's own purchases or from others' (SPD-14).
    package struct Offer: Sendable, Equatable {
        package let product: PurchasedProductID
        package let store: StoreID
        package let price: UnitPrice

        /// Creates an offer.
        package init(product: PurchasedProductID, store: StoreID, price: UnitPrice) {
            self.product = product
            self.store = store
            self.price = price
        }
    }

    /// The best first; at most one per product.
    package let steps: [Step]
    /// The total saving of the steps.
    package let saving: Int64

    /// Maximum number of steps; people do not read longer lists.
    package static let maxSteps = 5
    /// Categories of unnecessary products.
    static let dispensable: Set<PurchaseCategory> = [.snacks, .sweets, .alcohol, .beverages, .prepared]
    /// Maximum price of a swap, in hundredths of the paid price: for a smaller saving a swap is not suggested.
    static let maxOfPrice: Int128 = 95

    /// Advice on the purchases of a period.
    ///
    /// - Parameters:
    ///   - terms: The budget.
    ///   - ledgers: The person's purchases; those before the period show what else they buy.
    ///   - days: The period.
    ///   - offers: Lower prices nearby, at shops that the person does not ignore.
    ///   - alike: Products with the similar products that could replace them.
    package init(
        _ terms: BudgetTerms, _ ledgers: [PurchaseLedger], in days: ClosedRange<CalendarDay>, offers: [Offer],
        alike: [PurchasedProductID: Set<PurchasedProductID>]
    ) {
        let currency = terms.amount.currency
        var bought: [PurchasedProductID: Bought] = [:], known: [PurchasedProductID: UnitPrice] = [:]
        for ledger in ledgers.sorted(by: { ($0.day ?? .epoch) < ($1.day ?? .epoch) }) where ledger.currency == currency
        {
            guard let day = ledger.day, day <= days.upperBound else { continue }
            for line in ledger.lines {
                guard let product = line.product else { continue }
                // The newest price replaces earlier ones.
                if let price = line.price { known[product] = price }
                guard days.contains(day), terms.holds(line) else { continue }
                bought[product, default: Bought(category: line.category)].add(line, at: ledger.store)
            }
        }
        let steps = bought.compactMap { product, bought in
            Self.best(for: product, bought, known, offers, alike[product] ?? [])
        }
        let sorted = steps.sorted {
            ($1.saving, $0.product) < ($0.saving, $1.product)
        }
        self.steps = Array(sorted.prefix(Self.maxSteps))
        saving = self.steps.reduce(0) { $0.saturatingAdd($1.saving) }
    }

    private static func best(
        for product: PurchasedProductID, _ bought: Bought, _ known: [PurchasedProductID: UnitPrice],
        _ offers: [Offer], _ alike: Set<PurchasedProductID>
    ) -> Step? {
        var best: Step?
        func offer(_ kind: Step.Kind, _ saving: Int64) {
            guard saving > best?.saving ?? 0 else { return }
            best = Step(kind: kind, product: product, saving: saving)
        }
        for offered in offers where offered.product == product && !bought.stores.contains(offered.store) {
            guard bought.isPlausible(offered.price) else { continue }
            offer(.shop(offered.store), bought.saving(at: offered.price))
        }
        for other in alike.sorted() where other != product {
            guard let price = known[other] else { continue }
            offer(.swap(other), bought.saving(at: price))
        }
        // Omitting a dispensable product is suggested only if no cheaper one can replace it.
        if best == nil, dispensable.contains(bought.category) { offer(.stop, bought.net) }
        return best
    }

    /// Purchases of one product.
    private struct Bought {
        let category: PurchaseCategory
        var net: Int64 = 0
        var prices: [(net: Int64, price: UnitPrice)] = []
        var stores: Set<StoreID> = []

        mutating func add(_ line: PurchaseLedger.Line, at store: StoreID?) {
            net = net.saturatingAdd(line.net)
            if let price = line.price { prices.append((line.net, price)) }
            if let store { stores.insert(store) }
        }

        /// The saving on the same amount at another price.
        func saving(at other: UnitPrice) -> Int64 {
            prices.reduce(0) { sum, paid in
                guard paid.price.dimension == other.dimension, paid.price.millionths > 0,
                    Int128(other.millionths) * 100 <= Int128(paid.price.millionths) * BudgetAdvice.maxOfPrice
                else { return sum }
                return sum.saturatingAdd(paid.price.saving(on: paid.net, at: other))
            }
        }

        /// Whether other people's price is not far below all prices that the person paid.
        func isPlausible(_ other: UnitPrice) -> Bool {
            prices.contains {
                $0.price.dimension == other.dimension && CommunityPrices.isPlausible(other, beside: $0.price)
            }
        }

        init(category: PurchaseCategory) {
            self.category = category
        }
    }
}
