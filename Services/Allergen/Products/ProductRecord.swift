import EventContracts
import Foundation

/// The facts about a product, combined from all readings of its label (ALG-09); the readings of each account are in
/// `ProductReport`.
package struct ProductRecord: Sendable, Equatable {
    package let gtin: GTIN
    package private(set) var version: Int64
    /// The newest reading.
    package private(set) var scanID: ScanID
    package private(set) var language: String?
    package private(set) var facts: AllergenFacts
    package private(set) var evidence: [ProductEvidence]
    package private(set) var readings: Int64
    package private(set) var firstReadAt: Date
    package private(set) var readAt: Date
    package private(set) var change: ProductChange?
    package private(set) var standing: Standing
    /// Each allergen with its own status; empty for records older than this field.
    package private(set) var allergens: [ProductAllergen]
    /// False for a product stored by an earlier release, which used only its newest reading.
    package let isWeighed: Bool

    /// Maximum number of lexicon terms in a product's evidence.
    static let maxEvidence = 100

    package init(
        gtin: GTIN, version: Int64, scanID: ScanID, language: String?, facts: AllergenFacts,
        evidence: [ProductEvidence], readings: Int64, firstReadAt: Date, readAt: Date, change: ProductChange?,
        standing: Standing = .reported, allergens: [ProductAllergen] = [], isWeighed: Bool = true
    ) {
        self.gtin = gtin
        self.version = version
        self.scanID = scanID
        self.language = language
        self.facts = facts
        self.evidence = evidence
        self.readings = readings
        self.firstReadAt = firstReadAt
        self.readAt = readAt
        self.change = change
        self.standing = standing
        self.allergens = allergens
        self.isWeighed = isWeighed
    }

    /// A product from its first reading.
    init(_ reading: ProductReading, _ reports: [ProductReport], _ weighed: WeighedReports) {
        self.init(
            gtin: reading.gtin, version: 1, scanID: reading.scanID, language: reading.language, facts: weighed.facts,
            evidence: Self.evidence(reports, weighed.facts), readings: 1, firstReadAt: reading.readAt,
            readAt: reading.readAt, change: nil, standing: weighed.standing, allergens: weighed.allergens)
    }

    /// The product after another reading.
    ///
    /// - Parameters:
    ///   - reading: The reading.
    ///   - reports: The reports of all accounts, including the reading.
    ///   - weighed: The combined facts.
    /// - Returns: Nil if the reading changes nothing.
    func taking(_ reading: ProductReading, _ reports: [ProductReport], _ weighed: WeighedReports) -> ProductRecord? {
        var next = self
        next.facts = weighed.facts
        next.standing = weighed.standing
        next.allergens = weighed.allergens
        next.evidence = Self.evidence(reports, weighed.facts)
        if reading.isRecheck || !reading.facts.complete {
            // A repeated assessment with a newer lexicon, or a partial label, may change facts, but not the recipe.
            guard next != self else { return nil }
            next.version += 1
            return next
        }
        next.version += 1
        next.readings += 1
        next.firstReadAt = min(firstReadAt, reading.readAt)
        next.change = changed(to: weighed, at: reading.readAt)
        guard reading.readAt >= readAt else { return next }
        next.readAt = reading.readAt
        next.scanID = reading.scanID
        next.language = reading.language
        return next
    }

    /// The product after its reports were evaluated again without a new reading, as after the suspension of an account.
    ///
    /// - Parameters:
    ///   - reports: The reports of all accounts.
    ///   - weighed: The combined facts.
    ///   - isNews: Whether others are alerted, which requires a new version even of the same facts.
    /// - Returns: Nil if nothing changes.
    func weighedAgain(
        _ reports: [ProductReport], _ weighed: WeighedReports, isNews: Bool
    ) -> ProductRecord? {
        var next = self
        next.facts = weighed.facts
        next.standing = weighed.standing
        next.allergens = weighed.allergens
        next.evidence = Self.evidence(reports, weighed.facts)
        next.change = changed(to: weighed, at: readAt)
        if weighed.standing != .confirmed, next.change?.standing == .confirmed { next.change?.standing = .reported }
        guard next != self || isNews else { return nil }
        next.version += 1
        return next
    }

    /// The newest recipe change: the difference that newer readings show, the latest of them at `readAt`, and later
    /// whether it was confirmed.
    private func changed(to weighed: WeighedReports, at readAt: Date) -> ProductChange? {
        if let pending = weighed.pending { return pending }
        let before = facts.everything, after = weighed.facts.everything
        let confirmed = Set(weighed.allergens.filter { $0.standing == .confirmed }.map(\.allergen))
        guard before == after else {
            let added = after.subtracting(before)
            let isConfirmed = weighed.standing == .confirmed && added.isSubset(of: confirmed)
            return ProductChange(
                at: isConfirmed ? weighed.confirmedSince ?? readAt : readAt, added: added.sorted(),
                removed: before.subtracting(after).sorted(),
                readings: isConfirmed ? Int64(weighed.confirmedBy.count) : 1,
                standing: isConfirmed ? .confirmed : .reported)
        }
        guard var change, change.standing == .reported else { return change }
        // Added allergens that are still named are confirmed now; removed ones are named again.
        guard weighed.standing == .confirmed else { return change.removed.isEmpty ? change : nil }
        guard change.removed.isEmpty, Set(change.added).isSubset(of: confirmed) else { return nil }
        change.standing = .confirmed
        change.readings = Int64(weighed.confirmedBy.count)
        return change
    }

    /// The evidence of the newest readings, without duplicates.
    private static func evidence(_ reports: [ProductReport], _ facts: AllergenFacts) -> [ProductEvidence] {
        var evidence: [ProductEvidence] = []
        for report in reports.sorted(by: { ($0.readAt, $0.account) > ($1.readAt, $1.account) }) {
            for entry in report.evidence where evidence.count < maxEvidence && !evidence.contains(entry) {
                if facts.everything.contains(entry.allergen) { evidence.append(entry) }
            }
        }
        return evidence
    }
}

extension ProductRecord {
    /// The product's event.
    var event: ProductChanged {
        ProductChanged(
            gtin: gtin, version: version, language: language, contains: facts.allContained,
            mayContain: facts.allPossible, evidence: evidence, readings: readings, firstReadAt: firstReadAt,
            readAt: readAt, change: change, standing: standing, allergens: allergens)
    }
}
