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

/// How newer readings of a product differ from those before.
package struct ProductChange: Codable, Sendable, Equatable {
    /// Time of the first reading that differs.
    package var at: Date
    /// What the label names now, as held or possible, and did not before.
    package var added: [AllergenChoice]
    /// What it named before; the product keeps it while the change is not confirmed.
    package var removed: [AllergenChoice]
    /// How many accounts read it so; nil of changes of earlier releases.
    package var readings: Int64?
    /// `confirmed` once enough independent people have read it so; nil of changes of earlier releases.
    package var standing: Standing?

    package init(
        at: Date, added: [AllergenChoice], removed: [AllergenChoice], readings: Int64? = nil, standing: Standing? = nil
    ) {
        self.at = at
        self.added = added
        self.removed = removed
        self.readings = readings
        self.standing = standing
    }
}

/// One allergen of a product with how well it is supported.
package struct ProductAllergen: Codable, Sendable, Equatable {
    package var allergen: AllergenChoice
    package var standing: Standing
    /// How many accounts read it on the label.
    package var readings: Int64

    package init(allergen: AllergenChoice, standing: Standing, readings: Int64) {
        self.allergen = allergen
        self.standing = standing
        self.readings = readings
    }
}

/// What is known of a product by its bar code, as it now is (ALG-09): facts of a label, of no person.
///
/// Everything that any reading names is in `contains` or `mayContain` until enough independent people agree that the label
/// names it no more.
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
    /// How well the whole is supported; nil of events of earlier releases, as `reported`.
    ///
    /// Anything but `confirmed` says nothing about what is not named.
    package var standing: Standing?
    /// Each allergen with its own standing; nil of events of earlier releases.
    package var allergens: [ProductAllergen]?

    package init(
        gtin: GTIN, version: Int64, language: String?, contains: [AllergenChoice], mayContain: [AllergenChoice],
        evidence: [ProductEvidence], readings: Int64, firstReadAt: Date, readAt: Date, change: ProductChange?,
        standing: Standing? = nil, allergens: [ProductAllergen]? = nil
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
        self.standing = standing
        self.allergens = allergens
    }
}
