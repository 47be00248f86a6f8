import EventContracts
import IngestionCore
import Quantities

/// A shop of a person's purchases, in the form for its owner (SPD-08).
struct StoreView: Encodable, Sendable {
    let id: StoreID
    let name: String
    let purchases: Int
    let lastBoughtOn: CalendarDay?
    let preferred: Bool
    let ignored: Bool

    /// Number and dates of purchases at a shop.
    struct Visits: Sendable {
        private(set) var count = 0
        private(set) var last: CalendarDay?

        /// Adds a purchase.
        mutating func add(_ day: CalendarDay?) {
            count += 1
            if let day { last = max(last ?? day, day) }
        }
    }
}
