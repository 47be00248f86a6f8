import EventContracts
import FoodCatalogue

/// Foods that must not be recommended to a person.
struct FoodAvoidance: Sendable {
    /// Codes of groups and species in the allergen profile.
    var allergens: Set<String> = []
    /// Ingredients that the person named, in words that are compared.
    var ingredients: [Set<[UInt8]>] = []
    var diets: Set<Diet> = []
    /// Ids of foods that the person does not want.
    var disliked: Set<String> = []

    /// Everything that foods are checked for, as codes: what holds one of them is not recommended.
    var codes: Set<String> {
        allergens.union(diets.map(\.rawValue)).union(ingredients.isEmpty ? [] : ["other-ingredients"])
    }

    /// Whether only foods of known content are free of doubt.
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
