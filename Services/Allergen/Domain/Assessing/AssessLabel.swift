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
    ///   - text: The text as typed or pasted, of any length; the first 100,000 Unicode scalars are read.
    ///   - language: The language declared by the client; used only to break ties.
    ///   - profile: What to look for; an empty one means all fourteen.
    ///   - source: The origin of the text; a photo must be more certain, because lines may be missing from it.
    /// - Returns: The verdict with its findings, evidence and gaps.
    package func decide(
        _ text: String, language: LabelLanguage? = nil, profile: AssessmentProfile, source: TextSource = .typed
    ) -> Assessment {
        let own = NamedIngredients(profile.otherIngredients, lexicon: lexicon)
        let cut = LabelText(text, vocabulary: lexicon.vocabulary, extra: own.vocabulary)
        let reading = reader.read(cut, language: language)
        let finder = MentionFinder(
            lexicon: lexicon, language: reading.language, present: reading.recognition.present)
        let mentions = finder.all(in: cut)
        let ownPlaces = own.find(in: cut)
        var known = KnownTokens(text: cut, lexicon: lexicon, spoken: reading.recognition.spoken)
        let isForeign = reading.isForeign
        let readable = ReadableWords(text: cut, lexicon: lexicon, spoken: reading.recognition.spoken)
        let foreign = ForeignNameFinder(names: lexicon.foreignNames, text: cut, known: known)
            .find(isForeign: isForeign)
            .filter {
                isForeign || !$0.isPart(in: lexicon.foreignNames) || !readable.isLongStaple($0.tokens.lowerBound)
            }
        let claims = FreeFromClaims(
            text: cut, phrases: reading.phrases,
            mentions: mentions.map(\.tokens) + ownPlaces.map(\.tokens) + foreign.map(\.tokens), lexicon: lexicon)
        let weighed = AllergenMatcher(lexicon: lexicon, mentions: mentions, claims: claims).hits()
        let printed = OwnLists(text: cut, phrases: reading.phrases, lexicon: lexicon).resolve(weighed).filter { hit in
            !foreign.contains {
                $0.takesAway(hit.tokens, names: lexicon.foreignNames)
                    || (hit.isMisread && $0.explains(hit.tokens, names: lexicon.foreignNames))
            }
        }
        let named = foreign.compactMap { mention in
            claims.takesBack(mention.tokens)
                ? nil : AllergenHit(mention, names: lexicon.foreignNames, isForeign: isForeign)
        }
        let hits = UnnamedKinds(reading: reading).resolve(named.isEmpty ? printed : Self.ordered(printed + named))
        var ledger = FindingLedger(reading: reading)
        for hit in hits { ledger.add(hit) }
        for place in ownPlaces where !claims.takesBack(place.tokens) {
            ledger.add(profile.otherIngredients[place.ingredient], at: place)
        }
        for hit in printed where !hit.isMisread { known.add(term: hit.tokens, meaning: hit.meaning) }
        for mention in foreign { known.add(mention.tokens) }
        for place in ownPlaces where !place.isMisread { known.add(place.tokens) }
        let later = LaterLists(text: reading.text, lexicon: lexicon, known: known).elements(in: reading.sections)
        readable.extend(&known, in: reading.ingredients.map(\.tokens) + reading.statementParts + later)
        known.addFirms(in: reading)
        let places = Set(hits.flatMap(\.tokens) + ownPlaces.flatMap(\.tokens) + foreign.flatMap(\.tokens))
        let unknown = UnknownWords(reading: reading, later: later, known: known, isNamed: places.contains)
        unknown.ingredients.forEach { ledger.add(unknown: $0) }
        let gaps = ReadingGap.all(in: reading, unknown: unknown, hasFinding: !hits.isEmpty)
        return conclude(
            ledger, reading, hits, unknown, profile, gaps + (source.vouches(for: reading) ? [] : [.doubtfulPhoto]))
    }

    private static func ordered(_ hits: [AllergenHit]) -> [AllergenHit] {
        hits.sorted { ($0.tokens.lowerBound, $0.tokens.upperBound) < ($1.tokens.lowerBound, $1.tokens.upperBound) }
    }

    private func conclude(
        _ ledger: FindingLedger, _ reading: LabelReading, _ hits: [AllergenHit], _ unknown: UnknownWords,
        _ profile: AssessmentProfile, _ gaps: [ReadingGap]
    ) -> Assessment {
        let contains = ledger.contains(profile)
        let mayContain = ledger.mayContain(profile)
        let diets = DietJudge(hits: ledger.judgedHits, isComplete: gaps.isEmpty && !reading.ingredients.isEmpty)
        return Assessment(
            verdict: Self.verdict(contains, mayContain, gaps, profile.traces), complete: gaps.isEmpty, gaps: gaps,
            advice: gaps.isEmpty ? nil : .enterIngredients, language: reading.language,
            ingredients: IngredientAllergens.join(reading.ingredients, hits), contains: contains,
            mayContain: mayContain, vagueTerms: ledger.vagueTerms, unknownWords: unknown.words,
            facts: ledger.facts(gaps: gaps),
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
