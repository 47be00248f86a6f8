import EventContracts
import Foundation

/// What a language model says that a line of a receipt may stand for, taken as what anybody might have sent: pure (SPD-03).
package struct ProductGuesses: Sendable, Equatable {
    /// The likeliest first, as the model ordered them; no name twice.
    package let all: [PurchasedProductWords.Suggestion]

    /// Most of them.
    package static let most = 3
    /// Longest name, in Unicode scalars, and digits of the longest number in it: "7-Up" is a name, a card number is none.
    private static let longestName = 80, mostDigits = 6
    /// What the model gives less than this it does not believe itself.
    private static let leastConfidence = 0.3

    /// Reads the JSON object out of a model's text, whatever stands around it; what cannot be is left out.
    ///
    /// - Returns: Nil when there is none.
    package init?(text: String) {
        guard let open = text.firstIndex(of: "{"), let close = text.lastIndex(of: "}"), open < close,
            let sent = try? JSONDecoder().decode(Sent.self, from: Data(text[open...close].utf8))
        else { return nil }
        var all: [PurchasedProductWords.Suggestion] = []
        for candidate in sent.candidates.compactMap(\.candidate) {
            guard all.count < Self.most, let name = Self.name(candidate.name),
                let category = PurchaseCategory(rawValue: candidate.category),
                candidate.confidence.isFinite, (Self.leastConfidence...1).contains(candidate.confidence),
                !all.contains(where: { $0.name.lowercased() == name.lowercased() })
            else { continue }
            all.append(
                .init(name: name, category: category, confidence: Int((candidate.confidence * 100).rounded())))
        }
        self.all = all
    }

    /// A name as it may stand in a list: one line of visible characters with a letter among them.
    private static func name(_ text: String) -> String? {
        var name = String.UnicodeScalarView()
        for scalar in text.precomposedStringWithCanonicalMapping.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator, .spaceSeparator:
                if name.last != " ", !name.isEmpty { name.append(" ") }
            // What is not seen but changes how the rest is seen, such as the order of writing.
            case .format, .privateUse, .surrogate, .unassigned: continue
            default: name.append(scalar)
            }
        }
        if name.last == " " { name.removeLast() }
        guard (1...longestName).contains(name.count), name.contains(where: \.properties.isAlphabetic),
            name.count(where: { $0.properties.numericType != nil }) <= mostDigits
        else { return nil }
        return String(name)
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
