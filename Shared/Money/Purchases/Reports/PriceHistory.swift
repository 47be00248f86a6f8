import EventContracts
import Quantities

/// The prices of a product for a person over time (SPD-15).
package struct PriceHistory: Sendable, Equatable {
    /// One purchase of it.
    package struct Point: Sendable, Equatable {
        package let day: CalendarDay
        package let store: StoreID?
        package let currency: Currency
        package let price: UnitPrice
    }

    /// Points ordered by day.
    package let points: [Point]

    /// The history of a product; purchases without a comparable price are left out.
    package init(of product: PurchasedProductID, in ledgers: [PurchaseLedger]) {
        var points: [Point] = []
        for ledger in ledgers {
            guard let day = ledger.day, let currency = ledger.currency else { continue }
            for line in ledger.lines where line.product == product {
                guard let price = line.price else { continue }
                points.append(Point(day: day, store: ledger.store, currency: currency, price: price))
            }
        }
        self.points = points.sorted { ($0.day, $0.price.millionths) < ($1.day, $1.price.millionths) }
    }
}
