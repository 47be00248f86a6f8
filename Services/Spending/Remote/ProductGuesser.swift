import ChatModels
import EventContracts

/// Guesses what a receipt item stands for.
package protocol ProductGuesser: Sendable {
    /// Whether it makes sense to ask now.
    var wouldAsk: Bool { get }

    /// Guesses for an item, likeliest first; empty if unknown.
    func guesses(for line: PrintedArticle) async throws(RemoteFailure) -> [PurchasedProductWords.Suggestion]
}

/// A receipt item as sent to an external model: without price, place or person.
package struct PrintedArticle: Sendable, Equatable {
    package let text: String
    /// The merchant's name; nil where it is not known.
    package let merchant: String?

    /// Longest text and name, in Unicode scalars.
    private static let longest = 80
    /// Digits of the longest number in a text: longer ones are of cards and accounts, or codes that say nothing.
    private static let maxDigits = 6

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
            word.unicodeScalars.count { $0.properties.numericType != nil } <= maxDigits
        }
        let plain = String(String.UnicodeScalarView(words.joined(separator: " ").unicodeScalars.prefix(longest)))
        return plain.isEmpty ? nil : plain
    }
}
