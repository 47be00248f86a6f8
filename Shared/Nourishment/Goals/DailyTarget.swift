import FoodCatalogue

/// How much of one nutrient to eat in a day, and who says so.
package struct DailyTarget: Sendable, Hashable {
    /// Where the number comes from; the raw value is the code on the wire.
    package enum Source: String, Sendable, Codable {
        case own
        /// An equation and the aim.
        case energyGoal = "energy-goal"
        /// A share of the energy.
        case split
        case recommended = "rda"
        case adequate = "ai"
        /// A daily value of labels, where neither the person nor their body tells a target.
        case labelUnitedStates = "fda-dv"
        case labelCanada = "hc-dv"
        case labelEurope = "eu-nrv"

        /// Whether it is a daily value of labels rather than a goal.
        package var isLabel: Bool { LabelReference(rawValue: rawValue) != nil }
    }

    package let nutrient: Nutrient
    /// In the nutrient's unit.
    package let amount: Double
    package let source: Source
    package let upper: UpperLevel?

    package init(nutrient: Nutrient, amount: Double, source: Source, upper: UpperLevel? = nil) {
        self.nutrient = nutrient
        self.amount = amount
        self.source = source
        self.upper = upper
    }
}
