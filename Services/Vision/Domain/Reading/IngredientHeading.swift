import Foundation

/// Finds the heading of an ingredient list, in the four supported languages.
///
/// The word alone is not a heading: "see ingredients in bold" and 营养成分表 (the nutrition table) are near lists, and a
/// photo with only these shows no list. A heading starts a line or has a colon after it.
package enum IngredientHeading {
    /// Prefixes of all forms of the word, in lower case without accents, letters only.
    private static let stems = ["ingred", "composicion", "composition", "配料", "成分", "成份", "原料", "材料"]
    /// Words that may precede the heading's word in its line: "liste des ingrédients".
    private static let openings = [
        "", "list", "listof", "liste", "listede", "listedes", "listed", "listade", "食品", "主要",
    ]
    /// Words before the heading's word that change its meaning: nutrients, packaging, origin.
    private static let before = ["营养", "營養", "包装", "包裝"]
    private static let after = ["nutri", "产地", "產地"]
    /// Continuations that make it a sentence about the list: "ingredients in bold".
    private static let remarks = [
        "inbold", "inred", "incapital", "listedin", "printedin", "highlighted", "markedin", "shownin", "above", "below",
        "engras", "enmajuscule", "ennegrita", "enmayuscula", "resaltad", "destacad",
    ]
    /// Maximum number of letters between the stem and a colon: "ingredientes:", "配料表：".
    private static let maxEndingLength = 6

    /// Whether a reading contains such a heading, even split over two lines.
    package static func isPresent(in reading: TextReading) -> Bool {
        reading.lines.indices.contains { index in
            var text = reading.lines[index].text
            if text.hasSuffix("-"), index + 1 < reading.lines.count { text += reading.lines[index + 1].text }
            return isHeading(text)
        }
    }

    /// Whether a line opens an ingredient list.
    static func isHeading(_ text: String) -> Bool {
        let line = letters(of: text)
        return stems.contains { stem in
            line.ranges(of: stem).contains { range in
                let front = line[..<range.lowerBound], back = line[range.upperBound...]
                guard !before.contains(where: front.hasSuffix), !after.contains(where: back.hasPrefix) else {
                    return false
                }
                let ending = back.prefix { $0 != ":" }
                if ending.count <= maxEndingLength, ending.endIndex < back.endIndex { return true }
                let isRemark = remarks.contains { ending.prefix(maxEndingLength + $0.count).contains($0) }
                return openings.contains(String(front)) && !isRemark
            }
        }
    }

    /// The letters and colons of a text; spaces are unreliable, and blurred text loses accents first.
    private static func letters(of text: String) -> String {
        String(
            text.folding(options: [.diacriticInsensitive, .caseInsensitive, .widthInsensitive], locale: nil)
                .unicodeScalars.filter { $0.properties.isAlphabetic || $0 == ":" }.map(Character.init))
    }
}
