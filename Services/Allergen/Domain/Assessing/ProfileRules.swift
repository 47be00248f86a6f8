import EventContracts

/// Validates a profile before it is stored; pure.
package enum ProfileRules {
    /// Maximum number of ingredients on a person's own list.
    package static let maximumOtherIngredients = 50
    /// Maximum number of synonyms of one of these ingredients.
    package static let maximumSynonyms = 10
    /// Longest name or synonym of an ingredient, in characters.
    package static let maximumNameLength = 80

    /// The rules that a profile violates; empty if it is valid.
    package static func violations(of profile: AssessmentProfile) -> [FieldViolation] {
        var violations: [FieldViolation] = []
        if profile.otherIngredients.count > maximumOtherIngredients {
            violations.append(
                FieldViolation(
                    pointer: "/otherIngredients", rule: "must have at most \(maximumOtherIngredients) entries"))
        }
        for (index, ingredient) in profile.otherIngredients.enumerated() {
            let pointer = "/otherIngredients/\(index)"
            violations += check(ingredient.name, pointer)
            if ingredient.synonyms.count > maximumSynonyms {
                violations.append(
                    FieldViolation(
                        pointer: "\(pointer)/synonyms", rule: "must have at most \(maximumSynonyms) entries"))
            }
            for (position, synonym) in ingredient.synonyms.enumerated() {
                violations += check(synonym, "\(pointer)/synonyms/\(position)")
            }
        }
        return violations
    }

    private static func check(_ name: String, _ pointer: String) -> [FieldViolation] {
        if name.count > maximumNameLength {
            return [FieldViolation(pointer: pointer, rule: "must have at most \(maximumNameLength) characters")]
        }
        guard !FoldedWord.words(of: name).isEmpty else {
            return [FieldViolation(pointer: pointer, rule: "must contain a word in Latin or Chinese characters")]
        }
        return []
    }
}
