import ChatModels
import EventContracts
import Foundation

/// A language model's guesses for a receipt item, validated like any untrusted input (SPD-03).
package struct ProductGuesses: Sendable, Equatable {
    /// The likeliest first, as the model ordered them; no name twice.
    package let all: [PurchasedProductWords.Suggestion]

    /// Most of them.
    package static let most = 3
    /// Longest name, in Unicode scalars.
    private static let longestName = 80
    /// Minimum score of a usable guess.
    private static let minConfidence = 0.3

    /// Reads the JSON object out of a model's text, whatever stands around it; what cannot be is left out.
    ///
    /// - Returns: Nil when there is none.
    package init?(text: String) {
        guard let open = text.firstIndex(of: "{"), let close = text.lastIndex(of: "}"), open < close,
            let sent = try? JSONDecoder().decode(Sent.self, from: Data(text[open...close].utf8))
        else { return nil }
        var all: [PurchasedProductWords.Suggestion] = []
        for candidate in sent.candidates.compactMap(\.candidate) {
            guard all.count < Self.most, let name = WrittenName.plain(candidate.name, atMost: Self.longestName),
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

        /// One that is none spoils no other.
        struct Lenient: Decodable {
            let candidate: Candidate?

            init(from decoder: any Decoder) throws { candidate = try? Candidate(from: decoder) }
        }

        let candidates: [Lenient]
    }
}
