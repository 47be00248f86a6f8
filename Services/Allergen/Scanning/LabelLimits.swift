import EventContracts
import Messaging
import ServiceRuntime

/// Limits of a command to assess a label; the gateway checks the same limits, so a violation is a defect of another
/// service.
package enum LabelLimits {
    /// Maximum length of a text in Unicode scalars; about five times the densest package insert.
    package static let maxTextLength = 20_000

    /// - Throws: `Rejection` if the language or the product number is invalid.
    package static func check(_ command: AssessLabelText) throws(Rejection) {
        if let language = command.language, LabelLanguage(rawValue: language) == nil {
            throw Rejection(.invalidFields, detail: "The language must be one of en, fr, es, zh.")
        }
        if let gtin = command.gtin, GTIN(gtin) == nil {
            throw Rejection(.invalidFields, detail: "The GTIN must be a trade item number with a valid check digit.")
        }
    }

    /// - Throws: `Rejection` if the text is too long.
    package static func check(text: String) throws(Rejection) {
        guard text.unicodeScalars.count <= maxTextLength else {
            throw Rejection(.payloadTooLarge, detail: "The text is longer than 20,000 characters.")
        }
    }
}
