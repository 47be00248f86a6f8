import EventContracts

/// Collects findings, by subject and certainty.
struct FindingLedger {
    private let reading: LabelReading
    private var certain: [Finding.Subject: [Evidence]] = [:]
    private var possible: [Finding.Subject: [Evidence]] = [:]
    /// Evidence of allergens named without a species.
    private var unnamed: [AllergenCode: [Evidence]] = [:]
    private(set) var vagueTerms: [VagueTerm] = []
    private(set) var judgedHits: [(hit: AllergenHit, evidence: Evidence)] = []
    private(set) var terms: [LabelTerm] = []
    private var seenTerms: Set<LabelTerm> = []

    init(reading: LabelReading) {
        self.reading = reading
    }

    mutating func add(_ hit: AllergenHit) {
        guard let span = reading.text.span(hit.tokens) else { return }
        if hit.entry.meaning == .vague { note(vague: hit, span) }
        let rule = rule(hit.meaning, hit.tokens, isMisread: hit.isMisread)
        let reason = hit.isMisread ? "reads like “\(hit.term)”" : hit.entry.note
        let evidence = evidence(hit, span, rule, reason: reason)
        judgedHits.append((hit, evidence))
        for choice in hit.choices {
            record(evidence, .allergen(choice))
            note(LabelTerm(choice: choice, term: hit.term, rule: rule, source: hit.entry.source))
        }
        guard !hit.unnamed.isEmpty else { return }
        let kindRule = rule == .traceStatement || rule == .misreadTerm ? rule : .unnamedSpecies
        for code in hit.unnamed.codes {
            append(
                self.evidence(hit, span, kindRule, reason: "the label does not say which kind"),
                to: &unnamed[code, default: []])
        }
    }

    mutating func add(_ other: OtherIngredient, at place: NamedIngredients.Place) {
        guard let span = reading.text.span(place.tokens) else { return }
        let evidence = Evidence(
            text: reading.text.string(scalarRange: span), start: span.lowerBound, length: span.count,
            rule: rule(.certain, place.tokens, isMisread: place.isMisread), concept: nil,
            source: "listed in the profile", reason: place.isMisread ? "reads like “\(other.name)”" : "")
        record(evidence, .otherIngredient(other.name))
    }

    /// Records an ingredient that the lexicon does not know.
    mutating func add(unknown ingredient: ListedIngredient) {
        note(
            VagueTerm(
                text: ingredient.text, start: ingredient.start, length: ingredient.length,
                note: "not in the lexicon; ask the manufacturer"))
    }

    /// Contained allergens and custom ingredients of the profile.
    func contains(_ profile: AssessmentProfile) -> [Finding] {
        subjects(profile).compactMap { subject in
            certain[subject].map { Finding(subject: subject, evidence: $0) }
        }
    }

    /// Possibly contained allergens and custom ingredients of the profile.
    func mayContain(_ profile: AssessmentProfile) -> [Finding] {
        subjects(profile).compactMap { subject in
            guard certain[subject] == nil else { return nil }
            let evidence = doubts(subject)
            return evidence.isEmpty ? nil : Finding(subject: subject, evidence: evidence)
        }
    }

    /// All facts about allergens, in the profile or not.
    func facts(gaps: [ReadingGap]) -> AllergenFacts {
        var facts = AllergenFacts()
        facts.contains = Set(certain.keys.compactMap(\.choice))
        for (subject, evidence) in possible {
            guard let choice = subject.choice, certain[subject] == nil else { continue }
            if evidence.allSatisfy({ $0.rule == .traceStatement }) {
                facts.traces.insert(choice)
            } else {
                facts.mayContain.insert(choice)
            }
        }
        for (code, evidence) in unnamed {
            if evidence.contains(where: { $0.rule != .traceStatement }) { facts.unnamed.insert(code) }
            if evidence.contains(where: { $0.rule == .traceStatement }) { facts.unnamedTraces.insert(code) }
        }
        facts.readable = !gaps.contains(where: \.preventsReading)
        facts.complete = gaps.isEmpty
        return facts
    }

    private func doubts(_ subject: Finding.Subject) -> [Evidence] {
        var doubts = possible[subject] ?? []
        if let species = subject.choice?.species { doubts += unnamed[species.group] ?? [] }
        return Array(doubts.sorted { $0.start < $1.start }.prefix(Finding.maximumEvidence))
    }

    private func subjects(_ profile: AssessmentProfile) -> [Finding.Subject] {
        var seen = Set<String>()
        return profile.judged.map { .allergen($0) }
            + profile.otherIngredients.map(\.name).filter { seen.insert($0).inserted }.map { .otherIngredient($0) }
    }

    private func evidence(
        _ hit: AllergenHit, _ span: Range<Int>, _ rule: Evidence.Rule, reason: String
    ) -> Evidence {
        Evidence(
            text: reading.text.string(scalarRange: span), start: span.lowerBound, length: span.count, rule: rule,
            concept: hit.entry.concept, source: hit.entry.source, reason: reason, languages: hit.languages)
    }

    private mutating func record(_ evidence: Evidence, _ subject: Finding.Subject) {
        if evidence.rule.isCertain {
            append(evidence, to: &certain[subject, default: []])
        } else {
            append(evidence, to: &possible[subject, default: []])
        }
    }

    private func append(_ evidence: Evidence, to list: inout [Evidence]) {
        if list.count < Finding.maximumEvidence { list.append(evidence) }
    }

    private mutating func note(_ term: LabelTerm) {
        if seenTerms.insert(term).inserted { terms.append(term) }
    }

    private mutating func note(vague hit: AllergenHit, _ span: Range<Int>) {
        note(
            VagueTerm(
                text: reading.text.string(scalarRange: span), start: span.lowerBound, length: span.count,
                note: hit.entry.note))
    }

    private mutating func note(_ term: VagueTerm) {
        if vagueTerms.count < Finding.maximumEvidence { vagueTerms.append(term) }
    }

    private func rule(_ meaning: LexiconEntry.Meaning, _ tokens: Range<Int>, isMisread: Bool) -> Evidence.Rule {
        let rule = Self.rule(meaning, reading.kind(ofTokenAt: tokens.lowerBound))
        return isMisread && rule != .traceStatement && rule != .outsideList ? .misreadTerm : rule
    }

    private static func rule(_ meaning: LexiconEntry.Meaning, _ section: LabelSection.Kind) -> Evidence.Rule {
        switch section {
        case .traceStatement: .traceStatement
        case .afterList: .outsideList
        case .containsStatement: meaning.isPositive ? .containsStatement : .possibleSource
        case .preface, .ingredients, .freeFromStatement: meaning.isPositive ? .ingredientTerm : .possibleSource
        }
    }
}

extension AllergenHit {
    /// The allergens and species named.
    fileprivate var choices: [AllergenChoice] {
        allergens.codes.map(AllergenChoice.group) + species.members.map(AllergenChoice.species)
    }
}

extension Finding.Subject {
    /// The allergen or species; nil for a custom ingredient of the person.
    fileprivate var choice: AllergenChoice? {
        switch self {
        case .allergen(let choice): choice
        case .otherIngredient: nil
        }
    }
}
