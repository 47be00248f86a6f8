/// The maximum daily amount of a nutrient that is likely to do no harm.
package struct UpperLevel: Sendable, Hashable {
    /// The part of the intake that the level applies to.
    package enum Scope: String, Sendable, Codable {
        /// All of it: food, drink and supplements.
        case everything
        /// Supplements and fortification, as for magnesium, niacin, folate and vitamin E: food alone never reaches it.
        case addedAlone = "added-alone"
        /// Retinol without carotenoids, which amounts in retinol activity equivalents do not separate.
        case preformedAlone = "preformed-alone"
        /// The chronic disease risk reduction intake of sodium: a maximum to aim for.
        case diseaseRisk = "disease-risk"
    }

    /// In the nutrient's unit.
    package let amount: Double
    package let scope: Scope

    package init(amount: Double, scope: Scope) {
        self.amount = amount
        self.scope = scope
    }

    /// Whether amounts in foods can be compared with it.
    package var holdsForFood: Bool { scope == .everything || scope == .diseaseRisk }
}
