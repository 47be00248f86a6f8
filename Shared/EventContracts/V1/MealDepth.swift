import Foundation

/// How the camera that took the photo of a meal sees, as the phone tells it.
package struct MealCamera: Codable, Sendable, Equatable {
    /// Focal lengths in pixels of a picture of `width` × `height`.
    package var focalX: Double
    package var focalY: Double
    /// Where the optical axis meets that picture, in its pixels from the left and from the top.
    package var centerX: Double
    package var centerY: Double
    /// Of the picture that the four are measured in, as the sensor gives it: before it is turned upright.
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

/// How far away everything on the photo of a meal is, as the phone measured it: where the map lies, and how it is to be read.
package struct MealDepth: Codable, Sendable, Equatable {
    /// How a value is written; both little-endian, row by row from the top.
    package enum Encoding: String, EventValue, CaseIterable {
        case float32, uint16

        /// Bytes of one value.
        package var bytes: Int { self == .float32 ? 4 : 2 }
    }

    /// What a value tells.
    package enum Measure: String, EventValue, CaseIterable {
        /// The distance along the optical axis.
        case depth
        /// Its inverse.
        case disparity
    }

    /// Where the sealed map lies in the photo store.
    package var key: PhotoKey
    package var width: Int
    package var height: Int
    package var encoding: Encoding
    package var measure: Measure
    /// Metres (of disparity: of inverse metres) that one unit stands for.
    package var unit: Double
    /// Whether the map is turned as the upright photo is; else it lies as the sensor gives it.
    package var isUpright: Bool

    /// Longest side, and values of a map.
    package static let longestSide = 2_048, maxValues = 1 << 20

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
