import EventContracts
import Foundation
import IngestionCore
import Quantities
import Sealing

/// Opens scans, allergen profiles and reactions.
extension DocumentOpener {
    func labelScan(_ scan: ScanAssessed) async throws -> LabelScanView {
        let name = try await scanName(scan)
        guard let details = scan.details else { return LabelScanView(scan, name: name, details: nil) }
        return LabelScanView(
            scan, name: name,
            details: try await sealer.open(details, .scanDetails(scan.scanID, of: scan.accountID)))
    }

    /// The person's name for a scan; nil without one.
    func scanName(_ scan: ScanAssessed) async throws -> String? {
        guard let name = scan.name else { return nil }
        return try await sealer.open(name, .scanName(scan.scanID, of: scan.accountID))
    }

    func profile(_ profile: ProfileChanged) async throws -> AllergenProfileView {
        AllergenProfileView(
            allergens: profile.allergens,
            otherIngredients: try await sealer.open(
                profile.otherIngredients, .otherIngredients(of: profile.accountID)),
            diets: profile.diets, traces: profile.traces, history: profile.history ?? .keep, version: profile.version,
            changedAt: profile.changedAt)
    }

    func reaction(_ reaction: ReactionChanged) async throws -> ReactionView {
        let notes = try await sealer.open(
            reaction.notes, .reactionNotes(reaction.reactionID, of: reaction.accountID))
        return ReactionView(
            id: reaction.reactionID, occurredOn: reaction.occurredOn, timeOfDay: reaction.timeOfDay,
            allergens: reaction.allergens, severity: reaction.severity, symptoms: notes.symptoms ?? [],
            gtin: reaction.links?.gtin, scan: reaction.links?.scanID, meal: reaction.links?.mealID, cause: notes.cause,
            notes: notes.notes, version: reaction.version,
            recordedAt: reaction.recordedAt)
    }
}

/// The allergen profile in the form for its owner.
struct AllergenProfileView: Encodable, Sendable {
    let allergens: [AllergenChoice]
    let otherIngredients: [OtherIngredient]
    let diets: [Diet]
    let traces: TraceStrictness
    let history: ScanHistory
    let version: Int64
    let changedAt: Date?

    /// The profile of a person who has not set one.
    static let empty = AllergenProfileView(
        allergens: [], otherIngredients: [], diets: [], traces: .warn, history: .keep, version: 0, changedAt: nil)
}

/// An entry of the reaction diary in the form for its owner.
struct ReactionView: Encodable, Sendable {
    let id: ReactionID
    let occurredOn: String
    let timeOfDay: String?
    let allergens: [AllergenChoice]
    let severity: ReactionSeverity?
    let symptoms: [ReactionSymptom]
    let gtin: GTIN?
    let scan: ScanID?
    let meal: MealID?
    let cause: String?
    let notes: String?
    let version: Int64
    let recordedAt: Date
}
