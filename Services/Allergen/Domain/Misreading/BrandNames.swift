/// Names of brands, varieties and certificates within an ingredient, which do not name a content.
///
/// Only beside a known word of the same ingredient: a brand name alone may be any food.
struct BrandNames {
    /// Longer words in capitals are words, not abbreviations.
    private static let longestAbbreviation = 5
    private static let quotes = Set("\"“”„«»‘’".unicodeScalars)
    private static let trademarks = Set("®™©".unicodeScalars)

    let text: LabelText

    /// Whether a token is in quotes, is followed by a trademark sign, or is an uppercase abbreviation among other
    /// words: "eggplant “Almagro”", "UltraGrain® flour", "wheat CRC".
    func isName(_ index: Int) -> Bool {
        let token = text.tokens[index]
        let (start, end) = (Int(token.start), Int(token.end))
        if end < text.scalars.count {
            if Self.trademarks.contains(text.scalars[end]) { return true }
            if start > 0, Self.quotes.contains(text.scalars[start - 1]), Self.quotes.contains(text.scalars[end]) {
                return true
            }
        }
        return end - start <= Self.longestAbbreviation && isCapital(index)
            && [index - 1, index + 1].contains { text.tokens.indices.contains($0) && isSmall($0) }
    }

    private func scalars(_ index: Int) -> ArraySlice<Unicode.Scalar> {
        text.scalars[Int(text.tokens[index].start)..<Int(text.tokens[index].end)]
    }

    private func isCapital(_ index: Int) -> Bool {
        scalars(index).count > 1 && scalars(index).allSatisfy(\.properties.isUppercase)
    }

    private func isSmall(_ index: Int) -> Bool { scalars(index).contains(where: \.properties.isLowercase) }
}
