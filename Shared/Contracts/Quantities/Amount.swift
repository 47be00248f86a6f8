/// A quantity that may not be known, for example a nutrient that a food's table does not list.
///
/// In JSON it is the number or null.
package enum Amount<Value: Quantity>: Sendable, Hashable {
    case known(Value)
    case unknown

    /// The value; nil if unknown.
    package var value: Value? {
        guard case .known(let value) = self else { return nil }
        return value
    }

    /// The amount times a factor; an unknown amount stays unknown, even times zero.
    package func scaled(by factor: Double) -> Self {
        switch self {
        case .known(let value): .known(value * factor)
        case .unknown: .unknown
        }
    }
}

extension Amount: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = container.decodeNil() ? .unknown : .known(try container.decode(Value.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .known(let value): try container.encode(value)
        case .unknown: try container.encodeNil()
        }
    }
}

/// The sum of amounts of which some may be unknown: a lower bound, with the number of known amounts and of all amounts.
package struct AtLeast<Value: Quantity>: Sendable, Hashable, Codable {
    /// Sum of the known amounts.
    package private(set) var sum: Value = .zero
    /// Number of known amounts.
    package private(set) var known = 0
    /// Number of all amounts.
    package private(set) var count = 0

    /// An empty sum.
    package init() {}

    /// Restores a sum from its parts.
    package init(sum: Value, known: Int, count: Int) {
        self.sum = sum
        self.known = known
        self.count = count
    }

    /// The sum of the amounts.
    package init(_ amounts: some Sequence<Amount<Value>>) {
        for amount in amounts { add(amount) }
    }

    /// Adds one amount.
    package mutating func add(_ amount: Amount<Value>) {
        count += 1
        guard case .known(let value) = amount else { return }
        known += 1
        sum = sum + value
    }

    /// Whether every amount was known, so that the sum is exact.
    package var isComplete: Bool { known == count }
}
