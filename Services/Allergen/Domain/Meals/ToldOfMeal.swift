import EventContracts

/// What the owner of a meal has heard of what is in it now: what went and comes back is told again.
package struct ToldOfMeal: Codable, Sendable, Equatable {
    /// Told as possible, and no more.
    private var possible: Set<AllergenChoice> = []
    /// Told as likely or named.
    private var likely: Set<AllergenChoice> = []
    private var otherMatches = 0

    package init() {}

    /// Counts what is found of a person's profile as told, and what is no longer found as never told: whoever took the cheese
    /// off a meal, or milk out of the profile, and puts it back is to hear of it as the first time.
    ///
    /// - Returns: whether any of it is news: not told of what was there before, or told as possible only and now likely.
    package mutating func tell(_ allergens: [MealAllergen], otherMatches others: Int) -> Bool {
        let before = self
        self = ToldOfMeal()
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
