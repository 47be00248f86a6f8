import Quantities

/// A number in the unit of its nutrient.
package struct NutrientValue: Quantity {
    package let value: Double

    package init(_ value: Double) {
        self.value = value
    }
}

/// Amount of each nutrient in a mass of food; unknown is not zero.
package struct NutrientAmounts: Sendable, Hashable {
    /// The mass that amounts in food tables refer to.
    package static let tableMass = Grams(100)

    private var values = [Double](repeating: 0, count: Nutrient.allCases.count)
    /// Bit `n` is set if the nutrient at position `n` is known.
    private var known: UInt64 = 0

    /// All amounts are unknown.
    package init() {}

    package init(_ amounts: [Nutrient: Double]) {
        for (nutrient, value) in amounts { self[nutrient] = .known(NutrientValue(value)) }
    }

    /// The amount of one nutrient.
    package subscript(_ nutrient: Nutrient) -> Amount<NutrientValue> {
        get {
            let position = nutrient.position
            return known & 1 << UInt64(position) == 0 ? .unknown : .known(NutrientValue(values[position]))
        }
        set {
            let position = nutrient.position
            values[position] = newValue.value?.value ?? 0
            let bit: UInt64 = 1 << UInt64(position)
            if newValue == .unknown { known &= ~bit } else { known |= bit }
        }
    }

    /// The number of known nutrients.
    package var knownCount: Int { known.nonzeroBitCount }

    /// Converts amounts for `tableMass` to those for another mass.
    package func inMass(_ mass: Grams) -> NutrientAmounts {
        var amounts = self
        amounts.values = values.map { $0 * mass.value / Self.tableMass.value }
        return amounts
    }
}

/// The sums of nutrients over several foods: lower bounds, with the number of foods that have a value.
package struct NutrientTotals: Sendable, Hashable {
    private var sums = [AtLeast<NutrientValue>](repeating: AtLeast(), count: Nutrient.allCases.count)

    /// Totals of no foods.
    package init() {}

    /// The totals of foods with their masses; amounts are for `NutrientAmounts.tableMass`.
    package init(_ foods: some Sequence<(amounts: NutrientAmounts, mass: Grams)>) {
        for food in foods { add(food.amounts.inMass(food.mass)) }
    }

    /// Adds the amounts of one food.
    package mutating func add(_ amounts: NutrientAmounts) {
        for nutrient in Nutrient.allCases { sums[nutrient.position].add(amounts[nutrient]) }
    }

    package subscript(_ nutrient: Nutrient) -> AtLeast<NutrientValue> { sums[nutrient.position] }
}
