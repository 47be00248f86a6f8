import EventContracts

/// Collects what was found, by subject and certainty.
struct FindingLedger {
    private let reading: LabelReading
    private var certain: [Finding.Subject: [Evidence]] = [:]
    private var possible: [Finding.Subject: [Evidence]] = [:]
    private(set) var vagueTerms: [VagueTerm] = []
    private(set) var allContained = AllergenSet()
    private var named = AllergenSet()

    init(reading: LabelReading) {
        self.reading = reading
    }

    /// All fourteen allergens that are possible and not certain.
    var allPossible: AllergenSet { named.subtracting(allContained) }

    mutating func add(_ hit: AllergenHit) {
        guard let span = reading.text.span(hit.tokens) else { return }
        if hit.entry.meaning == .vague {
            note(vague: hit, span)
            guard !hit.allergens.isEmpty else { return }
        }
        let rule = Self.rule(hit.entry.meaning, reading.kind(ofTokenAt: hit.tokens.lowerBound))
        let evidence = Evidence(
            text: reading.text.string(scalarRange: span), start: span.lowerBound, length: span.count, rule: rule,
            concept: hit.entry.concept, source: hit.entry.source, reason: hit.entry.note)
        named.formUnion(hit.allergens)
        if rule.isCertain { allContained.formUnion(hit.allergens) }
        for code in hit.allergens.codes { record(evidence, .allergen(code)) }
    }

    mutating func add(otherIngredient name: String, tokens: Range<Int>) {
        guard let span = reading.text.span(tokens) else { return }
        let evidence = Evidence(
            text: reading.text.string(scalarRange: span), start: span.lowerBound, length: span.count,
            rule: Self.rule(.certain, reading.kind(ofTokenAt: tokens.lowerBound)), concept: nil,
            source: "named in the profile", reason: "")
        record(evidence, .otherIngredient(name))
    }

    /// What the product holds of the profile's allergens and named ingredients.
    func contains(_ profile: AssessmentProfile) -> [Finding] {
        subjects(profile).compactMap { subject in
            certain[subject].map { Finding(subject: subject, evidence: $0) }
        }
    }

    /// What it may hold of them and is not known to.
    func mayContain(_ profile: AssessmentProfile) -> [Finding] {
        subjects(profile).compactMap { subject in
            guard certain[subject] == nil else { return nil }
            return possible[subject].map { Finding(subject: subject, evidence: $0) }
        }
    }

    private func subjects(_ profile: AssessmentProfile) -> [Finding.Subject] {
        var seen = Set<String>()
        return profile.judged.codes.map { .allergen($0) }
            + profile.otherIngredients.filter { seen.insert($0).inserted }.map { .otherIngredient($0) }
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

    private mutating func note(vague hit: AllergenHit, _ span: Range<Int>) {
        guard vagueTerms.count < Finding.maximumEvidence else { return }
        vagueTerms.append(
            VagueTerm(
                text: reading.text.string(scalarRange: span), start: span.lowerBound, length: span.count,
                note: hit.entry.note))
    }

    private static func rule(_ meaning: LexiconEntry.Meaning, _ section: LabelSection.Kind) -> Evidence.Rule {
        switch section {
        case .traceStatement: .traceStatement
        case .afterList: .outsideList
        case .containsStatement: meaning == .certain ? .containsStatement : .possibleSource
        case .preface, .ingredients, .freeFromStatement: meaning == .certain ? .ingredientTerm : .possibleSource
        }
    }
}

extension LabelReading {
    /// The kind of the section a token stands in; a heading's own words count as the list.
    func kind(ofTokenAt index: Int) -> LabelSection.Kind {
        var low = 0
        var high = sections.count
        while low < high {
            let middle = (low + high) / 2
            if sections[middle].tokens.upperBound <= index { low = middle + 1 } else { high = middle }
        }
        guard low < sections.count, sections[low].tokens.contains(index) else { return .ingredients }
        return sections[low].kind
    }
}
