/// An energy in kilocalories; kilojoules are derived.
package struct Kilocalories: Quantity {
    /// Kilojoules in one kilocalorie (the thermochemical calorie is 4.184 J by definition).
    package static let kilojoulesPerKilocalorie = 4.184

    package let value: Double

    package init(_ value: Double) {
        self.value = value
    }

    /// Creates an energy from kilojoules.
    package init(kilojoules: Double) {
        self.init(kilojoules / Self.kilojoulesPerKilocalorie)
    }

    /// The same energy in kilojoules.
    package var kilojoules: Double { value * Self.kilojoulesPerKilocalorie }
}
