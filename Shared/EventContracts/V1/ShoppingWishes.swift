import Foundation
import Quantities

/// A place to about a kilometre: all that is ever known of where somebody is (C22).
package struct CoarsePlace: Codable, Sendable, Hashable {
    /// Hundredths of a degree, of the middle of the square.
    package let latitude: Int
    package let longitude: Int

    /// The square of a place in degrees; what is finer is dropped at once.
    ///
    /// - Returns: nil for a place that is not on Earth.
    package init?(latitude: Double, longitude: Double) {
        guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
        self.latitude = Int((latitude * 100).rounded())
        self.longitude = Int((longitude * 100).rounded())
    }
}

/// Which units a person reads prices in (SPD-16).
package enum UnitPreference: String, EventValue, CaseIterable {
    case metric, imperial
    /// Masses in pounds, volumes in litres, as shops in Canada print them.
    case mixed
}

/// Where and how a person shops (SPD-07, SPD-08, SPD-16); sealed as (`shopping.wishes`, account id).
package struct ShoppingWishes: Codable, Sendable, Equatable {
    /// Where the person is, to about a kilometre; nil where they do not say.
    package var place: CoarsePlace?
    /// How far a shop may be, in kilometres.
    package var radius: Int
    package var preferred: Set<StoreID>
    package var ignored: Set<StoreID>
    package var units: UnitPreference
    /// What a kilometre of way costs the person; nil when it costs nothing.
    package var wayCost: Money?
    /// Whether prices that the person paid help others, without a name (SPD-19, GW-42).
    package var sharesPrices: Bool

    /// Kilometres that a radius may have.
    package static let radii = 1...200

    /// The wishes of somebody who has said nothing: nothing is shared.
    package init() {
        radius = 10
        preferred = []
        ignored = []
        units = .mixed
        sharesPrices = false
    }
}
