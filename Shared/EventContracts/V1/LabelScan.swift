import Foundation
import Sealing

/// Order: assess the ingredient list of a product that a person typed or pasted.
package struct AssessLabelText: EventBody {
    package static let type = EventType("foodmagic.allergen.assess-label-text.v1")
    package static let topic = Topic.allergenCommands

    package var accountID: AccountID
    package var scanID: ScanID
    /// Sealed as (`label-scan.text`, scan id).
    package var text: Sealed<String>
    /// `en`, `fr`, `es` or `zh` when the client knows.
    package var language: String?
    /// GS1 trade item number, 8 to 14 digits.
    package var gtin: String?
    /// The highest profile version assigned when the scan was accepted; the verdict waits for it (ALG-03).
    package var profileVersion: Int64
    package var requestedAt: Date

    package init(
        accountID: AccountID, scanID: ScanID, text: Sealed<String>, language: String?, gtin: String?,
        profileVersion: Int64, requestedAt: Date
    ) {
        self.accountID = accountID
        self.scanID = scanID
        self.text = text
        self.language = language
        self.gtin = gtin
        self.profileVersion = profileVersion
        self.requestedAt = requestedAt
    }
}

/// The answer of a label scan, strongest first: contains > couldNotRead > mayContain > notDetected (N4).
package enum Verdict: String, Codable, Sendable, CaseIterable {
    case contains, couldNotRead, mayContain, notDetected
}

/// Where in the text a finding stands, and why it is one.
package struct FindingEvidence: Codable, Sendable, Equatable {
    /// The words as they stand in the scanned text.
    package var text: String
    /// Offset of the first character, in Unicode scalars from the start of the scanned text.
    package var start: Int
    /// Length in Unicode scalars.
    package var length: Int
    /// Name of the rule that fired, such as `ingredient-term`, `contains-statement`, `trace-statement`.
    package var rule: String
    /// Where the rule's knowledge comes from.
    package var source: String

    package init(text: String, start: Int, length: Int, rule: String, source: String) {
        self.text = text
        self.start = start
        self.length = length
        self.rule = rule
        self.source = source
    }
}

/// An allergen of the profile, or an ingredient the person named, that the text holds or may hold.
package struct ScanFinding: Codable, Sendable, Equatable {
    /// One of the fourteen; nil when `otherIngredient` is set.
    package var allergen: AllergenCode?
    /// The ingredient as the person named it.
    package var otherIngredient: String?
    package var evidence: [FindingEvidence]

    package init(allergen: AllergenCode?, otherIngredient: String?, evidence: [FindingEvidence]) {
        self.allergen = allergen
        self.otherIngredient = otherIngredient
        self.evidence = evidence
    }
}

/// One ingredient of the list with every allergen it names, profile or not.
package struct ScanIngredient: Codable, Sendable, Equatable {
    package var text: String
    package var allergens: [AllergenCode]

    package init(text: String, allergens: [AllergenCode]) {
        self.text = text
        self.allergens = allergens
    }
}

/// The part of a scan that was read from what the person sent.
package struct ScanDetails: Codable, Sendable, Equatable {
    package var text: String
    package var ingredients: [ScanIngredient]
    package var contains: [ScanFinding]
    package var mayContain: [ScanFinding]
    /// Words that hide their content, such as "spices".
    package var unknown: [String]
    /// What to do when the text could not be read, as a code: `enter-ingredients`, `photograph-again`.
    package var advice: String?

    package init(
        text: String, ingredients: [ScanIngredient], contains: [ScanFinding], mayContain: [ScanFinding],
        unknown: [String], advice: String?
    ) {
        self.text = text
        self.ingredients = ingredients
        self.contains = contains
        self.mayContain = mayContain
        self.unknown = unknown
        self.advice = advice
    }
}

/// A label scan as it now is; a later version replaces it.
package struct ScanAssessed: EventBody {
    package static let type = EventType("foodmagic.allergen.scan-assessed.v1")
    package static let topic = Topic.allergenScan

    package var accountID: AccountID
    package var scanID: ScanID
    package var version: Int64
    package var verdict: Verdict
    /// False when something could not be vouched for.
    package var complete: Bool
    package var language: String?
    package var gtin: String?
    /// The profile's allergens that the text names (all fourteen are judged when the profile is empty).
    package var contains: [AllergenCode]
    package var mayContain: [AllergenCode]
    /// Number of the person's own named ingredients among the findings.
    package var otherMatches: Int
    package var profileVersion: Int64
    package var profileEmpty: Bool
    /// The profile had not arrived in time: judged for all fourteen, to be judged again (ALG-03).
    package var profilePending: Bool
    package var scannedAt: Date
    package var assessedAt: Date
    /// Sealed as (`label-scan.details`, scan id).
    package var details: Sealed<ScanDetails>

    package init(
        accountID: AccountID, scanID: ScanID, version: Int64, verdict: Verdict, complete: Bool, language: String?,
        gtin: String?, contains: [AllergenCode], mayContain: [AllergenCode], otherMatches: Int, profileVersion: Int64,
        profileEmpty: Bool, profilePending: Bool, scannedAt: Date, assessedAt: Date, details: Sealed<ScanDetails>
    ) {
        self.accountID = accountID
        self.scanID = scanID
        self.version = version
        self.verdict = verdict
        self.complete = complete
        self.language = language
        self.gtin = gtin
        self.contains = contains
        self.mayContain = mayContain
        self.otherMatches = otherMatches
        self.profileVersion = profileVersion
        self.profileEmpty = profileEmpty
        self.profilePending = profilePending
        self.scannedAt = scannedAt
        self.assessedAt = assessedAt
        self.details = details
    }
}
