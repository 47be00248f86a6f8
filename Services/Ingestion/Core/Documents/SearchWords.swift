import Foundation
import ServiceRuntime

/// The words of a search in sealed texts, which are decrypted and searched in memory.
package struct SearchWords: Sendable {
    /// Maximum length of the parameter `query`, in characters.
    package static let maxLength = 100

    private let words: [String]

    /// Whether there are no words, so that every text matches.
    package var isEmpty: Bool { words.isEmpty }

    /// Reads the parameter `query`.
    ///
    /// - Throws: `malformedRequest` if it is too long.
    package init(_ query: [(name: String, value: String)]) throws(ProblemDetails) {
        let text = query.first { $0.name == "query" }?.value ?? ""
        guard text.count <= Self.maxLength else {
            let fault = FieldFault(
                .tooLong, "Must have at most \(Self.maxLength) characters.", ["max": .integer(Self.maxLength)])
            throw ProblemDetails(.malformedRequest, errors: [.init(parameter: "query", fault)])
        }
        words = Self.folded(text).split(whereSeparator: \.isWhitespace).map(String.init)
    }

    /// Whether all words of the search occur in a text, ignoring case, accents and width.
    package func fit(_ text: String) -> Bool {
        guard !words.isEmpty else { return true }
        let text = Self.folded(text)
        return words.allSatisfy(text.contains)
    }

    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }
}
