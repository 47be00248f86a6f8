import Quantities

/// A mass in grams with its range.
package struct MassView: Encodable, Sendable {
    package let value: Double
    package let low: Double
    package let high: Double

    package init(_ milligrams: Int64, from low: Int64? = nil, to high: Int64? = nil) {
        value = Double(milligrams) / 1_000
        self.low = Double(low ?? milligrams) / 1_000
        self.high = Double(high ?? milligrams) / 1_000
    }

    private init(value: Double, low: Double, high: Double) {
        self.value = value
        self.low = low
        self.high = high
    }

    /// The mass in ounces, to the hundredth.
    package var ounces: MassView {
        func ounces(_ grams: Double) -> Double {
            CustomaryUnits.value(grams, dividedBy: CustomaryUnits.gramsPerOunce, places: 2)
        }
        return MassView(value: ounces(value), low: ounces(low), high: ounces(high))
    }
}
