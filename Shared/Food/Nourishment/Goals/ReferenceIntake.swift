/// The recommended amount of a nutrient, and its upper level.
package struct ReferenceIntake: Sendable, Hashable {
    /// The basis of the recommendation; the raw value is the code on the wire.
    package enum Kind: String, Sendable, Codable {
        /// Recommended dietary allowance: enough for 97 to 98 of 100 healthy people.
        case recommended = "rda"
        /// Adequate intake: the intake of healthy people, if too little is known for an allowance.
        case adequate = "ai"
    }

    /// In the nutrient's unit.
    package let amount: Double
    package let kind: Kind
    package let upper: UpperLevel?
}
