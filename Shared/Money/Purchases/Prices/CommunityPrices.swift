import EventContracts
import Foundation
import Quantities

/// A price that a person paid for a product at a shop, under an anonymous mark (SPD-19).
package struct PriceObservation: Sendable, Hashable {
    package let contributor: String
    /// Identifies the buyer's network, by a mark that is used for this product and shop only.
    package let network: String
    package let store: StoreID
    package let day: CalendarDay
    package let currency: Currency
    package let price: UnitPrice

    /// Creates an observation.
    package init(
        contributor: String, network: String, store: StoreID, day: CalendarDay, currency: Currency, price: UnitPrice
    ) {
        self.contributor = contributor
        self.network = network
        self.store = store
        self.day = day
        self.currency = currency
        self.price = price
    }
}

/// The prices of a product at shops, each based on several people (SPD-15).
package enum CommunityPrices {
    /// Minimum number of independent people for a price to be shown.
    package static let minPeople = 3
    /// Number of days that an observation counts.
    package static let window = 30
    /// Maximum distance of a price from the median: this many deviations, or `minSpread` of the median if that is more.
    static let maxDeviations = 3.0
    static let minSpread = 0.25
    /// Minimum price relative to other shops, in hundredths; lower prices are treated as errors or fraud.
    static let minPercent: Int128 = 50

    /// The price of a product at a shop.
    package struct Figure: Sendable, Hashable {
        package let store: StoreID
        package let currency: Currency
        package let price: UnitPrice
        package let contributors: Int
        /// The newest day among the prices.
        package let day: CalendarDay
    }

    /// The figures of one product, cheapest first.
    ///
    /// Each person has one vote per shop, the newest, and so has each network. Outliers do not count, and the price is
    /// the median of the rest, so one account cannot move a price beyond what two others have paid. A shop whose price
    /// is far below the prices at all shops is left out.
    ///
    /// - Parameters:
    ///   - observations: All observations of the product.
    ///   - today: The current day.
    /// - Returns: One figure for each shop and currency with enough votes.
    package static func figures(_ observations: [PriceObservation], on today: CalendarDay) -> [Figure] {
        let recent = observations.filter { (0..<window).contains($0.day.days(until: today)) }
        let places = Dictionary(grouping: recent) { Place(store: $0.store, currency: $0.currency, $0.price.dimension) }
        let all = places.compactMap { figure(at: $0.key, of: $0.value) }
        return all.filter { isPlausible($0, among: all) }.sorted {
            ($0.currency.code, $0.price.millionths, $0.store) < ($1.currency.code, $1.price.millionths, $1.store)
        }
    }

    /// Whether a price is not far below another price paid for the same product.
    package static func isPlausible(_ price: UnitPrice, beside paid: UnitPrice) -> Bool {
        Int128(price.millionths) * 100 >= Int128(paid.millionths) * minPercent
    }

    private static func isPlausible(_ figure: Figure, among all: [Figure]) -> Bool {
        let alike = all.filter { $0.currency == figure.currency && $0.price.dimension == figure.price.dimension }
        let paid = alike.flatMap { Array(repeating: $0.price.millionths, count: $0.contributors) }
        return isPlausible(figure.price, beside: UnitPrice(figure.price.dimension, millionths: median(paid)))
    }

    /// One vote per network: the newest, and of two on the same day the higher price.
    private static func independent(_ voices: [PriceObservation]) -> [PriceObservation] {
        var networks: [String: PriceObservation] = [:]
        for voice in voices {
            let known = networks[voice.network]
            if known.map({ ($0.day, $0.price.millionths) < (voice.day, voice.price.millionths) }) ?? true {
                networks[voice.network] = voice
            }
        }
        return Array(networks.values)
    }

    private static func figure(at place: Place, of observations: [PriceObservation]) -> Figure? {
        var voices: [String: PriceObservation] = [:]
        for observation in observations {
            guard let old = voices[observation.contributor] else {
                voices[observation.contributor] = observation
                continue
            }
            let isNewer = (old.day, observation.price.millionths) < (observation.day, old.price.millionths)
            if isNewer { voices[observation.contributor] = observation }
        }
        let people = independent(Array(voices.values))
        guard people.count >= minPeople else { return nil }
        let middle = median(people.map(\.price.millionths))
        let deviation = median(people.map { abs($0.price.millionths - middle) })
        // The factor 1.4826 converts the median deviation of a normal distribution to its standard deviation.
        let maxDeviation = max(maxDeviations * 1.4826 * Double(deviation), minSpread * Double(middle))
        let counted = people.filter { Double(abs($0.price.millionths - middle)) <= maxDeviation }
        guard counted.count >= minPeople, let day = counted.map(\.day).max() else { return nil }
        return Figure(
            store: place.store, currency: place.currency,
            price: UnitPrice(place.dimension, millionths: median(counted.map(\.price.millionths))),
            contributors: counted.count, day: day)
    }

    /// The median; for an even number of values the higher of the middle two, so that no price is understated.
    static func median(_ values: [Int64]) -> Int64 {
        values.isEmpty ? 0 : values.sorted()[values.count / 2]
    }

    private struct Place: Hashable {
        let store: StoreID
        let currency: Currency
        let dimension: PurchaseUnit.Dimension

        init(store: StoreID, currency: Currency, _ dimension: PurchaseUnit.Dimension) {
            self.store = store
            self.currency = currency
            self.dimension = dimension
        }
    }
}
