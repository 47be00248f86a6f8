import Foundation

/// One thing that a label names, in the lexicon's words: nothing of what a person sent.
package struct ProductEvidence: Codable, Sendable, Equatable {
    package var allergen: AllergenChoice
    /// The lexicon's wording of what was read.
    package var term: String
    /// Name of the rule that fired, such as `ingredient-term`.
    package var rule: String
    /// Where the rule's knowledge comes from.
    package var source: String

    package init(allergen: AllergenChoice, term: String, rule: String, source: String) {
        self.allergen = allergen
        self.term = term
        self.rule = rule
        self.source = source
    }
}

/// How the newest reading of a product differs from the one before.
package struct ProductChange: Codable, Sendable, Equatable {
    package var at: Date
    /// What the label names now, as held or possible, and did not before.
    package var added: [AllergenChoice]
    /// What it named before.
    package var removed: [AllergenChoice]

    package init(at: Date, added: [AllergenChoice], removed: [AllergenChoice]) {
        self.at = at
        self.added = added
        self.removed = removed
    }
}

/// What is known of a product by its bar code, as it now is (ALG-09): facts of a label, of no person.
package struct ProductChanged: EventBody {
    package static let type = EventType("foodmagic.allergen.product-changed.v1")
    package static let topic = Topic.allergenProduct

    package var gtin: GTIN
    package var version: Int64
    /// Language of the newest reading: `en`, `fr`, `es` or `zh`.
    package var language: String?
    package var contains: [AllergenChoice]
    package var mayContain: [AllergenChoice]
    package var evidence: [ProductEvidence]
    /// Complete readings of its ingredient list so far.
    package var readings: Int64
    package var firstReadAt: Date
    package var readAt: Date
    /// The newest change of what the label names; nil while there was none.
    package var change: ProductChange?

    package init(
        gtin: GTIN, version: Int64, language: String?, contains: [AllergenChoice], mayContain: [AllergenChoice],
        evidence: [ProductEvidence], readings: Int64, firstReadAt: Date, readAt: Date, change: ProductChange?
    ) {
        self.gtin = gtin
        self.version = version
        self.language = language
        self.contains = contains
        self.mayContain = mayContain
        self.evidence = evidence
        self.readings = readings
        self.firstReadAt = firstReadAt
        self.readAt = readAt
        self.change = change
    }
}
