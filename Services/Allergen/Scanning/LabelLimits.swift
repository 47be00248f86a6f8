import EventContracts
import Messaging
import ServiceRuntime

/// Limits of a command to assess a label; the gateway checks the same, so a violation is a fault of another service.
package enum LabelLimits {
    /// Longest text in Unicode scalars: the densest package insert is about a fifth of it.
    package static let maxTextLength = 20_000

    /// - Throws: `Rejection` when language or number is not one.
    package static func check(_ command: AssessLabelText) throws(Rejection) {
        if let language = command.language, LabelLanguage(rawValue: language) == nil {
            throw Rejection(.invalidFields, detail: "The language must be one of en, fr, es, zh.")
        }
        if let gtin = command.gtin, GTIN(gtin) == nil {
            throw Rejection(.invalidFields, detail: "The GTIN must be a trade item number with a valid check digit.")
        }
    }

    /// - Throws: `Rejection` when the text is too long.
    package static func check(text: String) throws(Rejection) {
        guard text.unicodeScalars.count <= maxTextLength else {
            throw Rejection(.payloadTooLarge, detail: "The text is longer than 20,000 characters.")
        }
    }
}
