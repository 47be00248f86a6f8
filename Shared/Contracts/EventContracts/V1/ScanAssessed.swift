import Foundation
import Sealing

/// The photo that a scan was read from.
package struct ScannedPhoto: Codable, Sendable, Equatable {
    /// Second part of its key in the photo store; also its id for clients.
    package var id: UUID
    package var outcome: LabelRead.Outcome
    /// Why the text is not reliable, as in `LabelRead`.
    package var doubts: [String]
    /// Places in the photo, as in `LabelRead`.
    package var places: [DoubtPlace]?
    /// The recognized text, once the person has corrected it; the scan's own text is then the correction.
    package var textAsRead: String?
    /// When the person corrected it.
    package var correctedAt: Date?

    package init(
        id: UUID, outcome: LabelRead.Outcome, doubts: [String], places: [DoubtPlace]? = nil, textAsRead: String? = nil,
        correctedAt: Date? = nil
    ) {
        self.id = id
        self.outcome = outcome
        self.doubts = doubts
        self.places = places
        self.textAsRead = textAsRead
        self.correctedAt = correctedAt
    }
}

/// The part of a scan's result that repeats the submitted text.
package struct ScanDetails: Codable, Sendable, Equatable {
    package var text: String
    package var ingredients: [ScanIngredient]
    package var contains: [ScanFinding]
    package var mayContain: [ScanFinding]
    /// Words that do not state their content, such as "spices".
    package var unknown: [String]
    /// What to do when the text could not be read completely, as a code: `enter-ingredients`, `photograph-again`, or
    /// the first of `LabelRead.advice`.
    package var advice: String?
    /// Why the scan is incomplete, as codes such as `noIngredients`.
    package var gaps: [String]?
    /// One answer per diet of the person (ALG-17).
    package var diets: [ScanDiet]?
    /// Nil for a submitted text.
    package var photo: ScannedPhoto?

    package init(
        text: String, ingredients: [ScanIngredient], contains: [ScanFinding], mayContain: [ScanFinding],
        unknown: [String], advice: String?, gaps: [String]? = nil, diets: [ScanDiet]? = nil,
        photo: ScannedPhoto? = nil
    ) {
        self.text = text
        self.ingredients = ingredients
        self.contains = contains
        self.mayContain = mayContain
        self.unknown = unknown
        self.advice = advice
        self.gaps = gaps
        self.diets = diets
        self.photo = photo
    }
}

/// Why a scan was assessed again.
package enum ReassessmentCause: String, EventValue, CaseIterable {
    /// The person changed the profile (ALG-11).
    case profileChanged
    /// The lexicon was extended or corrected.
    case lexiconChanged
    /// The scan is no longer among the ten newest, so only the compact fact remains (C18).
    case compacted
}

/// Current state of a label scan; a later version replaces it.
package struct ScanAssessed: PersonalEventBody {
    package static let type = EventType("foodmagic.allergen.scan-assessed.v1")
    package static let topic = Topic.allergenScan

    package var accountID: AccountID
    package var scanID: ScanID
    package var version: Int64
    package var verdict: Verdict
    /// False if any part could not be read reliably.
    package var complete: Bool
    package var language: String?
    package var gtin: String?
    /// The profile's allergens that the text names (all fourteen if the profile is empty).
    package var contains: [AllergenChoice]
    package var mayContain: [AllergenChoice]
    /// Number of ingredients of the person's own list among the findings.
    package var otherMatches: Int
    package var profileVersion: Int64
    package var profileEmpty: Bool
    /// The profile had not arrived in time: all fourteen were checked, and the scan will be assessed again (ALG-03).
    package var profilePending: Bool
    package var scannedAt: Date
    package var assessedAt: Date
    /// Sealed as (`label-scan.details`, scan id); nil once only the compact fact is kept.
    package var details: Sealed<ScanDetails>?
    /// The content hash of the lexicon used.
    package var lexiconVersion: String?
    /// All allergens that the text states as contained, in the profile or not.
    package var allContained: [AllergenChoice]?
    /// All allergens that the text states as possible but not as contained.
    package var allPossible: [AllergenChoice]?
    /// Nil if the event answers the person's own command.
    package var reassessment: ReassessmentCause?
    /// Set when it was deleted because the person keeps no history (C18).
    package var deletedAt: Date?
    /// The person's name for it; sealed as (`label-scan.name`, scan id); nil without a name.
    package var name: Sealed<String>?

    package init(
        accountID: AccountID, scanID: ScanID, version: Int64, verdict: Verdict, complete: Bool, language: String?,
        gtin: String?, contains: [AllergenChoice], mayContain: [AllergenChoice], otherMatches: Int,
        profileVersion: Int64, profileEmpty: Bool, profilePending: Bool, scannedAt: Date, assessedAt: Date,
        details: Sealed<ScanDetails>?, lexiconVersion: String? = nil, allContained: [AllergenChoice]? = nil,
        allPossible: [AllergenChoice]? = nil, reassessment: ReassessmentCause? = nil, deletedAt: Date? = nil,
        name: Sealed<String>? = nil
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
        self.lexiconVersion = lexiconVersion
        self.allContained = allContained
        self.allPossible = allPossible
        self.reassessment = reassessment
        self.deletedAt = deletedAt
        self.name = name
    }
}
