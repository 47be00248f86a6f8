import EventContracts
import Foundation
import IngestionCore

/// A person's exposures before a reaction.
struct ExposuresView: Encodable, Sendable {
    /// One scan in the time window before the reaction.
    struct Exposure: Encodable, Sendable {
        /// The kind of exposure; so far only `label-scan`.
        let kind: String
        let id: String
        let resource: String
        let at: Date
        let gtin: String?
        let verdict: Verdict
        /// All named allergens, in the profile or not; only those in the profile if the others were not stored.
        let contains: [AllergenChoice]
        let mayContain: [AllergenChoice]
        /// The allergens that the diary entry suspects.
        let suspected: [AllergenChoice]
        /// Whether the diary entry refers to this scan or its product.
        let isNamed: Bool
    }

    /// Maximum number of scans; more than people make in that time.
    static let maxScans = 200

    let reaction: ReactionID
    let from: Date
    let upTo: Date
    /// The exposures, newest first.
    let items: [Exposure]

    init(_ reaction: ReactionChanged, _ window: ExposureWindow, _ scans: [ScanAssessed]) {
        self.reaction = reaction.reactionID
        from = window.from
        upTo = window.upTo
        items = scans.map { Exposure($0, of: reaction) }
    }
}

extension ExposuresView.Exposure {
    fileprivate init(_ scan: ScanAssessed, of reaction: ReactionChanged) {
        let reference = ResourceReference(.labelScan, scan.scanID.uuid)
        let contains = scan.allContained ?? scan.contains, mayContain = scan.allPossible ?? scan.mayContain
        self.init(
            kind: reference.kind.rawValue, id: reference.idText, resource: reference.path(of: scan.accountID),
            at: scan.scannedAt,
            gtin: scan.gtin, verdict: scan.verdict, contains: contains, mayContain: mayContain,
            suspected: reaction.allergens.filter { suspect in
                (contains + mayContain).contains { Self.isSame(suspect, $0) }
            },
            isNamed: reaction.links.map { links in
                links.scanID == scan.scanID || (links.gtin != nil && links.gtin == scan.gtin.flatMap({ GTIN($0) }))
            } ?? false)
    }

    /// Whether a suspected allergen matches a found one: the same allergen, or one of its species.
    private static func isSame(_ suspect: AllergenChoice, _ found: AllergenChoice) -> Bool {
        suspect == found || (suspect.group == found.group && (suspect.species == nil || found.species == nil))
    }
}
