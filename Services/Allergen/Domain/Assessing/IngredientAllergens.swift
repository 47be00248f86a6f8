import EventContracts

/// Determines which allergens each ingredient names.
enum IngredientAllergens {
    /// Joins ingredients and hits, both in the order of the text, in one pass.
    static func join(_ ingredients: [ListedIngredient], _ hits: [AllergenHit]) -> [AssessedIngredient] {
        var next = 0
        return ingredients.map { ingredient in
            while next < hits.count, hits[next].tokens.lowerBound < ingredient.tokens.lowerBound { next += 1 }
            var certain = AllergenSet()
            var named = AllergenSet()
            var species = SpeciesSet()
            while next < hits.count, hits[next].tokens.lowerBound < ingredient.tokens.upperBound {
                named.formUnion(hits[next].allergens)
                if hits[next].meaning.isPositive && !hits[next].isMisread {
                    certain.formUnion(hits[next].allergens)
                    species.formUnion(hits[next].species)
                }
                next += 1
            }
            return AssessedIngredient(
                ingredient: ingredient, allergens: certain.codes, species: species.members,
                possibleAllergens: named.subtracting(certain).codes)
        }
    }
}
