import EventContracts
import FoodCatalogue

/// Foods that must not be recommended to a person.
struct FoodAvoidance: Sendable {
    /// Codes of groups and species in the allergen profile.
    var allergens: Set<String> = []
    /// The person's custom ingredients, each as the set of its normalized words.
    var ingredients: [Set<[UInt8]>] = []
    var diets: Set<Diet> = []
    /// Ids of foods that the person dislikes.
    var disliked: Set<String> = []

    /// All codes that foods are checked for; a food with one of them is not recommended.
    var codes: Set<String> {
        allergens.union(diets.map(\.rawValue)).union(ingredients.isEmpty ? [] : ["other-ingredients"])
    }

    /// Whether foods of unknown content are uncertain for this person.
    var isCareful: Bool { !allergens.isEmpty || !ingredients.isEmpty || !diets.isEmpty }

    /// Whether a food must not be recommended because of its id or a name of it.
    func excludes(_ id: String, named names: [String]) -> Bool {
        if disliked.contains(id) { return true }
        guard !ingredients.isEmpty else { return false }
        return names.contains { name in
            let words = Set(FoldedName(name).words)
            return ingredients.contains { $0.isSubset(of: words) }
        }
    }

    /// Whether a food of known content must not be recommended.
    func excludes(_ food: RecommendableFood) -> Bool {
        !food.allergens.isDisjoint(with: allergens) || !diets.allSatisfy(food.isAllowed(by:))
    }
}
