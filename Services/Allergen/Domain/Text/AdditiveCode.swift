/// Reads additive codes whose digits were read as letters: "E22O", "E 2Z3".
enum AdditiveCode {
    private static let digits: [Unicode.Scalar: Unicode.Scalar] = [
        "O": "0", "o": "0", "Q": "0", "I": "1", "l": "1", "Z": "2", "z": "2", "S": "5", "s": "5", "B": "8",
    ]

    /// The code that begins at an offset, with corrected digits; nil if there is no code or it needs no correction.
    static func read(at start: Int, in text: [Unicode.Scalar]) -> [Unicode.Scalar]? {
        guard text[start] == "E" || text[start] == "e" else { return nil }
        var index = start + 1
        if index < text.count, text[index] == " " || text[index] == "-" || text[index] == "." { index += 1 }
        var code = Array(text[start..<index])
        let first = index
        var trueDigits = 0
        while index < text.count, index - first < 3 {
            if isDigit(text[index]) { trueDigits += 1 }
            guard let digit = isDigit(text[index]) ? text[index] : digits[text[index]] else { return nil }
            code.append(digit)
            index += 1
        }
        guard index - first == 3, (1..<3).contains(trueDigits), index == text.count || !isLetter(text[index]) else {
            return nil
        }
        return code
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { (0x30...0x39).contains(scalar.value) }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool { scalar.isLetter }
}
