import EventContracts
import Sealing

/// The profile that scans are assessed with, its custom ingredients decrypted once for many scans.
package struct ScanBasis: Sendable {
    /// The known profile; nil if there never was one.
    package let known: ProfileChanged?
    /// Whether the expected profile has not arrived: then all fourteen allergens are checked, and the custom
    /// ingredients of the known profile (ALG-03).
    package let isPending: Bool
    let profile: AssessmentProfile

    private static let allFourteen = Set(AllergenCode.allCases.map(AllergenChoice.group))

    /// Decrypts the sealed part of a profile.
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

    /// The profile's version; 0 without a profile.
    var version: Int64 { known?.version ?? 0 }
}
