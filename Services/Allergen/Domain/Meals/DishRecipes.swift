import EventContracts

/// The allergens in the known recipes of a dish.
struct DishRecipes: Sendable, Equatable {
    /// The dish as the table calls it.
    let dish: String
    /// Number of recipes; at least one.
    let recipes: Int
    /// How many of them hold each allergen and kind.
    private(set) var holding: [AllergenChoice: Int]
    /// Allergens that some recipe contains without a stated species.
    private(set) var unnamed: AllergenSet
    /// Whether the dish's name has words that were not asked for: it is another dish, if a near one.
    var isNear = false
    /// Whether the food was named by the dish's code: it is this very dish.
    var isExact = false

    /// These recipes without the allergens that a name excludes.
    func without(_ freed: AllergenSet, _ species: SpeciesSet) -> DishRecipes {
        guard !freed.isEmpty || !species.isEmpty else { return self }
        var rest = self
        rest.unnamed.subtract(freed)
        rest.holding = holding.filter { choice, _ in
            !freed.contains(AllergenSet(choice.group))
                && !(choice.species.map { species.contains(SpeciesSet($0)) } ?? false)
        }
        return rest
    }

    /// The number of recipes per thousand that contain it; at least one if any does.
    func permille(_ choice: AllergenChoice) -> Int {
        guard let count = holding[choice], count > 0 else { return 0 }
        return max(1, count * 1_000 / recipes)
    }
}
