import Foundation

/// Finds the word that begins a list of ingredients, in the four languages that are read.
package enum IngredientHeading {
    /// Without accents, in lower case: a stem that all forms of the word share.
    private static let stems = ["ingred", "composicion", "composition", "配料", "成分", "成份", "原料", "材料"]

    /// Whether a reading holds such a word, even one that is broken over two lines.
    package static func isPresent(in reading: TextReading) -> Bool {
        let text = folded(reading.lines.map(\.text).joined())
        return stems.contains { text.contains($0) }
    }

    /// Letters only: blurred print loses accents first, and spaces come and go.
    private static func folded(_ text: String) -> String {
        String(
            text.folding(options: [.diacriticInsensitive, .caseInsensitive, .widthInsensitive], locale: nil)
                .unicodeScalars.filter(\.properties.isAlphabetic).map(Character.init))
    }
}
