import EventContracts

/// Decides whether a profile may be kept: pure.
package enum ProfileRules {
    /// Most ingredients a person may name.
    package static let maximumOtherIngredients = 50
    /// Longest name of an ingredient, in characters.
    package static let maximumNameLength = 80

    /// Everything wrong with a profile; empty when it may be kept.
    package static func violations(of profile: AssessmentProfile) -> [FieldViolation] {
        var violations: [FieldViolation] = []
        if profile.otherIngredients.count > maximumOtherIngredients {
            violations.append(
                FieldViolation(
                    pointer: "/otherIngredients", rule: "must have at most \(maximumOtherIngredients) entries"))
        }
        for (index, name) in profile.otherIngredients.enumerated() {
            let pointer = "/otherIngredients/\(index)"
            if name.count > maximumNameLength {
                violations.append(
                    FieldViolation(pointer: pointer, rule: "must have at most \(maximumNameLength) characters"))
            } else if FoldedWord.words(of: name).isEmpty {
                violations.append(
                    FieldViolation(pointer: pointer, rule: "must hold a word in Latin letters or Chinese"))
            }
        }
        return violations
    }
}
