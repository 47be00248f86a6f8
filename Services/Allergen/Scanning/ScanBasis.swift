import EventContracts
import Sealing

/// The basis for judging scans: a profile with decrypted custom ingredients, reused for many scans.
package struct ScanBasis: Sendable {
    /// The profile that is known; nil if there never was one.
    package let known: ProfileChanged?
    /// Whether the expected profile has not arrived: all fourteen are checked, and the own ingredients of the known
    /// profile (ALG-03).
    package let isPending: Bool
    let profile: AssessmentProfile

    private static let allFourteen = Set(AllergenCode.allCases.map(AllergenChoice.group))

    /// Opens the sealed part of a profile.
    ///
    /// - Throws: `SealingError`.
    package init(_ known: ProfileChanged?, isPending: Bool = false, _ sealer: Sealer) async throws {
        self.known = known
        self.isPending = isPending
        let others = try await Self.others(of: known, sealer)
        profile = AssessmentProfile(
            allergens: isPending ? Self.allFourteen : Set(known?.allergens ?? []), otherIngredients: others,
            diets: known?.diets ?? [], traces: isPending ? .warn : known?.traces ?? .warn)
    }

    private static func others(of known: ProfileChanged?, _ sealer: Sealer) async throws -> [OtherIngredient] {
        guard let known else { return [] }
        return try await sealer.open(known.otherIngredients, .otherIngredients(of: known.accountID))
    }

    /// The version it is; 0 without a profile.
    var version: Int64 { known?.version ?? 0 }
}
