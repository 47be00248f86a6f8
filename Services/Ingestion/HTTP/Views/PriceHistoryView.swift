import EventContracts
import Purchases
import Quantities

/// What a product has cost a person, in the units that they read prices in (SPD-15, SPD-16).
struct PriceHistoryView: Encodable, Sendable {
    /// One purchase of it.
    struct Point: Encodable, Sendable {
        let day: CalendarDay
        let store: StoreID?
        let currency: Currency
        /// For one of `unit`, as decimal text with three digits more than the currency has.
        let price: String
        let unit: PurchaseUnit
    }

    let product: PurchasedProductID
    /// By day.
    let paid: [Point]

    init(_ product: PurchasedProductID, _ history: PriceHistory, in units: UnitPreference) {
        self.product = product
        paid = history.points.compactMap { point in
            let unit = units.unit(of: point.price.dimension)
            guard let price = point.price.thousandths(for: unit) else { return nil }
            return Point(
                day: point.day, store: point.store, currency: point.currency,
                price: DecimalAmount.text(price, digits: point.currency.minorDigits + 3), unit: unit)
        }
    }
}
