import Foundation
import Sealing

/// The photo that a scan was read from.
package struct ScannedPhoto: Codable, Sendable, Equatable {
    /// Second part of its key in the photo store, and its id for clients.
    package var id: UUID
    package var outcome: LabelRead.Outcome
    /// Why the text cannot be vouched for, as in `LabelRead`.
    package var doubts: [String]
    /// Where in the photo, as in `LabelRead`.
    package var places: [DoubtPlace]?
    /// What was read, once the person has corrected it; the scan's own text is the correction then.
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

/// The part of a scan that was read from what the person sent.
package struct ScanDetails: Codable, Sendable, Equatable {
    package var text: String
    package var ingredients: [ScanIngredient]
    package var contains: [ScanFinding]
    package var mayContain: [ScanFinding]
    /// Words that hide their content, such as "spices".
    package var unknown: [String]
    /// What to do when the text could not be read in full, as a code: `enter-ingredients`, `photograph-again`, or what
    /// `LabelRead.advice` says first.
    package var advice: String?
    /// Why the scan is not complete, as codes such as `noIngredients`.
    package var gaps: [String]?
    /// One answer per diet of the person (ALG-17).
    package var diets: [ScanDiet]?
    /// Nil of a text that was sent.
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

/// Why a scan that had its answer got another one.
package enum ReassessmentCause: String, EventValue, CaseIterable {
    /// The person changed the profile (ALG-11).
    case profileChanged
    /// The lexicon knows more, or better.
    case lexiconChanged
    /// It is no longer among the ten newest: the compact fact is left (C18).
    case compacted
}

/// A label scan as it now is; a later version replaces it.
package struct ScanAssessed: PersonalEventBody {
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
    /// What the text names of the profile's allergens (all fourteen are judged when the profile is empty).
    package var contains: [AllergenChoice]
    package var mayContain: [AllergenChoice]
    /// Number of the person's own named ingredients among the findings.
    package var otherMatches: Int
    package var profileVersion: Int64
    package var profileEmpty: Bool
    /// The profile had not arrived in time: judged for all fourteen, to be judged again (ALG-03).
    package var profilePending: Bool
    package var scannedAt: Date
    package var assessedAt: Date
    /// Sealed as (`label-scan.details`, scan id); nil once only the compact fact is kept.
    package var details: Sealed<ScanDetails>?
    /// What it was judged with: the content hash of the lexicon.
    package var lexiconVersion: String?
    /// Everything the text names as held, in the profile or not.
    package var allContained: [AllergenChoice]?
    /// Everything it names as possible and not as held.
    package var allPossible: [AllergenChoice]?
    /// Nil when this answers the person's own order.
    package var reassessment: ReassessmentCause?
    /// Set when the person keeps no history and it is gone (C18).
    package var deletedAt: Date?
    /// What the person calls it: sealed as (`label-scan.name`, scan id); nil without a name.
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
