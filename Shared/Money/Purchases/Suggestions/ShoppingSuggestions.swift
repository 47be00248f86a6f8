import EventContracts
import Foundation
import Quantities

/// Suggests purchases among the products that a person buys, with reasons; no side effects (SPD-09, SPD-24).
///
/// Based on their own purchases and on prices that others paid nearby.
package struct ShoppingSuggestions: Sendable, Equatable {
    /// Why something is suggested.
    package enum Reason: String, Sendable, Hashable, CaseIterable, Encodable {
        /// Other people paid less at a shop nearby.
        case cheaperNearby
        /// The product costs less than the person usually pays.
        case belowUsual
        /// The product costs less in this month of the year than in others.
        case inSeason
        /// The product has no brand, and a similar branded product costs more.
        case generic
        /// The product is a larger package of one that costs more in smaller packages.
        case bulk
        /// A nearby shop with the offer is one that the person prefers.
        case preferredShop
        /// The person buys it often.
        case oftenBought
    }

    /// A product that a person buys.
    package struct Product: Sendable, Equatable {
        package let id: PurchasedProductID
        package let words: PurchasedProductWords
        /// Prices at shops that the person would visit.
        package let offers: [CommunityMarket.Offer]

        /// A product with prices elsewhere.
        package init(id: PurchasedProductID, words: PurchasedProductWords, offers: [CommunityMarket.Offer]) {
            self.id = id
            self.words = words
            self.offers = offers
        }
    }

    /// A product with the reasons for suggesting it.
    package struct Suggestion: Sendable, Equatable {
        package let product: PurchasedProductID
        package let currency: Currency
        /// The purchase with its last price.
        package let receipt: UUID
        package let day: CalendarDay
        /// The price paid then, in minor units.
        package let paid: Int64
        package let price: UnitPrice?
        package let category: PurchaseCategory
        package fileprivate(set) var reasons: Set<Reason> = []
        /// The cheaper offer.
        package fileprivate(set) var offer: CommunityMarket.Offer?
        /// The product that it could replace.
        package fileprivate(set) var insteadOf: PurchasedProductID?
        /// The saving on the same amount, compared with the last price paid or with `insteadOf`, in minor units.
        package fileprivate(set) var saving: Int64 = 0
        fileprivate let times: Int
    }

    /// Suggestions ordered by saving, largest first.
    package let suggestions: [Suggestion]

    /// Number of purchases within `recent` days from which a product counts as bought often.
    static let often = 3
    static let recent = 90
    /// Minimum number of prices for a usual price.
    static let minPrices = 4
    /// Number of past days whose purchases are compared with similar products, and maximum number of compared products
    /// per category.
    static let comparedDays = 365
    static let maxCompared = 200
    /// A price counts as lower if it is at most this percentage of the price that it is compared with.
    static let lower: Int128 = 95
    /// Maximum percentage of the usual price; stricter, since usual prices fluctuate.
    static let lowerThanUsual: Int128 = 90

    private struct Bought {
        let receipt: UUID
        let day: CalendarDay
        let line: PurchaseLedger.Line
        let store: StoreID?
    }

    private struct Key: Hashable {
        let product: PurchasedProductID
        let currency: Currency
    }

    /// Computes suggestions from a person's purchases.
    ///
    /// - Parameters:
    ///   - purchases: All purchases by id.
    ///   - products: The products that the person buys.
    ///   - filter: The filter of the request.
    ///   - today: The person's local day.
    package init(
        _ purchases: [UUID: PurchaseLedger], _ products: [Product], _ filter: SuggestionFilter, on today: CalendarDay
    ) {
        var bought: [Key: [Bought]] = [:]
        for (receipt, ledger) in purchases {
            guard let day = ledger.day, day <= (today.adding(days: 1) ?? today), let currency = ledger.currency else {
                continue
            }
            for line in ledger.lines where line.net > 0 {
                guard let product = line.product else { continue }
                bought[Key(product: product, currency: currency), default: []].append(
                    Bought(receipt: receipt, day: day, line: line, store: ledger.store))
            }
        }
        let known = Dictionary(products.map { ($0.id, $0) }) { first, _ in first }
        var all: [Key: Suggestion] = [:]
        for (key, entries) in bought {
            guard let product = known[key.product] else { continue }
            let sorted = entries.sorted { ($0.day, $0.receipt.uuidString) < ($1.day, $1.receipt.uuidString) }
            guard let last = sorted.last else { continue }
            var suggestion = Suggestion(
                product: key.product, currency: key.currency, receipt: last.receipt, day: last.day, paid: last.line.net,
                price: last.line.price, category: last.line.category,
                times: sorted.count { $0.day.days(until: today) < Self.recent })
            if suggestion.times >= Self.often { suggestion.reasons.insert(.oftenBought) }
            suggestion.findLowerPrice(in: product.offers, last.store)
            suggestion.compare(with: sorted.map { ($0.day, $0.line.price) }, on: today)
            all[key] = suggestion
        }
        Self.compareAlike(&all, known, on: today)
        let wanted = all.filter { key, suggestion in
            let line = PurchaseLedger.Line(
                category: suggestion.category, product: key.product, net: suggestion.paid, price: suggestion.price)
            return filter.holds(line, in: key.currency)
        }
        suggestions = wanted.values.sorted {
            ($1.saving, $1.reasons.count, $1.times, $0.product) < ($0.saving, $0.reasons.count, $0.times, $1.product)
        }
    }

    /// Finds recent purchases that cost more than a similar product without a brand or in a larger package.
    private static func compareAlike(
        _ all: inout [Key: Suggestion], _ known: [PurchasedProductID: Product], on today: CalendarDay
    ) {
        let lately = all.values.filter { $0.day.days(until: today) < comparedDays }
        for group in Dictionary(grouping: lately, by: { known[$0.product]?.words.category }).values {
            // All pairs are compared, so only the newest products are used.
            let newest = group.sorted { ($1.day, $0.product) < ($0.day, $1.product) }.prefix(maxCompared)
            let index = ProductIndex(
                Set(newest.map(\.product)).sorted().map { (id: $0, name: known[$0]?.words.name ?? "") })
            for suggestion in newest {
                let others = index.candidates(for: known[suggestion.product]?.words.name ?? "").map(\.id)
                for other in others where other != suggestion.product {
                    let key = Key(product: suggestion.product, currency: suggestion.currency)
                    let dearer = all[Key(product: other, currency: suggestion.currency)]
                    all[key]?.compare(with: dearer, known)
                }
            }
        }
    }

    fileprivate static func reasons(
        _ words: PurchasedProductWords, instead other: PurchasedProductWords
    ) -> Set<Reason> {
        var reasons: Set<Reason> = []
        if words.brand == nil, other.brand != nil { reasons.insert(.generic) }
        if let size = PackSize(in: words.name), let its = PackSize(in: other.name),
            size.unit.dimension == its.unit.dimension, its.total < size.total
        {
            reasons.insert(.bulk)
        }
        return reasons
    }
}

