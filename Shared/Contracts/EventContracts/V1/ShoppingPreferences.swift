import Foundation
import Quantities

/// A place rounded to about a kilometer; the only form in which a person's place is known (C22).
package struct CoarsePlace: Codable, Sendable, Hashable {
    /// Hundredths of a degree, of the center of the square.
    package let latitude: Int
    package let longitude: Int

    /// The square that contains a place given in degrees; finer digits are dropped at once.
    ///
    /// - Returns: nil for coordinates out of range.
    package init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = Int((latitude * 100).rounded())
        self.longitude = Int((longitude * 100).rounded())
    }
}

/// The units for displayed prices (SPD-16).
package enum UnitPreference: String, EventValue, CaseIterable {
    case metric, imperial
    /// Masses in pounds, volumes in liters, as shops in Canada print them.
    case mixed
}

/// A person's shopping preferences (SPD-07, SPD-08, SPD-16); sealed as (`shopping.wishes`, account id).
package struct ShoppingPreferences: Codable, Sendable, Equatable {
    /// The person's place, to about a kilometer; nil if not given.
    package var place: CoarsePlace?
    /// Maximum distance of a shop, in kilometers.
    package var radius: Int
    package var preferred: Set<StoreID>
    package var ignored: Set<StoreID>
    package var units: UnitPreference
    /// The person's cost per kilometer of travel; nil means free.
    package var wayCost: Money?
    /// Whether prices that the person paid are shared anonymously (SPD-19, GW-42).
    package var sharesPrices: Bool

    /// Allowed radii, in kilometers.
    package static let radii = 1...200

    /// The default preferences: nothing is shared.
    package init() {
        radius = 10
        preferred = []
        ignored = []
        units = .mixed
        sharesPrices = false
    }
}
