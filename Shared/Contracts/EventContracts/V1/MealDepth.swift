import Foundation

/// Properties of the camera that took the photo of a meal, as reported by the phone.
package struct MealCamera: Codable, Sendable, Equatable {
    /// Focal lengths, in pixels of an image of `width` × `height`.
    package var focalX: Double
    package var focalY: Double
    /// The principal point in that image, in pixels from the left and from the top.
    package var centerX: Double
    package var centerY: Double
    /// Size of the image that the focal lengths and the principal point refer to, as the sensor delivers it: before it
    /// is turned upright.
    package var width: Int
    package var height: Int
    /// Gravity vector in camera coordinates (x right, y down, z away), of any length; nil if unknown.
    package var gravity: [Double]?

    package init(
        focalX: Double, focalY: Double, centerX: Double, centerY: Double, width: Int, height: Int,
        gravity: [Double]? = nil
    ) {
        self.focalX = focalX
        self.focalY = focalY
        self.centerX = centerX
        self.centerY = centerY
        self.width = width
        self.height = height
        self.gravity = gravity
    }
}

/// The depth map of a meal photo, as measured by the phone: its location and its format.
package struct MealDepth: Codable, Sendable, Equatable {
    /// The encoding of a value; both are little-endian, row by row from the top.
    package enum Encoding: String, EventValue, CaseIterable {
        case float32, uint16

        /// Size of one value, in bytes.
        package var bytes: Int { self == .float32 ? 4 : 2 }
    }

    /// The meaning of a value.
    package enum Measure: String, EventValue, CaseIterable {
        /// The distance along the optical axis.
        case depth
        /// The inverse of the distance.
        case disparity
    }

    /// The location of the sealed map in the photo store.
    package var key: PhotoKey
    package var width: Int
    package var height: Int
    package var encoding: Encoding
    package var measure: Measure
    /// Meters (for disparity: inverse meters) per unit.
    package var unit: Double
    /// Whether the map is turned like the upright photo; otherwise it has the sensor's orientation.
    package var isUpright: Bool

    /// Maximum side length, and maximum number of values of a map.
    package static let maxSide = 2_048, maxValues = 1 << 20

    package init(
        key: PhotoKey, width: Int, height: Int, encoding: Encoding, measure: Measure, unit: Double, isUpright: Bool
    ) {
        self.key = key
        self.width = width
        self.height = height
        self.encoding = encoding
        self.measure = measure
        self.unit = unit
        self.isUpright = isUpright
    }
}
