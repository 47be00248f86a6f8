import EventContracts
import Quantities

extension ShoppingPreferences {
    /// Whether the person would visit a shop: it is not ignored, and it is within their radius (SPD-14).
    ///
    /// If either place is unknown, only preferred shops are accepted.
    package func accepts(_ store: StoreID, at place: CoarsePlace?) -> Bool {
        if ignored.contains(store) { return false }
        if preferred.contains(store) { return true }
        guard let here = self.place, let place else { return false }
        return here.kilometres(to: place) <= Double(radius)
    }
}

/// Compares the prices of a person's recent purchases with community prices (SPD-13).
package enum PriceWatch {
    /// Days after a purchase for which its price is watched.
    package static let days = 10

    /// A purchased product.
    package struct Purchase: Sendable, Hashable {
        package let product: PurchasedProductID
        package let store: StoreID?
        package let day: CalendarDay
        package let currency: Currency
        package let paid: Int64
        package let price: UnitPrice

        /// A purchase with its price.
        package init(
            product: PurchasedProductID, store: StoreID?, day: CalendarDay, currency: Currency, paid: Int64,
            price: UnitPrice
        ) {
            self.product = product
            self.store = store
            self.day = day
            self.currency = currency
            self.paid = paid
            self.price = price
        }
    }

    /// A lower price that is worth the trip.
    package struct Find: Sendable, Hashable {
        package let purchase: Purchase
        package let figure: CommunityPrices.Figure
        /// The price of the same amount there, in minor units.
        package let price: Int64
        /// The saving on the same amount after the cost of the trip, in minor units.
        package let saving: Int64
    }

    /// The best find for a purchase.
    ///
    /// - Parameters:
    ///   - purchase: The purchase.
    ///   - figures: Prices that others paid for the product.
    ///   - preferences: The person's shopping preferences.
    ///   - places: Places of shops.
    ///   - today: The person's local day.
    /// - Returns: nil if no shop is cheaper, near enough, and not ignored.
    package static func find(
        _ purchase: Purchase, _ figures: [CommunityPrices.Figure], _ preferences: ShoppingPreferences,
        places: [StoreID: CoarsePlace], today: CalendarDay
    ) -> Find? {
        guard (0...days).contains(purchase.day.days(until: today)) else { return nil }
        return figures.compactMap { figure in
            guard figure.currency == purchase.currency, figure.store != purchase.store,
                figure.price.dimension == purchase.price.dimension,
                figure.price.millionths < purchase.price.millionths,
                CommunityPrices.isPlausible(figure.price, beside: purchase.price),
                preferences.accepts(figure.store, at: places[figure.store])
            else { return nil }
            let less = purchase.price.saving(on: purchase.paid, at: figure.price)
            let saving = less - way(to: places[figure.store], preferences, purchase.currency)
            guard saving > 0 else { return nil }
            return Find(purchase: purchase, figure: figure, price: purchase.paid - less, saving: saving)
        }.max { ($0.saving, $1.figure.store) < ($1.saving, $0.figure.store) }
    }

    /// The cost of the trip there and back, in minor units; zero if the person stated no cost in that currency.
    private static func way(to place: CoarsePlace?, _ preferences: ShoppingPreferences, _ currency: Currency) -> Int64 {
        guard let cost = preferences.wayCost, cost.currency == currency, let place, let here = preferences.place else {
            return 0
        }
        return Int64(clamping: Int128((2 * here.kilometres(to: place) * Double(cost.minorUnits)).rounded()))
    }
}
