/// Names of brands, varieties and certificates within an ingredient, which do not name a content.
///
/// They are recognized only beside a known word of the same ingredient, because a brand name alone may be any food.
struct BrandNames {
    /// Maximum length of an abbreviation; longer words in capitals are ordinary words.
    private static let maxAbbreviationLength = 5
    private static let quotes = Set("\"“”„«»‘’".unicodeScalars)
    private static let trademarks = Set("®™©".unicodeScalars)

    /// Minimum number of non-initial words needed to tell whether the list uses lower case.
    private static let minFollowing = 10

    let text: LabelText
    /// Whether the list writes all words of an ingredient except the first in lower case.
    private let isWrittenSmall: Bool

    init(text: LabelText) {
        self.text = text
        let following = text.tokens.indices.filter { index in
            text.tokens[index].gap == .soft && text.scalars[Int(text.tokens[index].start)].properties.isAlphabetic
        }
        let capitals = following.count { text.scalars[Int(text.tokens[$0].start)].properties.isUppercase }
        isWrittenSmall = following.count >= Self.minFollowing && capitals * 5 <= following.count
    }

    /// Whether a token is in quotes, is followed by a trademark sign, is an uppercase abbreviation among other words,
    /// or is capitalized after another word in a lower-case list: "eggplant “Almagro”", "UltraGrain® flour", "wheat
    /// CRC", "vermouth Noilly Prat".
    func isName(_ index: Int, in ingredient: Range<Int>) -> Bool {
        let token = text.tokens[index]
        let (start, end) = (Int(token.start), Int(token.end))
        if end < text.scalars.count {
            if Self.trademarks.contains(text.scalars[end]) { return true }
            if start > 0, Self.quotes.contains(text.scalars[start - 1]), Self.quotes.contains(text.scalars[end]) {
                return true
            }
        }
        if isWrittenSmall, index > ingredient.lowerBound, text.tokens[index].gap == .soft, isCapitalized(index) {
            return true
        }
        return end - start <= Self.maxAbbreviationLength && isCapital(index)
            && [index - 1, index + 1].contains { text.tokens.indices.contains($0) && isSmall($0) }
    }

    private func scalars(_ index: Int) -> ArraySlice<Unicode.Scalar> {
        text.scalars[Int(text.tokens[index].start)..<Int(text.tokens[index].end)]
    }

    private func isCapital(_ index: Int) -> Bool {
        scalars(index).count > 1 && scalars(index).allSatisfy(\.properties.isUppercase)
    }

    /// Whether only the first letter is a capital.
    private func isCapitalized(_ index: Int) -> Bool {
        guard let first = scalars(index).first, first.properties.isUppercase else { return false }
        return scalars(index).count > 2 && scalars(index).dropFirst().allSatisfy { !$0.properties.isUppercase }
    }

    private func isSmall(_ index: Int) -> Bool { scalars(index).contains(where: \.properties.isLowercase) }
}
