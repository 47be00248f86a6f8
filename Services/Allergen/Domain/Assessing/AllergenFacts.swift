import EventContracts

/// The allergen facts of a label, independent of any profile: enough to judge it again without its text.
package struct AllergenFacts: Codable, Sendable, Equatable {
    /// Allergens and species that the text states as contained.
    package var contains: Set<AllergenChoice> = []
    /// Allergens and species that an ingredient may contain and that are not in `contains`.
    package var mayContain: Set<AllergenChoice> = []
    /// Allergens and species named only in a statement of possible traces.
    package var traces: Set<AllergenChoice> = []
    /// Allergens named without a species, contained or possible, so that each of their species is possible.
    package var unnamed: Set<AllergenCode> = []
    /// Allergens named without a species in a statement of traces.
    package var unnamedTraces: Set<AllergenCode> = []
    /// False if the text does not allow an answer.
    package var readable = true
    /// False if a part was not read or is not reliable.
    package var complete = true

    package init() {}
}

extension AllergenFacts {
    /// The answer to a profile's allergens; named ingredients and diets need the text.
    package struct Judgement: Sendable, Equatable {
        package let verdict: Verdict
        package let contains: [AllergenChoice]
        package let mayContain: [AllergenChoice]
    }

    /// Evaluates the facts for a profile (ALG-05), without side effects; equal to the result of the full reading.
    package func judge(_ profile: AssessmentProfile) -> Judgement {
        let held = profile.judged.filter(contains.contains)
        let possible = profile.judged.filter { !contains.contains($0) && (isLikely($0) || isTrace($0)) }
        let warns = profile.traces == .warn ? !possible.isEmpty : possible.contains(where: isLikely)
        return Judgement(
            verdict: .of(contains: !held.isEmpty, readable: readable, warns: warns, complete: complete),
            contains: held, mayContain: possible)
    }

    private func isLikely(_ choice: AllergenChoice) -> Bool {
        mayContain.contains(choice) || (choice.species != nil && unnamed.contains(choice.group))
    }

    private func isTrace(_ choice: AllergenChoice) -> Bool {
        traces.contains(choice) || (choice.species != nil && unnamedTraces.contains(choice.group))
    }
}

extension Verdict {
    /// Precedence: contains > couldNotRead > mayContain > notDetected.
    ///
    /// A text that was not read in full is never *not detected*, because the missing part may name an allergen.
    static func of(contains: Bool, readable: Bool, warns: Bool, complete: Bool) -> Verdict {
        if contains { return .contains }
        if !readable { return .couldNotRead }
        if warns { return .mayContain }
        return complete ? .notDetected : .couldNotRead
    }
}
