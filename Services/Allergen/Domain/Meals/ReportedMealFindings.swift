import EventContracts

/// The findings of a meal that its owner has been notified of.
///
/// A finding that disappears and returns is reported again.
package struct ReportedMealFindings: Codable, Sendable, Equatable {
    /// Allergens that were notified as possible only.
    private var possible: Set<AllergenChoice> = []
    /// Allergens that were notified as likely or named.
    private var likely: Set<AllergenChoice> = []
    private var otherMatches = 0

    package init() {}

    /// Records the current findings as notified and forgets disappeared ones, so that cheese removed from a meal, or
    /// milk from the profile, and added again is reported again.
    ///
    /// - Returns: Whether there is news: a new finding, or a possible one that became likely.
    package mutating func report(_ allergens: [MealAllergen], otherMatches others: Int) -> Bool {
        let before = self
        self = ReportedMealFindings()
        for found in allergens where found.inProfile {
            if found.likelihood == .possible {
                possible.insert(found.allergen)
            } else {
                likely.insert(found.allergen)
            }
        }
        otherMatches = others
        return !likely.subtracting(before.likely).isEmpty || otherMatches > before.otherMatches
            || !possible.subtracting(before.possible).subtracting(before.likely).isEmpty
    }
}
