import EventContracts

/// Reassesses a compacted scan; a pure function.
///
/// Allergens are assessed by the stored facts. Custom ingredients cannot be searched without the text: earlier findings
/// remain as long as the person adds no others; after that the result is incomplete, and so never *not detected*
/// (ALG-07).
struct CompactFact {
    /// The answer, as far as the stored facts allow one.
    struct Answer: Equatable {
        let verdict: Verdict
        let complete: Bool
        let contains: [AllergenChoice]
        let mayContain: [AllergenChoice]
        let otherMatches: Int
        let otherHeld: Bool
    }

    let facts: AllergenFacts
    /// Number of the person's custom ingredients that were found, and whether one is contained rather than possible.
    let otherMatches: Int
    let otherHeld: Bool
    /// Whether the person's current custom ingredients are those that were checked.
    let knowsOthers: Bool

    /// The answer for a profile.
    func judge(_ profile: AssessmentProfile) -> Answer {
        let judgement = facts.judge(profile)
        let counts = !profile.otherIngredients.isEmpty && knowsOthers && otherMatches > 0
        let isComplete = facts.complete && (profile.otherIngredients.isEmpty || knowsOthers)
        let warns = judgement.verdict == .mayContain || (counts && !otherHeld)
        return Answer(
            verdict: .of(
                contains: !judgement.contains.isEmpty || (counts && otherHeld), readable: facts.readable, warns: warns,
                complete: isComplete),
            complete: isComplete, contains: judgement.contains, mayContain: judgement.mayContain,
            otherMatches: counts ? otherMatches : 0, otherHeld: counts && otherHeld)
    }
}
