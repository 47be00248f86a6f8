import EventContracts

/// Evaluates diets from the ingredients that a list names; trace statements and text after the list do not count
/// (ALG-17).
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
        let conflicts = evidence { $0.excludes(diet) } + (diet == .kosher ? meatWithMilk : [])
        if !conflicts.isEmpty { return DietAnswer(diet: diet, answer: .conflict, evidence: conflicts) }
        let doubts = evidence { $0.entry.meaning != .vague && $0.mayExclude(diet) }
        if !doubts.isEmpty { return DietAnswer(diet: diet, answer: .possibleConflict, evidence: doubts) }
        let hidden = evidence { $0.entry.meaning == .vague && $0.mayExclude(diet) }
        let isKnown = isComplete && hidden.isEmpty
        return DietAnswer(diet: diet, answer: isKnown ? .noConflictFound : .unknown, evidence: hidden)
    }

    /// Kosher rules keep meat and milk apart.
    private var meatWithMilk: [Evidence] {
        let meat = evidence { $0.entry.diets.isMeat && !$0.isMisread }
        let milk = evidence { $0.meaning.isPositive && !$0.isMisread && $0.allergens.contains(AllergenSet(.milk)) }
        return meat.isEmpty || milk.isEmpty ? [] : [meat[0], milk[0]].sorted { $0.start < $1.start }
    }

    private func evidence(_ isMeant: (AllergenHit) -> Bool) -> [Evidence] {
        let meant = hits.filter { isMeant($0.hit) && $0.evidence.rule.concernsList }
        return Array(meant.prefix(Finding.maximumEvidence).map(\.evidence))
    }
}

extension AllergenHit {
    /// Whether the diet excludes the ingredient of the hit.
    fileprivate func excludes(_ diet: Diet) -> Bool {
        if isMisread { return false }
        if entry.diets.excludedBy.contains(diet) { return true }
        return meaning.isPositive && DietEffects(holding: allergens).excludedBy.contains(diet)
    }

    fileprivate func mayExclude(_ diet: Diet) -> Bool {
        if entry.diets.doubtfulFor.contains(diet) { return true }
        if isMisread && entry.diets.excludedBy.contains(diet) { return true }
        return (meaning == .possible || isMisread) && DietEffects(holding: allergens).excludedBy.contains(diet)
    }
}

extension Evidence.Rule {
    /// Whether the words describe an added ingredient.
    fileprivate var concernsList: Bool {
        switch self {
        case .ingredientTerm, .containsStatement, .possibleSource, .misreadTerm, .unnamedSpecies: true
        case .traceStatement, .outsideList: false
        }
    }
}
