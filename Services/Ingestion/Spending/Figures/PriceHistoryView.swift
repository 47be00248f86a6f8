import EventContracts
import IngestionCore
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

    /// What others paid for it at a shop that the person would go to.
    struct Nearby: Encodable, Sendable {
        struct Shop: Encodable, Sendable {
            let id: StoreID
            /// As an open register tells it; absent of a shop that none knows.
            let name: String?
            /// As the crow flies, to about a kilometre; absent where a place is not known.
            let kilometres: Int?
            let preferred: Bool
        }

        let store: Shop
        let currency: Currency
        /// For one of `unit`, as that of `paid`: the median of what people paid.
        let price: String
        let unit: PurchaseUnit
        /// How many people's prices it rests on: three at least.
        let contributors: Int
        /// The newest day that counts.
        let day: CalendarDay

        init?(_ offer: CommunityMarket.Offer, in units: UnitPreference) {
            let told = offer.price, unit = units.unit(of: offer.unitPrice.dimension)
            guard let price = offer.unitPrice.thousandths(for: unit) else { return nil }
            store = Shop(
                id: told.store, name: told.name.isEmpty ? nil : told.name,
                kilometres: offer.kilometres.map { Int($0.rounded()) },
                preferred: offer.isPreferred)
            currency = told.currency
            self.price = DecimalAmount.text(price, digits: told.currency.minorDigits + 3)
            self.unit = unit
            contributors = told.contributors
            day = told.day
        }
    }

    let product: PurchasedProductID
    /// By day.
    let paid: [Point]
    /// What 100 g of protein cost when it was last bought by mass; absent where the food is not known.
    let proteinCost: ProteinCost?
    /// Cheapest first in each currency; none of shops that the person ignores or that lie beyond their radius.
    var nearby: [Nearby] = []

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
