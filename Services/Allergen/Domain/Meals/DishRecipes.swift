import EventContracts

/// The allergens in the known recipes of a dish.
struct DishRecipes: Sendable, Equatable {
    /// The dish's name in the table.
    let dish: String
    /// Number of recipes; at least one.
    let recipes: Int
    /// Number of recipes that contain each allergen and species.
    private(set) var holding: [AllergenChoice: Int]
    /// Allergens that some recipe contains without a stated species.
    private(set) var unnamed: AllergenSet
    /// Whether the dish's name has words that the searched name lacks: then it is a similar dish.
    var isNear = false
    /// Whether the dish was found by its food code, so that it is exactly the food.
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
