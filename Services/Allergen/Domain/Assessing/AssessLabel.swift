import EventContracts

/// Decides what a label's text means for one person: pure, without clock, randomness, input or output.
package struct AssessLabel: Sendable {
    private let lexicon: Lexicon
    private let reader: IngredientListReader

    package init(lexicon: Lexicon) {
        self.lexicon = lexicon
        reader = IngredientListReader(lexicon: lexicon)
    }

    /// Assesses a text.
    /// - Parameters:
    ///   - text: what the person pasted or typed, of any length; 100,000 Unicode scalars are read.
    ///   - language: what the client says the text is in; it only breaks ties.
    ///   - profile: what to look for; an empty one is judged against all fourteen.
    ///   - source: where the text comes from: of a photo more has to be certain (C17).
    /// - Returns: the verdict with everything that led to it.
    package func decide(
        _ text: String, language: LabelLanguage? = nil, profile: AssessmentProfile, source: TextSource = .typed
    ) -> Assessment {
        let named = NamedIngredients(profile.otherIngredients, lexicon: lexicon)
        let cut = LabelText(text, vocabulary: lexicon.vocabulary, extra: named.vocabulary)
        let reading = reader.read(cut, language: language)
        let finder = MentionFinder(
            lexicon: lexicon, language: reading.language, present: reading.recognition.present)
        let mentions = finder.all(in: cut)
        let ownMentions = named.find(in: cut)
        let claims = FreeFromClaims(
            text: cut, phrases: reading.phrases, mentions: mentions.map(\.tokens) + ownMentions.map(\.tokens),
            lexicon: lexicon)
        let weighed = AllergenMatcher(lexicon: lexicon, mentions: mentions, claims: claims).hits()
        let hits = UnnamedKinds(reading: reading).resolve(
            OwnLists(text: cut, phrases: reading.phrases, lexicon: lexicon).resolve(weighed))
        var ledger = FindingLedger(reading: reading)
        for hit in hits { ledger.add(hit) }
        for own in ownMentions where !claims.takesBack(own.tokens) {
            ledger.add(profile.otherIngredients[own.ingredient], at: own)
        }
        let unknown = UnknownWords(
            reading: reading, lexicon: lexicon, explained: hits.map(\.tokens) + ownMentions.map(\.tokens))
        unknown.ingredients.forEach { ledger.add(unknown: $0) }
        let gaps = ReadingGap.all(in: reading, unknown: unknown, hasFinding: !hits.isEmpty)
        return conclude(ledger, reading, hits, profile, gaps + (source.vouches(for: reading) ? [] : [.doubtfulPhoto]))
    }

    private func conclude(
        _ ledger: FindingLedger, _ reading: LabelReading, _ hits: [AllergenHit], _ profile: AssessmentProfile,
        _ gaps: [ReadingGap]
    ) -> Assessment {
        let contains = ledger.contains(profile)
        let mayContain = ledger.mayContain(profile)
        let diets = DietJudge(hits: ledger.judgedHits, isComplete: gaps.isEmpty && !reading.ingredients.isEmpty)
        return Assessment(
            verdict: Self.verdict(contains, mayContain, gaps, profile.traces), complete: gaps.isEmpty, gaps: gaps,
            advice: gaps.isEmpty ? nil : .enterIngredients, language: reading.language,
            ingredients: IngredientAllergens.join(reading.ingredients, hits), contains: contains,
            mayContain: mayContain, vagueTerms: ledger.vagueTerms, facts: ledger.facts(gaps: gaps),
            terms: ledger.terms, profileEmpty: profile.isEmpty, diets: diets.judge(profile.diets))
    }

    private static func verdict(
        _ contains: [Finding], _ mayContain: [Finding], _ gaps: [ReadingGap], _ traces: TraceStrictness
    ) -> Verdict {
        let warns = mayContain.contains { finding in
            traces == .warn || finding.evidence.contains { $0.rule != .traceStatement }
        }
        return .of(
            contains: !contains.isEmpty, readable: !gaps.contains(where: \.preventsReading), warns: warns,
            complete: gaps.isEmpty)
    }
}
