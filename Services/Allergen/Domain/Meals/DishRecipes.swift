import EventContracts

/// What the known recipes of a dish hold.
struct DishRecipes: Sendable, Equatable {
    /// The dish as the table calls it.
    let dish: String
    /// How many recipes were looked at; at least one.
    let recipes: Int
    /// How many of them hold each allergen and kind.
    let holding: [AllergenChoice: Int]
    /// Allergens that some recipe holds without telling the kind.
    let unnamed: AllergenSet

    /// Of a thousand recipes, how many hold it; at least one where any does.
    func permille(_ choice: AllergenChoice) -> Int {
        guard let count = holding[choice], count > 0 else { return 0 }
        return max(1, count * 1_000 / recipes)
    }
}
