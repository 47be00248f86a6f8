import ChatModels
import EventContracts

/// Says what a line of a receipt may stand for, wherever that is reckoned.
package protocol ProductGuesser: Sendable {
    /// Whether it makes sense to ask now.
    var wouldAsk: Bool { get }

    /// What a line may stand for, the likeliest first; nothing where nobody can say.
    func guesses(for line: PrintedArticle) async throws(RemoteFailure) -> [PurchasedProductWords.Suggestion]
}

/// A line of a receipt as somebody else may be shown it: no price, no place, nobody's.
package struct PrintedArticle: Sendable, Equatable {
    package let text: String
    /// The merchant's name; nil where it is not known.
    package let merchant: String?

    /// Longest text and name, in Unicode scalars.
    private static let longest = 80
    /// Digits of the longest number in a text: longer ones are of cards and accounts, or codes that say nothing.
    private static let mostDigits = 6

    /// A line by what is printed; nil where nothing is left to ask about.
    package init?(_ text: String, at merchant: String) {
        guard let text = Self.plain(text), text.unicodeScalars.contains(where: \.properties.isAlphabetic) else {
            return nil
        }
        self.text = text
        self.merchant = Self.plain(merchant)
    }

    private static func plain(_ text: String) -> String? {
        let words = text.split(whereSeparator: \.isWhitespace).filter { word in
            word.unicodeScalars.count { $0.properties.numericType != nil } <= mostDigits
        }
        let plain = String(String.UnicodeScalarView(words.joined(separator: " ").unicodeScalars.prefix(longest)))
        return plain.isEmpty ? nil : plain
    }
}
