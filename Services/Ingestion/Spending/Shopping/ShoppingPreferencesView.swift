import EventContracts
import Foundation
import IngestionCore

/// How and where a person shops, as they see it (SPD-07, SPD-08, SPD-16).
struct ShoppingPreferencesView: Encodable, Sendable {
    /// The middle of the square of about a kilometre that is all that is kept (C22), in degrees.
    struct Place: Encodable, Sendable {
        let latitude: Double
        let longitude: Double

        init(_ place: CoarsePlace) {
            latitude = Double(place.latitude) / 100
            longitude = Double(place.longitude) / 100
        }
    }

    let location: Place?
    let radiusKm: Int
    let preferredStores: [StoreID]
    let ignoredStores: [StoreID]
    let units: UnitPreference
    /// What a kilometre of way costs the person.
    let wayCostPerKm: MoneyView?
    /// Whether the prices that they paid help others, without a name.
    let sharesPrices: Bool
    let version: Int64
    let changedAt: Date?

    /// What a person has who never chose.
    static let standard = ShoppingPreferencesView(ShoppingWishes(), version: 0, changedAt: nil)

    init(_ wishes: ShoppingWishes, version: Int64, changedAt: Date?) {
        location = wishes.place.map(Place.init)
        radiusKm = wishes.radius
        preferredStores = wishes.preferred.sorted()
        ignoredStores = wishes.ignored.sorted()
        units = wishes.units
        wayCostPerKm = wishes.wayCost.map { MoneyView($0) }
        sharesPrices = wishes.sharesPrices
        self.version = version
        self.changedAt = changedAt
    }
}
