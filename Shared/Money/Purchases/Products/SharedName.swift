/// The form in which a typed name is shown to other people.
///
/// Even names that several people agree on may contain parts that are not compared: numbers, addresses, signs.
package enum SharedName {
    /// Maximum number of consecutive digits, and of all: sizes have fewer, telephone numbers more.
    private static let maxDigits = 4, maxAllDigits = 6

    /// The name if it consists of words and sizes only, otherwise the compared words.
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
