import EventContracts

/// The effects of a lexicon food on diets.
package struct DietEffects: Sendable, Hashable {
    /// Diets that exclude it.
    package var excludedBy: Set<Diet> = []
    /// Diets that exclude it when it comes from one of its possible sources.
    package var doubtfulFor: Set<Diet> = []
    /// True for meat, which kosher rules keep apart from milk.
    package var isMeat = false

    package static let none = DietEffects()

    /// The effects of a lexicon cell: `vegan|halal?|meat`, a question mark behind what depends on the source; nil for a
    /// word that is none.
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

    /// What holding allergens means: none of the animal ones is vegan, no shellfish is kosher.
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
