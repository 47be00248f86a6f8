/// Cleans a typed name before it is shown to other people.
///
/// Even a name that several people agree on may have parts that the comparison ignores: numbers, addresses, signs.
package enum SharedName {
    /// Maximum number of consecutive digits and of digits in all: sizes have fewer, telephone numbers have more.
    private static let maxDigits = 4, maxAllDigits = 6

    /// Returns the name if it consists of words and sizes only, otherwise the words that were compared.
    package static func make(_ name: String) -> String {
        isPlain(name) ? name : ProductWords(name).key
    }

    private static func isPlain(_ name: String) -> Bool {
        guard name.count(where: \.isNumber) <= maxAllDigits else { return false }
        var digits = 0
        for character in name {
            digits = character.isNumber ? digits + 1 : 0
            guard digits <= maxDigits, character.isLetter || character.isNumber || " '’-&%,.()".contains(character)
            else { return false }
        }
        // A dot inside a word makes it an address; in a number it is a decimal point.
        let words = name.split(separator: " ")
        return words.allSatisfy { word in
            word.allSatisfy { !$0.isLetter } || !word.dropLast().contains(".") || word.first?.isNumber == true
        }
    }
}
