import EventContracts
import IngestionCore
import Purchases
import Quantities

/// A person's prices of a product over time, in their units (SPD-15, SPD-16).
struct PriceHistoryView: Encodable, Sendable {
    /// One purchase of the product.
    struct Point: Encodable, Sendable {
        let day: CalendarDay
        let store: StoreID?
        let currency: Currency
        /// Price per `unit`, as decimal text with three more decimals than the currency.
        let price: String
        let unit: PurchaseUnit
    }

    /// A price that others paid at a shop that the person would go to.
    struct Nearby: Encodable, Sendable {
        struct Shop: Encodable, Sendable {
            let id: StoreID
            /// The shop's name in an open register; absent if no register lists it.
            let name: String?
            /// Straight-line distance in kilometers, rounded; absent if a place is unknown.
            let kilometres: Int?
            let preferred: Bool
        }

        let store: Shop
        let currency: Currency
        /// The median price per `unit`, in the form used in `paid`.
        let price: String
        let unit: PurchaseUnit
        /// Number of people whose prices are included: at least three.
        let contributors: Int
        /// The latest day of an included price.
        let day: CalendarDay

        init?(_ offer: CommunityMarket.Offer, in units: UnitPreference) {
            let published = offer.price, unit = units.unit(of: offer.unitPrice.dimension)
            guard let price = offer.unitPrice.thousandths(for: unit) else { return nil }
            store = Shop(
                id: published.store, name: published.name.isEmpty ? nil : published.name,
                kilometres: offer.kilometres.map { Int($0.rounded()) },
                preferred: offer.isPreferred)
            currency = published.currency
            self.price = DecimalAmount.text(price, digits: published.currency.minorDigits + 3)
            self.unit = unit
            contributors = published.contributors
            day = published.day
        }
    }

    let product: PurchasedProductID
    /// The prices that the person paid, by day.
    let paid: [Point]
    /// The price of 100 g of protein at the last purchase by mass; absent if the food is unknown.
    let proteinCost: ProteinCost?
    /// The offers, cheapest first in each currency; without shops that the person ignores or that are outside their
    /// radius.
    var nearby: [Nearby] = []

    /// The price of 100 g of protein.
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
            // A food with less than 0.1 g of protein per 100 g is not a protein source.
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
