import EventContracts
import IngestionCore
import Quantities

/// A shop that a person has bought at, as they see it (SPD-08).
struct StoreView: Encodable, Sendable {
    let id: StoreID
    let name: String
    let purchases: Int
    let lastBoughtOn: CalendarDay?
    let preferred: Bool
    let ignored: Bool

    /// How often and when somebody was there.
    struct Visits: Sendable {
        private(set) var count = 0
        private(set) var last: CalendarDay?

        /// Notes a purchase.
        mutating func add(_ day: CalendarDay?) {
            count += 1
            if let day { last = max(last ?? day, day) }
        }
    }
}
