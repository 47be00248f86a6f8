import FoodCatalogue

/// The daily target of one nutrient, and its source.
package struct DailyTarget: Sendable, Hashable {
    /// The source of the number; the raw value is the code on the wire.
    package enum Source: String, Sendable, Codable {
        case own
        /// Computed from an equation and the person's aim.
        case energyGoal = "energy-goal"
        /// A share of the energy.
        case split
        case recommended = "rda"
        case adequate = "ai"
        /// A daily value for labels, if neither the person nor their body measures give a target.
        case labelUnitedStates = "fda-dv"
        case labelCanada = "hc-dv"
        case labelEurope = "eu-nrv"

        /// Whether it is a daily value for labels rather than a goal.
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
