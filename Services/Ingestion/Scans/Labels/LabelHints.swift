import EventContracts
import IngestionCore

/// What a client may say of a label beside the label itself.
struct LabelHints: Sendable {
    let language: String?
    /// Trade item number.
    let gtin: String?

    /// Languages the lexicon knows.
    private enum Language: String, CaseIterable { case en, fr, es, zh }

    init(_ fields: inout BodyFields) {
        language = fields.optionalChoice("language", of: Language.self)?.rawValue
        gtin = fields.optionalGTIN("gtin")?.digits
    }
}
