import EventContracts
import Foundation
import Sealing

extension ScanAssessed {
    /// An assessment as the event that tells it.
    init(
        _ scan: LabelScan, _ assessment: Assessment, _ basis: ScanDesk.Basis, version: Int64, assessedAt: Date,
        details: Sealed<ScanDetails>
    ) {
        let findings = assessment.contains + assessment.mayContain
        self.init(
            accountID: scan.accountID, scanID: scan.scanID, version: version, verdict: assessment.verdict,
            complete: assessment.complete, language: assessment.language?.rawValue ?? scan.language, gtin: scan.gtin,
            contains: assessment.contains.compactMap(\.allergen),
            mayContain: assessment.mayContain.compactMap(\.allergen),
            otherMatches: findings.count { $0.allergen == nil }, profileVersion: basis.known?.version ?? 0,
            profileEmpty: assessment.profileEmpty, profilePending: basis.isPending, scannedAt: scan.scannedAt,
            assessedAt: assessedAt, details: details)
    }
}

extension ScanDetails {
    /// What was read, in the contract's form.
    init(_ assessment: Assessment, text: String) {
        self.init(
            text: text,
            ingredients: assessment.ingredients.map {
                ScanIngredient(text: $0.ingredient.text, allergens: $0.allergens)
            },
            contains: assessment.contains.map(ScanFinding.init),
            mayContain: assessment.mayContain.map(ScanFinding.init),
            unknown: assessment.vagueTerms.map(\.text), advice: assessment.advice?.rawValue)
    }
}

extension ScanFinding {
    fileprivate init(_ finding: Finding) {
        let evidence = finding.evidence.map {
            FindingEvidence(
                text: $0.text, start: $0.start, length: $0.length, rule: $0.rule.rawValue, source: $0.source)
        }
        switch finding.subject {
        case .allergen(let choice): self.init(allergen: choice.group, otherIngredient: nil, evidence: evidence)
        case .otherIngredient(let name): self.init(allergen: nil, otherIngredient: name, evidence: evidence)
        }
    }
}

extension Finding {
    /// The allergen found; nil for an ingredient that the person named.
    fileprivate var allergen: AllergenCode? {
        switch subject {
        case .allergen(let choice): choice.code
        case .otherIngredient: nil
        }
    }
}
