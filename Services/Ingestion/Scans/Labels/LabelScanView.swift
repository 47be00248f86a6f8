import EventContracts
import Foundation
import IngestionCore

/// A label scan in the form for clients: the newest ones in full, older ones as compact facts without the data read
/// from the text.
struct LabelScanView: Encodable, Sendable {
    let id: ScanID
    let verdict: Verdict
    let complete: Bool
    /// Whether the scan is kept in full; otherwise its findings have no evidence and custom ingredients are not checked
    /// again.
    let inFull: Bool
    let language: String?
    let gtin: String?
    let name: String?
    let text: String?
    let ingredients: [ScanIngredient]?
    let contains: [ScanFinding]
    let mayContain: [ScanFinding]
    /// Number of the person's custom ingredients among the findings.
    let otherMatches: Int
    /// All allergens that the label names, in the profile or not; absent if not stored.
    let allContained: [AllergenChoice]?
    let allPossible: [AllergenChoice]?
    let unknown: [String]?
    let advice: String?
    let gaps: [String]?
    let diets: [ScanDiet]?
    let photo: Photo?
    let profileVersion: Int64
    let profileEmpty: Bool
    let profilePending: Bool
    let lexiconVersion: String?
    let reassessment: ReassessmentCause?
    let version: Int64
    let scannedAt: Date
    let assessedAt: Date

    init(_ scan: ScanAssessed, name: String?, details: ScanDetails?) {
        id = scan.scanID
        verdict = scan.verdict
        complete = scan.complete
        inFull = details != nil
        language = scan.language
        gtin = scan.gtin
        self.name = name
        text = details?.text
        ingredients = details?.ingredients
        contains = details?.contains ?? Self.findings(scan.contains)
        mayContain = details?.mayContain ?? Self.findings(scan.mayContain)
        otherMatches = scan.otherMatches
        allContained = scan.allContained
        allPossible = scan.allPossible
        unknown = details?.unknown
        advice = details?.advice
        gaps = details?.gaps
        diets = details?.diets
        photo = details?.photo.map(Photo.init)
        profileVersion = scan.profileVersion
        profileEmpty = scan.profileEmpty
        profilePending = scan.profilePending
        lexiconVersion = scan.lexiconVersion
        reassessment = scan.reassessment
        version = scan.version
        scannedAt = scan.scannedAt
        assessedAt = scan.assessedAt
    }

    /// The photo of the list, with its id for `GET /v1/photos/{id}`.
    struct Photo: Encodable, Sendable {
        let id: PhotoID
        let outcome: LabelRead.Outcome
        let doubts: [String]
        let places: [DoubtPlace]?
        let textAsRead: String?
        let correctedAt: Date?

        init(_ photo: ScannedPhoto) {
            id = PhotoID(photo.id)
            outcome = photo.outcome
            doubts = photo.doubts
            places = photo.places
            textAsRead = photo.textAsRead
            correctedAt = photo.correctedAt
        }
    }

    private static func findings(_ allergens: [AllergenChoice]) -> [ScanFinding] {
        allergens.map { ScanFinding(allergen: $0, otherIngredient: nil, evidence: []) }
    }
}
