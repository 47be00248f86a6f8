import EventContracts
import Foundation

/// A label reading as product facts: codes and lexicon terms, no user data.
///
/// `facts.complete` is false for a partially read label, which can only cause warnings.
package struct ProductReading: Sendable, Equatable {
    package let gtin: GTIN
    /// The account that read the label; typed texts apply to this account only.
    package let accountID: AccountID
    package let scanID: ScanID
    package let language: String?
    package let facts: AllergenFacts
    package let evidence: [ProductEvidence]
    package let readAt: Date
    /// Whether the same text was assessed with a newer lexicon, so that it is no new reading.
    package let isRecheck: Bool
    /// Whether the text was read from a photo, not typed or corrected by the person.
    package let isPhoto: Bool
    /// The evidence about the account; nil for scans of earlier releases.
    package let voucher: Voucher?

    package init(
        gtin: GTIN, accountID: AccountID, scanID: ScanID, language: String?, facts: AllergenFacts,
        evidence: [ProductEvidence], readAt: Date, isRecheck: Bool, isPhoto: Bool = false, voucher: Voucher? = nil
    ) {
        self.gtin = gtin
        self.accountID = accountID
        self.scanID = scanID
        self.language = language
        self.facts = facts
        self.evidence = evidence
        self.readAt = readAt
        self.isRecheck = isRecheck
        self.isPhoto = isPhoto
        self.voucher = voucher
    }
}

extension ProductReading {
    /// Nil unless the whole label was read, including its ingredient list, or a part of it names an allergen as
    /// contained or as a trace.
    init?(_ reading: ScanAssessor.Reading, of gtin: GTIN, isRecheck: Bool, voucher: Voucher? = nil) {
        let assessment = reading.assessment, scan = reading.record.scan
        let isWhole = assessment.complete && !assessment.ingredients.isEmpty
        var facts = assessment.facts
        facts.complete = isWhole
        if !isWhole {
            // Many possible allergens of partial readings are guesses at misread words, so they are left out.
            let contained = facts.contains
            facts.mayContain = []
            facts.unnamed = facts.unnamed.filter { contained.contains(.group($0)) }
        }
        guard isWhole || facts.namesAny else { return nil }
        self.init(
            gtin: gtin, accountID: scan.accountID, scanID: scan.scanID, language: assessment.language?.rawValue,
            facts: facts,
            evidence: assessment.terms.map {
                ProductEvidence(allergen: $0.choice, term: $0.term, rule: $0.rule.rawValue, source: $0.source)
            }, readAt: scan.scannedAt, isRecheck: isRecheck,
            isPhoto: reading.record.photo.map { $0.correctedAt == nil } ?? false, voucher: voucher)
    }
}
