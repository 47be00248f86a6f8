import EventContracts
import Foundation
import Quantities

/// What somebody paid for a product at a shop, by a mark that tells nothing about them (SPD-19).
package struct PriceObservation: Sendable, Hashable {
    package let contributor: String
    /// Stands for the network that it was sent from, by a mark of this thing and shop alone.
    package let network: String
    package let store: StoreID
    package let day: CalendarDay
    package let currency: Currency
    package let price: UnitPrice

    /// An observation.
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

/// What a product costs at each shop, as many people have paid it: never what one person has (SPD-15).
package enum CommunityPrices {
    /// Independent people without whom no price is shown.
    package static let fewest = 3
    /// Days that an observation counts.
    package static let window = 30
    /// How far from the middle a price may lie, in deviations and as a part of the middle, whichever is more.
    static let maxDeviations = 3.0
    static let minSpread = 0.25
    /// The part of what people pay elsewhere below which a price is taken for an error or a lie, in hundredths.
    static let lowestPart: Int128 = 50

    /// What a product costs at a shop.
    package struct Figure: Sendable, Hashable {
        package let store: StoreID
        package let currency: Currency
        package let price: UnitPrice
        package let contributors: Int
        /// The newest day that counts.
        package let day: CalendarDay
    }

    /// The figures of one product, cheapest first.
    ///
    /// Each person has one voice at a shop, the newest, and so has each network; a voice far from the others does not
    /// count; the price is the median of what is left. So one account cannot move a price beyond what two others have
    /// paid. A shop whose price is far below what people pay at all shops is left out.
    ///
    /// - Parameters:
    ///   - observations: All there are of the product.
    ///   - today: The day.
    /// - Returns: One figure for each shop and currency with enough voices.
    package static func figures(_ observations: [PriceObservation], on today: CalendarDay) -> [Figure] {
        let recent = observations.filter { (0..<window).contains($0.day.days(until: today)) }
        let places = Dictionary(grouping: recent) { Place(store: $0.store, currency: $0.currency, $0.price.dimension) }
        let all = places.compactMap { figure(at: $0.key, of: $0.value) }
        return all.filter { isPlausible($0, among: all) }.sorted {
            ($0.currency.code, $0.price.millionths, $0.store) < ($1.currency.code, $1.price.millionths, $1.store)
        }
    }

    /// Whether a price is not far below another one that was paid for the same.
    package static func isPlausible(_ price: UnitPrice, beside paid: UnitPrice) -> Bool {
        Int128(price.millionths) * 100 >= Int128(paid.millionths) * lowestPart
    }

    private static func isPlausible(_ figure: Figure, among all: [Figure]) -> Bool {
        let alike = all.filter { $0.currency == figure.currency && $0.price.dimension == figure.price.dimension }
        let paid = alike.flatMap { Array(repeating: $0.price.millionths, count: $0.contributors) }
        return isPlausible(figure.price, beside: UnitPrice(figure.price.dimension, millionths: median(paid)))
    }

    /// One voice of each network, the newest; of two of a day the higher.
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
        guard people.count >= fewest else { return nil }
        let middle = median(people.map(\.price.millionths))
        let deviation = median(people.map { abs($0.price.millionths - middle) })
        // 1.4826 makes the median deviation of a normal distribution its standard deviation.
        let most = max(maxDeviations * 1.4826 * Double(deviation), minSpread * Double(middle))
        let counted = people.filter { Double(abs($0.price.millionths - middle)) <= most }
        guard counted.count >= fewest, let day = counted.map(\.day).max() else { return nil }
        return Figure(
            store: place.store, currency: place.currency,
            price: UnitPrice(place.dimension, millionths: median(counted.map(\.price.millionths))),
            contributors: counted.count, day: day)
    }

    /// The middle value; of an even number the higher of the two in the middle, so that no price is told too low.
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
