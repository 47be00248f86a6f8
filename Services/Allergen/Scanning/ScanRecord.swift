import EventContracts
import Foundation
import Sealing

/// A stored scan: its published state and the data for assessing it again.
package struct ScanRecord: Sendable, Equatable {
    package var scan: ScanAssessed
    /// The text as submitted; nil once only the compact fact is kept.
    package var text: Sealed<String>?
    /// The reading of the photo; nil for a submitted text and for a compact fact.
    package var photo: ScanPhoto?
    /// The facts of the label, independent of the profile; nil for records from before facts were stored.
    package var facts: AllergenFacts?
    /// The findings the person was notified of.
    package var notified: ReportedScanFindings
    /// Whether a custom ingredient is contained rather than possible.
    package var otherHeld: Bool
    /// The profile version whose custom ingredients were searched in the text.
    package var othersVersion: Int64
}

extension ScanRecord {
    /// The label for another assessment; nil for a compact fact.
    var label: LabelScan? {
        text.map {
            LabelScan(
                accountID: scan.accountID, scanID: scan.scanID, text: $0, language: scan.language, gtin: scan.gtin,
                scannedAt: scan.scannedAt, photo: photo)
        }
    }
}

extension ScanRecord {
    /// The compact fact that replaces the scan.
    var compacted: ScanRecord {
        var fact = self
        fact.text = nil
        fact.scan.details = nil
        return fact
    }
}

/// The findings of one scan that its owner has been informed of (NOT-05).
package struct ReportedScanFindings: Sendable, Equatable {
    package private(set) var contains: Set<AllergenChoice>
    package private(set) var mayContain: Set<AllergenChoice>

    package init(contains: Set<AllergenChoice> = [], mayContain: Set<AllergenChoice> = []) {
        self.contains = contains
        self.mayContain = mayContain
    }

    /// Marks findings as reported.
    ///
    /// - Returns: The news: findings not reported before, or reported as possible and now certain.
    package mutating func report(
        contains held: [AllergenChoice], mayContain possible: [AllergenChoice]
    ) -> (contains: [AllergenChoice], mayContain: [AllergenChoice]) {
        let news = (
            contains: held.filter { !contains.contains($0) },
            mayContain: possible.filter { !contains.contains($0) && !mayContain.contains($0) }
        )
        contains.formUnion(held)
        mayContain.formUnion(possible)
        return news
    }
}

extension AllergenFacts {
    /// All contained allergens, in the order of the regulation's list.
    var allContained: [AllergenChoice] { contains.sorted() }

    /// All possible allergens that are not contained.
    var allPossible: [AllergenChoice] { mayContain.union(traces).subtracting(contains).sorted() }

    /// The findings that raise an alert for a profile; traces that the profile ignores do not (ALG-07, ALG-08).
    func alarming(for profile: AssessmentProfile) -> Judgement {
        guard profile.traces == .ignore else { return judge(profile) }
        var facts = self
        facts.traces = []
        facts.unnamedTraces = []
        return facts.judge(profile)
    }
}
