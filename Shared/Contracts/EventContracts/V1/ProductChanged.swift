import Foundation

/// One finding of a label, in the lexicon's words; contains no text of a person.
package struct ProductEvidence: Codable, Sendable, Equatable {
    package var allergen: AllergenChoice
    /// The lexicon's wording of the matched text.
    package var term: String
    /// Name of the rule that matched, such as `ingredient-term`.
    package var rule: String
    /// The source of the rule's knowledge.
    package var source: String

    package init(allergen: AllergenChoice, term: String, rule: String, source: String) {
        self.allergen = allergen
        self.term = term
        self.rule = rule
        self.source = source
    }
}

/// How newer readings of a product differ from earlier ones.
package struct ProductChange: Codable, Sendable, Equatable {
    /// Time of the first reading that differs.
    package var at: Date
    /// Allergens that the label names now, as contained or possible, and did not name before.
    package var added: [AllergenChoice]
    /// Allergens that it named before; the product keeps them while the change is not confirmed.
    package var removed: [AllergenChoice]
    /// Number of accounts with this reading; nil in changes of earlier releases.
    package var readings: Int64?
    /// `confirmed` after enough independent readings; nil in changes of earlier releases.
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

/// One allergen of a product with its standing.
package struct ProductAllergen: Codable, Sendable, Equatable {
    package var allergen: AllergenChoice
    package var standing: Standing
    /// Number of accounts that read it on the label.
    package var readings: Int64

    package init(allergen: AllergenChoice, standing: Standing, readings: Int64) {
        self.allergen = allergen
        self.standing = standing
        self.readings = readings
    }
}

/// Current facts of a product by its bar code (ALG-09): facts of a label, not of a person.
///
/// Everything that any reading names is in `contains` or `mayContain` until enough independent people agree that the
/// label no longer names it.
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
    /// Number of complete readings of its ingredient list.
    package var readings: Int64
    package var firstReadAt: Date
    package var readAt: Date
    /// The newest change of the named allergens; nil without a change.
    package var change: ProductChange?
    /// The standing of the product as a whole; nil in events of earlier releases, which means `reported`.
    ///
    /// Only `confirmed` allows conclusions about allergens that are not listed.
    package var standing: Standing?
    /// Each allergen with its own standing; nil in events of earlier releases.
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
