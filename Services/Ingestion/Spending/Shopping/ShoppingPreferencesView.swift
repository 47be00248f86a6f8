import EventContracts
import Foundation
import IngestionCore

/// Shopping preferences in the form for their owner (SPD-07, SPD-08, SPD-16).
struct ShoppingPreferencesView: Encodable, Sendable {
    /// The center of the stored square of about a kilometer (C22), in degrees.
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
    /// The person's cost per kilometer of travel.
    let wayCostPerKm: MoneyView?
    /// Whether paid prices are shared anonymously.
    let sharesPrices: Bool
    let version: Int64
    let changedAt: Date?

    /// The preferences of a person who has not set any.
    static let standard = ShoppingPreferencesView(ShoppingPreferences(), version: 0, changedAt: nil)

    init(_ preferences: ShoppingPreferences, version: Int64, changedAt: Date?) {
        location = preferences.place.map(Place.init)
        radiusKm = preferences.radius
        preferredStores = preferences.preferred.sorted()
        ignoredStores = preferences.ignored.sorted()
        units = preferences.units
        wayCostPerKm = preferences.wayCost.map { MoneyView($0) }
        sharesPrices = preferences.sharesPrices
        self.version = version
        self.changedAt = changedAt
    }
}
