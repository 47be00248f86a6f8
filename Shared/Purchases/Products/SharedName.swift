/// The form in which a name that a person typed is shown to others.
///
/// Three people who say the same may have written something beside it that is not compared: numbers, addresses, signs.
package enum SharedName {
    /// Most digits in a row: sizes have fewer, telephone numbers more.
    private static let maxDigits = 4

    /// The name where it is made of words and sizes alone, else the words that are compared.
    package static func make(_ name: String) -> String {
        isPlain(name) ? name : ProductWords(name).key
    }

    private static func isPlain(_ name: String) -> Bool {
        var digits = 0
        for character in name {
            digits = character.isNumber ? digits + 1 : 0
            guard digits <= maxDigits, character.isLetter || character.isNumber || " '’-&%,.()".contains(character)
            else { return false }
        }
        // A dot inside a word makes an address of it; in a number it is one of decimals.
        let words = name.split(separator: " ")
        return words.allSatisfy { word in
            word.allSatisfy { !$0.isLetter } || !word.dropLast().contains(".") || word.first?.isNumber == true
        }
    }
}
