import ChatModels
import EventContracts
import Foundation

/// A language model's guesses for a receipt item, validated like any untrusted input (SPD-03).
package struct ProductGuesses: Sendable, Equatable {
    /// The guesses, in the model's order from most to least likely, without repeated names.
    package let all: [PurchasedProductWords.Suggestion]

    /// Maximum number of guesses.
    package static let maxGuesses = 3
    /// Maximum length of a name, in Unicode scalars.
    private static let maxNameLength = 80
    /// Minimum score of a usable guess.
    private static let minConfidence = 0.3

    /// Parses the JSON object in a model's text, ignoring text around it; skips invalid parts.
    ///
    /// - Returns: Nil if there is no object.
    package init?(text: String) {
        guard let open = text.firstIndex(of: "{"), let close = text.lastIndex(of: "}"), open < close,
            let sent = try? JSONDecoder().decode(Sent.self, from: Data(text[open...close].utf8))
        else { return nil }
        var all: [PurchasedProductWords.Suggestion] = []
        for candidate in sent.candidates.compactMap(\.candidate) {
            guard all.count < Self.maxGuesses, let name = WrittenName.plain(candidate.name, atMost: Self.maxNameLength),
                let category = PurchaseCategory(rawValue: candidate.category),
                candidate.confidence.isFinite, (Self.minConfidence...1).contains(candidate.confidence),
                !all.contains(where: { $0.name.lowercased() == name.lowercased() })
            else { continue }
            all.append(
                .init(name: name, category: category, confidence: Int((candidate.confidence * 100).rounded())))
        }
        self.all = all
    }

    private struct Sent: Decodable {
        struct Candidate: Decodable {
            let name: String
            let category: String
            let confidence: Double
        }

        /// Decodes a list element by element, so that an invalid element does not invalidate the others.
        struct Lenient: Decodable {
            let candidate: Candidate?

            init(from decoder: any Decoder) throws { candidate = try? Candidate(from: decoder) }
        }

        let candidates: [Lenient]
    }
}
