/// The most of a nutrient that is likely to do no harm day by day.
package struct UpperLevel: Sendable, Hashable {
    /// Which part of an intake it is said of.
    package enum Scope: String, Sendable, Codable {
        /// All of it: food, drink and supplements.
        case everything
        /// Supplements and what is added to foods, as for magnesium, niacin, folate and vitamin E: food never reaches it.
        case addedAlone = "added-alone"
        /// Retinol without carotenoids, which amounts in retinol activity equivalents do not tell apart.
        case preformedAlone = "preformed-alone"
        /// The chronic disease risk reduction intake of sodium: what to come down to.
        case diseaseRisk = "disease-risk"
    }

    /// In the nutrient's unit.
    package let amount: Double
    package let scope: Scope

    package init(amount: Double, scope: Scope) {
        self.amount = amount
        self.scope = scope
    }

    /// Whether amounts in foods can be held against it.
    package var holdsForFood: Bool { scope == .everything || scope == .diseaseRisk }
}
