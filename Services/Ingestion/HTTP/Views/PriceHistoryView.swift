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
    /// What 100 g of protein cost when it was last bought by mass; absent where the food is not known.
    let proteinCost: ProteinCost?

    /// What 100 g of protein cost.
    struct ProteinCost: Encodable, Sendable {
        let day: CalendarDay
        let cost: MoneyView
    }

    init(
        _ product: PurchasedProductID, _ history: PriceHistory, in units: UnitPreference,
        proteinPerHundredGrams protein: Double?
    ) {
        self.product = product
        proteinCost = history.points.last { $0.price.dimension == .mass }.flatMap { point in
            // In less than a tenth of a gram of protein per 100 g nobody looks for it.
            guard let protein, protein >= 0.1, protein <= 100 else { return nil }
            let milligrams = Int64((100 / protein * 100_000).rounded())
            guard let cost = point.price.minorUnits(forThousandths: milligrams, of: .gram) else { return nil }
            return ProteinCost(day: point.day, cost: MoneyView(cost, point.currency))
        }
        paid = history.points.compactMap { point in
            let unit = units.unit(of: point.price.dimension)
            guard let price = point.price.thousandths(for: unit) else { return nil }
            return Point(
                day: point.day, store: point.store, currency: point.currency,
                price: DecimalAmount.text(price, digits: point.currency.minorDigits + 3), unit: unit)
        }
    }
}
