import EventContracts

/// Judges diets by what a list names; statements of traces and what follows the list do not count (ALG-17).
struct DietJudge {
    private let hits: [(hit: AllergenHit, evidence: Evidence)]
    private let isComplete: Bool

    init(hits: [(hit: AllergenHit, evidence: Evidence)], isComplete: Bool) {
        self.hits = hits
        self.isComplete = isComplete
    }

    /// One answer for each diet, in the order given.
    func judge(_ diets: [Diet]) -> [DietAnswer] {
        diets.map(answer)
    }

    private func answer(_ diet: Diet) -> DietAnswer {
        let conflicts = evidence { $0.excludes(diet) }
        if !conflicts.isEmpty { return DietAnswer(diet: diet, answer: .conflict, evidence: conflicts) }
        let doubts = evidence { $0.mayExclude(diet) }
        if !doubts.isEmpty { return DietAnswer(diet: diet, answer: .possibleConflict, evidence: doubts) }
        return DietAnswer(diet: diet, answer: isComplete ? .noConflictFound : .unknown, evidence: [])
    }

    private func evidence(_ isMeant: (AllergenHit) -> Bool) -> [Evidence] {
        let meant = hits.filter { isMeant($0.hit) && $0.evidence.rule.concernsList }
        return Array(meant.prefix(Finding.maximumEvidence).map(\.evidence))
    }
}

extension AllergenHit {
    /// Whether the diet excludes what the hit names.
    fileprivate func excludes(_ diet: Diet) -> Bool {
        if entry.diets.excludedBy.contains(diet) { return true }
        return entry.meaning == .certain && DietEffects(holding: allergens).excludedBy.contains(diet)
    }

    fileprivate func mayExclude(_ diet: Diet) -> Bool {
        if entry.diets.doubtfulFor.contains(diet) { return true }
        return entry.meaning == .possible && DietEffects(holding: allergens).excludedBy.contains(diet)
    }
}

extension Evidence.Rule {
    /// Whether the words stand for something that was put in.
    fileprivate var concernsList: Bool {
        switch self {
        case .ingredientTerm, .containsStatement, .possibleSource, .misreadTerm, .unnamedSpecies: true
        case .traceStatement, .outsideList: false
        }
    }
}