extension PackSize {
    /// The size in the smallest units, for comparing sizes of one dimension.
    fileprivate var total: Int128 { Int128(thousandths) * Int128(unit.tenTrillionths) }
}

extension ShoppingSuggestions.Suggestion {
    /// Looks for a lower price elsewhere; of two similar prices, that of a preferred shop wins.
    fileprivate mutating func findLowerPrice(in offers: [CommunityMarket.Offer], _ store: StoreID?) {
        guard let price else { return }
        let lower = offers.filter {
            $0.price.currency == currency && $0.price.store != store && $0.unitPrice.dimension == price.dimension
                && Int128($0.unitPrice.millionths) * 100 <= Int128(price.millionths) * ShoppingSuggestions.lower
                && CommunityPrices.isPlausible($0.unitPrice, beside: price)
        }
        guard let cheapest = lower.first else { return }
        let preferred = lower.first {
            $0.isPreferred
                && Int128(cheapest.unitPrice.millionths) * 100
                    >= Int128($0.unitPrice.millionths) * ShoppingSuggestions.lower
        }
        let best = preferred ?? cheapest
        offer = best
        reasons.insert(.cheaperNearby)
        if best.isPreferred { reasons.insert(.preferredShop) }
        saving = price.saving(on: paid, at: best.unitPrice)
    }

    /// Replaces a similar product if that costs more for the same amount and is branded or in a smaller package.
    fileprivate mutating func compare(
        with dearer: Self?, _ known: [PurchasedProductID: ShoppingSuggestions.Product]
    ) {
        guard let dearer, let price, let its = dearer.price, its.dimension == price.dimension,
            Int128(price.millionths) * 100 <= Int128(its.millionths) * ShoppingSuggestions.lower,
            let words = known[product]?.words, let others = known[dearer.product]?.words
        else { return }
        let found = ShoppingSuggestions.reasons(words, instead: others)
        guard !found.isEmpty else { return }
        reasons.formUnion(found)
        let less = its.saving(on: dearer.paid, at: price)
        guard less > saving || (insteadOf == nil && less == saving) else { return }
        saving = less
        insteadOf = dearer.product
    }

    /// Compares the current price with the usual one, and this month of the year with the other months.
    fileprivate mutating func compare(
        with points: [(day: CalendarDay, price: UnitPrice?)], on today: CalendarDay
    ) {
        guard let price else { return }
        let prices = points.compactMap { point in
            point.price.flatMap { $0.dimension == price.dimension ? (day: point.day, value: $0.millionths) : nil }
        }
        guard prices.count >= ShoppingSuggestions.minPrices else { return }
        // An old price is no evidence for the current one.
        let isFresh = day.days(until: today) <= PriceWatch.days
        if let now = offer?.unitPrice.millionths ?? (isFresh ? price.millionths : nil) {
            let before = prices.dropLast(offer == nil ? 1 : 0).map(\.value)
            let usual = CommunityPrices.median(before)
            if Int128(now) * 100 <= Int128(usual) * ShoppingSuggestions.lowerThanUsual { reasons.insert(.belowUsual) }
        }
        guard let first = prices.first, first.day.days(until: today) >= 365 else { return }
        let months = Dictionary(grouping: prices) { $0.day.month == today.month }
        let (these, others) = (months[true] ?? [], months[false] ?? [])
        guard these.count >= 2, others.count >= ShoppingSuggestions.minPrices else { return }
        let now = CommunityPrices.median(these.map(\.value)), otherwise = CommunityPrices.median(others.map(\.value))
        if Int128(now) * 100 <= Int128(otherwise) * ShoppingSuggestions.lowerThanUsual { reasons.insert(.inSeason) }
    }
}
