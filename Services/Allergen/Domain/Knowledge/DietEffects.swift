import EventContracts

/// The effects of a lexicon food on diets.
package struct DietEffects: Sendable, Hashable {
    /// Diets that exclude the food.
    package var excludedBy: Set<Diet> = []
    /// Diets that exclude one of the food's possible sources.
    package var doubtfulFor: Set<Diet> = []
    /// True for meat, which kosher rules keep apart from milk.
    package var isMeat = false

    package static let none = DietEffects()

    /// Parses a lexicon cell: `vegan|halal?|meat`, with a question mark if it depends on the source; nil for an unknown
    /// word.
    init?(cells: [String]) {
        for cell in cells where !cell.isEmpty {
            if cell == "meat" {
                isMeat = true
                continue
            }
            let isDoubtful = cell.hasSuffix("?")
            guard let diet = Diet(rawValue: String(isDoubtful ? cell.dropLast() : cell[...])) else { return nil }
            if isDoubtful { doubtfulFor.insert(diet) } else { excludedBy.insert(diet) }
        }
    }

    private init() {}

    /// The effects of the contained allergens: allergens of animal origin are not vegan, shellfish is not kosher.
    init(holding allergens: AllergenSet) {
        for (set, diets) in Self.rules where !allergens.isDisjoint(with: set) { excludedBy.formUnion(diets) }
    }

    private static let rules: [(AllergenSet, [Diet])] = [
        (AllergenSet(codes: [.milk, .eggs]), [.vegan]),
        (AllergenSet(codes: [.fish]), [.vegan, .vegetarian]),
        (AllergenSet(codes: [.crustaceans, .molluscs]), [.vegan, .vegetarian, .kosher]),
        (AllergenSet(codes: [.gluten]), [.glutenFree]),
    ]
}
