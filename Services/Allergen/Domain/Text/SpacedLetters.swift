/// Finds words with spaced letters: "M I L K", "m.i.l.k".
enum SpacedLetters {
    private static let minLetters = 3
    private static let maxLetters = 40
    /// Single letters that name vitamins: "Vitamins A D E" is not a spaced word.
    private static let vitamins: Set<Unicode.Scalar> = ["A", "B", "C", "D", "E", "K"]

    /// The offsets of the letters of a spaced word that begins at an offset, if any.
    static func offsets(at start: Int, in text: [Unicode.Scalar]) -> [Int]? {
        guard start + 4 < text.count, isSeparator(text[start + 1]), isLatin(text[start]), isLatin(text[start + 2])
        else {
            return nil
        }
        let separator = text[start + 1]
        let isUpper = text[start].properties.isUppercase
        var offsets = [start]
        var next = start + 2
        while next < text.count, offsets.count < maxLetters, isLatin(text[next]), text[next - 1] == separator,
            text[next].properties.isUppercase == isUpper, !isInWord(next + 1, text)
        {
            offsets.append(next)
            next += 2
        }
        guard offsets.count >= minLetters, !offsets.allSatisfy({ vitamins.contains(text[$0]) }) else { return nil }
        return offsets
    }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\u{A0}" || scalar == "." || scalar == "-"
    }

    private static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isLetter && scalar.value < 0x250
    }

    private static func isInWord(_ index: Int, _ text: [Unicode.Scalar]) -> Bool {
        index < text.count && (text[index].isLetter || text[index].isNumeric)
    }
}
