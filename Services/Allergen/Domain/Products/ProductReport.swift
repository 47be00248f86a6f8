import EventContracts
import Foundation

/// The readings of a product's label by one account; photos and typed texts are separate reports.
package struct ProductReport: Sendable, Equatable {
    package let gtin: GTIN
    package let account: AccountID
    /// Whether the label was photographed; typed text is no evidence for other accounts.
    package let isPhoto: Bool
    package var scanID: ScanID
    package var language: String?
    /// The facts of the newest reading.
    package var facts: AllergenFacts
    /// All facts that the account has read since the label was last confirmed; a newer reading removes none of them.
    package var named: AllergenFacts
    package var evidence: [ProductEvidence]
    package var readAt: Date
    /// Time from which the account counts as an independent person; nil while it does not.
    package var countsFrom: Date?
    /// Identifies the sender's network; nil in reports of earlier releases.
    package var network: UUID?
    /// Whether the account belongs to the staff that maintains the foods.
    package var isStaff: Bool

    package init(
        gtin: GTIN, account: AccountID, isPhoto: Bool, scanID: ScanID, language: String?, facts: AllergenFacts,
        named: AllergenFacts, evidence: [ProductEvidence], readAt: Date, countsFrom: Date?, network: UUID?,
        isStaff: Bool = false
    ) {
        self.gtin = gtin
        self.account = account
        self.isPhoto = isPhoto
        self.scanID = scanID
        self.language = language
        self.facts = facts
        self.named = named
        self.evidence = evidence
        self.readAt = readAt
        self.countsFrom = countsFrom
        self.network = network
        self.isStaff = isStaff
    }

    /// Whether this is a photo by staff, or by an account that was an independent person at that time.
    package func counts(at now: Date) -> Bool {
        isPhoto && network != nil && (isStaff || countsFrom.map { $0 <= now } ?? false)
    }
}

extension ProductReport {
    /// The first report of an account.
    init(_ reading: ProductReading) {
        self.init(
            gtin: reading.gtin, account: reading.accountID, isPhoto: reading.isPhoto, scanID: reading.scanID,
            language: reading.language, facts: reading.facts, named: reading.facts, evidence: reading.evidence,
            readAt: reading.readAt, countsFrom: reading.voucher?.countsFrom, network: reading.voucher?.network,
            isStaff: reading.voucher?.isStaff ?? false)
    }

    /// The report for a product that was stored before reports existed.
    ///
    /// Its account is unknown. Allergens that the product's last change removed become possible again.
    init(earlier product: ProductRecord) {
        var facts = product.facts
        facts.mayContain.formUnion(product.change?.removed ?? [])
        self.init(
            gtin: product.gtin, account: .random(), isPhoto: true, scanID: product.scanID, language: product.language,
            facts: facts, named: facts, evidence: product.evidence, readAt: product.readAt, countsFrom: nil,
            network: nil)
    }

    /// The report after another reading by the same account.
    ///
    /// A late reading adds its allergens. A partial reading changes a full one only by adding allergens. The same text
    /// read with a newer lexicon replaces the earlier result.
    ///
    /// - Returns: Nil if the reading changes nothing.
    func taking(_ reading: ProductReading) -> ProductReport? {
        var next = self
        if reading.isRecheck {
            guard reading.scanID == scanID, reading.facts != facts || reading.evidence != evidence else { return nil }
            next.named = named == facts ? reading.facts : named.union(reading.facts)
            next.facts = reading.facts
            next.evidence = reading.evidence
            next.language = reading.language
            return next
        }
        next.named = named.union(reading.facts)
        guard reading.readAt >= readAt else { return next }
        let isAddition = facts.complete && !reading.facts.complete
        if isAddition, facts.union(reading.facts) == facts { return next }
        next.scanID = reading.scanID
        next.language = reading.language
        next.facts = isAddition ? reading.facts.union(facts) : reading.facts
        next.evidence = isAddition ? evidence + reading.evidence : reading.evidence
        next.readAt = reading.readAt
        next.countsFrom = reading.voucher?.countsFrom
        next.network = reading.voucher?.network
        next.isStaff = reading.voucher?.isStaff ?? false
        return next
    }
}

extension AllergenFacts {
    /// All contained and possible allergens, traces included.
    var everything: Set<AllergenChoice> { contains.union(mayContain).union(traces) }

    /// Whether the facts name any allergen.
    var namesAny: Bool { !everything.isEmpty || !unnamed.isEmpty || !unnamedTraces.isEmpty }

    /// The union of two labels' facts; *contained* takes precedence over *possible*.
    func union(_ other: AllergenFacts) -> AllergenFacts {
        var all = self
        all.contains.formUnion(other.contains)
        all.mayContain.formUnion(other.mayContain)
        all.traces.formUnion(other.traces)
        all.unnamed.formUnion(other.unnamed)
        all.unnamedTraces.formUnion(other.unnamedTraces)
        return all
    }

    /// The facts with every contained allergen downgraded to possible, as for claims without evidence.
    var asPossible: AllergenFacts {
        var facts = self
        facts.mayContain.formUnion(contains)
        facts.contains = []
        return facts
    }
}
