import EventContracts
import Quantities

/// Community prices at shops that a person would visit (SPD-14, SPD-15).
package struct CommunityMarket: Sendable {
    /// A price at a shop, with its distance.
    package struct Offer: Sendable, Equatable {
        package let price: CommunityPrice
        package let unitPrice: UnitPrice
        /// Straight-line distance; nil if a place is unknown.
        package let kilometres: Double?
        package let isPreferred: Bool
    }

    private let prices: [CommunityProductID: [CommunityPrice]]
    private let preferences: ShoppingPreferences

    /// The known prices of some products, with a person's preferences.
    package init(_ prices: [CommunityProductID: [CommunityPrice]], for preferences: ShoppingPreferences) {
        self.prices = prices
        self.preferences = preferences
    }

    /// The offers under some keys, cheapest first in each currency, one per shop.
    ///
    /// Shops that the person ignores, or that are outside the radius, are left out.
    package func offers(under keys: Set<CommunityProductID>, on today: CalendarDay) -> [Offer] {
        var best: [Key: Offer] = [:]
        for price in keys.sorted().flatMap({ prices[$0] ?? [] }) {
            guard (-1..<CommunityPrices.window).contains(price.day.days(until: today)),
                preferences.accepts(price.store, at: price.place)
            else { continue }
            let offer = Offer(
                price: price, unitPrice: UnitPrice(price.unit.dimension, millionths: price.millionths),
                kilometres: price.place.flatMap { preferences.place?.kilometres(to: $0) },
                isPreferred: preferences.preferred.contains(price.store))
            let key = Key(store: price.store, currency: price.currency, dimension: price.unit.dimension)
            if best[key].map({ $0.price.millionths > price.millionths }) ?? true { best[key] = offer }
        }
        return best.values.sorted {
            ($0.price.currency.code, $0.price.millionths, $0.price.store)
                < ($1.price.currency.code, $1.price.millionths, $1.price.store)
        }
    }

    private struct Key: Hashable {
        let store: StoreID
        let currency: Currency
        let dimension: PurchaseUnit.Dimension
    }
}

extension UnitPrice {
    /// The unit of its prices: a kilogram, a liter or a piece.
    package var unit: PurchaseUnit {
        switch dimension {
        case .mass: .kilogram
        case .volume: .liter
        case .count: .each
        }
    }
}
