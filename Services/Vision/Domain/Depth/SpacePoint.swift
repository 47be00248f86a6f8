/// A point or direction in camera coordinates, in meters: x right, y down, z away from the camera.
package struct SpacePoint: Sendable, Equatable {
    package var x: Double
    package var y: Double
    package var z: Double

    package init(_ x: Double, _ y: Double, _ z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    package static func - (left: Self, right: Self) -> Self {
        Self(left.x - right.x, left.y - right.y, left.z - right.z)
    }
    package static func + (left: Self, right: Self) -> Self {
        Self(left.x + right.x, left.y + right.y, left.z + right.z)
    }
    package static func * (left: Self, right: Double) -> Self { Self(left.x * right, left.y * right, left.z * right) }

    package func dot(_ other: Self) -> Double { x * other.x + y * other.y + z * other.z }

    package func cross(_ other: Self) -> Self {
        Self(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
    }

    package var length: Double { dot(self).squareRoot() }

    /// The same direction with length 1; nil for a zero vector.
    package var unit: Self? { length > 1e-12 ? self * (1 / length) : nil }
}
