/// Customary units in metric units, as defined by the international yard and pound agreement of 1959.
package enum CustomaryUnits {
    /// Grams in an avoirdupois ounce.
    package static let gramsPerOunce = 28.349523125
    /// Kilograms in a pound.
    package static let kilogramsPerPound = 0.45359237
    /// Centimeters in an inch.
    package static let centimetersPerInch = 2.54

    /// Converts a metric value to a customary unit, rounded to a number of decimal places.
    ///
    /// - Parameters:
    ///   - value: The metric value.
    ///   - factor: Metric units in one customary unit.
    ///   - places: Decimal places.
    /// - Returns: The rounded value.
    package static func value(_ value: Double, dividedBy factor: Double, places: Int) -> Double {
        var scale = 1.0
        for _ in 0..<places { scale *= 10 }
        return (value / factor * scale).rounded() / scale
    }
}
