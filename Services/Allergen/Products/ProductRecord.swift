import EventContracts
import Foundation

/// A product as its newest complete reading tells it (ALG-09).
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

    package init(
        gtin: GTIN, version: Int64, scanID: ScanID, language: String?, facts: AllergenFacts,
        evidence: [ProductEvidence], readings: Int64, firstReadAt: Date, readAt: Date, change: ProductChange?
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
    }

    /// The first reading of a product.
    init(_ reading: ProductReading) {
        self.init(
            gtin: reading.gtin, version: 1, scanID: reading.scanID, language: reading.language, facts: reading.facts,
            evidence: reading.evidence, readings: 1, firstReadAt: reading.readAt, readAt: reading.readAt, change: nil)
    }

    /// The product after a further reading: the newest wins, and a label that names something else is a changed recipe.
    ///
    /// The same text read with a newer lexicon changes what is known and no recipe.
    ///
    ///
    /// - Returns: nil when the reading changes nothing.
    func taking(_ reading: ProductReading) -> ProductRecord? {
        var next = self
        next.version += 1
        if reading.isRecheck {
            guard reading.scanID == scanID, reading.facts != facts || reading.evidence != evidence else { return nil }
            next.replaceFacts(by: reading)
            return next
        }
        next.readings += 1
        next.firstReadAt = min(firstReadAt, reading.readAt)
        guard reading.readAt >= readAt else { return next }
        let before = facts.everything, after = reading.facts.everything
        if before != after {
            next.change = ProductChange(
                at: reading.readAt, added: after.subtracting(before).sorted(),
                removed: before.subtracting(after).sorted())
        }
        next.readAt = reading.readAt
        next.scanID = reading.scanID
        next.replaceFacts(by: reading)
        return next
    }

    private mutating func replaceFacts(by reading: ProductReading) {
        language = reading.language
        facts = reading.facts
        evidence = reading.evidence
    }
}

extension ProductRecord {
    /// The product as the event that tells it.
    var event: ProductChanged {
        ProductChanged(
            gtin: gtin, version: version, language: language, contains: facts.allContained,
            mayContain: facts.allPossible, evidence: evidence, readings: readings, firstReadAt: firstReadAt,
            readAt: readAt, change: change)
    }
}

extension AllergenFacts {
    /// Everything that is held or possible.
    fileprivate var everything: Set<AllergenChoice> { contains.union(mayContain).union(traces) }
}
