import EventContracts
import IngestionCore
import Sealing

/// Optional facts about a label from the client.
struct LabelHints: Sendable {
    /// Maximum length of a scan's name, in Unicode scalars.
    static let maxNameLength = 80

    let language: String?
    /// Trade item number of the product.
    let gtin: String?
    /// The person's name for the scan.
    let name: String?

    /// Languages with list support.
    private enum Language: String, CaseIterable { case en, fr, es, zh }

    init(_ fields: inout BodyFields) {
        language = fields.optionalChoice("language", of: Language.self)?.rawValue
        gtin = fields.optionalGTIN("gtin")?.digits
        name = fields.words("name", longest: Self.maxNameLength)
    }

    /// The name, sealed for a scan; nil without one.
    func sealedName(
        for scan: ScanID, of account: AccountID, by sealer: Sealer
    ) async throws -> Sealed<String>? {
        guard let name else { return nil }
        return try await sealer.seal(name, .scanName(scan, of: account))
    }
}
