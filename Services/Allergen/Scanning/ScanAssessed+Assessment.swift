import EventContracts
import Foundation
import Sealing

extension ScanAssessed {
    /// The event of an assessment.
    init(
        _ scan: LabelScan, _ assessment: Assessment, _ basis: ScanBasis, version: Int64, lexiconVersion: String,
        cause: ReassessmentCause?, assessedAt: Date, details: Sealed<ScanDetails>, name: Sealed<String>?
    ) {
        let findings = assessment.contains + assessment.mayContain
        self.init(
            accountID: scan.accountID, scanID: scan.scanID, version: version, verdict: assessment.verdict,
            complete: assessment.complete, language: assessment.language?.rawValue ?? scan.language, gtin: scan.gtin,
            contains: assessment.contains.compactMap(\.allergen),
            mayContain: assessment.mayContain.compactMap(\.allergen),
            otherMatches: findings.count { $0.allergen == nil }, profileVersion: basis.version,
            profileEmpty: assessment.profileEmpty, profilePending: basis.isPending, scannedAt: scan.scannedAt,
            assessedAt: assessedAt, details: details, lexiconVersion: lexiconVersion,
            allContained: assessment.facts.allContained, allPossible: assessment.facts.allPossible,
            reassessment: cause, name: name)
    }
}

extension ScanDetails {
    /// The reading in the form of the event schema.
    init(_ assessment: Assessment, text: String, boxes: LineBoxes? = nil) {
        self.init(
            text: text,
            ingredients: assessment.ingredients.map {
                ScanIngredient(
                    text: $0.ingredient.text, allergens: $0.allergens, species: $0.species,
                    possibleAllergens: $0.possibleAllergens)
            },
            contains: assessment.contains.map { ScanFinding($0, boxes) },
            mayContain: assessment.mayContain.map { ScanFinding($0, boxes) },
            unknown: assessment.vagueTerms.map(\.text), advice: assessment.advice?.rawValue,
            gaps: assessment.gaps.map(\.rawValue),
            diets: assessment.diets.map {
                ScanDiet(
                    diet: $0.diet, answer: $0.answer.rawValue,
                    evidence: $0.evidence.map { FindingEvidence($0, boxes) })
            })
    }
}

extension ScanFinding {
    fileprivate init(_ finding: Finding, _ boxes: LineBoxes?) {
        let evidence = finding.evidence.map { FindingEvidence($0, boxes) }
        switch finding.subject {
        case .allergen(let choice): self.init(allergen: choice, otherIngredient: nil, evidence: evidence)
        case .otherIngredient(let name): self.init(allergen: nil, otherIngredient: name, evidence: evidence)
        }
    }
}

extension FindingEvidence {
    fileprivate init(_ evidence: Evidence, _ boxes: LineBoxes?) {
        self.init(
            text: evidence.text, start: evidence.start, length: evidence.length, rule: evidence.rule.rawValue,
            source: evidence.source, reason: evidence.reason.isEmpty ? nil : evidence.reason,
            box: boxes?.box(start: evidence.start, length: evidence.length),
            languages: evidence.languages.isEmpty ? nil : evidence.languages)
    }
}

extension Finding {
    /// The allergen found; nil for a custom ingredient.
    var allergen: AllergenChoice? {
        switch subject {
        case .allergen(let choice): choice
        case .otherIngredient: nil
        }
    }

    /// The custom ingredient found, as the person named it; nil for an allergen.
    var otherIngredient: String? {
        switch subject {
        case .allergen: nil
        case .otherIngredient(let name): name
        }
    }
}
