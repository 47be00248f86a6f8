/// What is recommended of a nutrient, and the most of it.
package struct ReferenceIntake: Sendable, Hashable {
    /// How well the recommendation is founded; the raw value is the code on the wire.
    package enum Kind: String, Sendable, Codable {
        /// Recommended dietary allowance: enough for 97 to 98 of 100 healthy people.
        case recommended = "rda"
        /// Adequate intake: what healthy people eat, where too little is known for an allowance.
        case adequate = "ai"
    }

    /// In the nutrient's unit.
    package let amount: Double
    package let kind: Kind
    package let upper: UpperLevel?
}
