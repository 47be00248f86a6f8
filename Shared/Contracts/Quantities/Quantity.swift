/// A number with a unit that the type states; in JSON the bare number.
///
/// Quantities of different units cannot be added, and are converted only by a named conversion.
package protocol Quantity: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
    /// The number, in the unit of the type.
    var value: Double { get }

    /// A quantity from a number in the unit of the type.
    init(_ value: Double)
}

extension Quantity {
    /// The quantity zero; an unknown quantity is not zero: see `Amount`.
    package static var zero: Self { Self(0) }

    package static func + (left: Self, right: Self) -> Self { Self(left.value + right.value) }

    package static func - (left: Self, right: Self) -> Self { Self(left.value - right.value) }

    package static func * (quantity: Self, factor: Double) -> Self { Self(quantity.value * factor) }

    package static func < (left: Self, right: Self) -> Bool { left.value < right.value }

    package var description: String { String(value) }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let value = try container.decode(Double.self)
        guard value.isFinite else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a finite number")
        }
        self.init(value)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}
