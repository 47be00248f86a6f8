import ChatModels
import EventContracts

/// Guesses the product of a receipt item.
package protocol ProductGuesser: Sendable {
    /// Whether a question would currently be sent.
    var wouldAsk: Bool { get }

    /// Guesses for an item, most likely first; empty if the model knows none.
    func guesses(for line: PrintedArticle) async throws(RemoteFailure) -> [PurchasedProductWords.Suggestion]
}

/// A receipt item as sent to an external model: without price, place or person.
package struct PrintedArticle: Sendable, Equatable {
    package let text: String
    /// The merchant's name; nil if unknown.
    package let merchant: String?

    /// Maximum length of text and name, in Unicode scalars.
    private static let maxLength = 80
    /// Maximum number of consecutive digits in a text: longer numbers are those of cards and accounts, or codes without
    /// meaning.
    private static let maxDigits = 6

    /// An item to ask about; nil if no meaningful text is left.
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
        let plain = String(String.UnicodeScalarView(words.joined(separator: " ").unicodeScalars.prefix(maxLength)))
        return plain.isEmpty ? nil : plain
    }
}
