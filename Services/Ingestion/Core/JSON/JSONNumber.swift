/// The grammar of JSON numbers (RFC 8259 section 6).
package enum JSONNumber {
    /// Maximum length of a number, in bytes; longer than the digits of any binary number.
    package static let maxLength = 64

    /// Whether `text` is a number: `-`? integer fraction? exponent?, without leading zeros.
    package static func isValid(_ text: String) -> Bool {
        var rest = Substring(text)
        guard rest.utf8.count <= maxLength else { return false }
        if rest.first == "-" { rest.removeFirst() }
        guard let first = rest.first, takeDigits(&rest) > 0 else { return false }
        if first == "0", text.drop(while: { $0 == "-" }).dropFirst().first?.isNumber == true { return false }
        if rest.first == "." {
            rest.removeFirst()
            guard takeDigits(&rest) > 0 else { return false }
        }
        if rest.first == "e" || rest.first == "E" {
            rest.removeFirst()
            if rest.first == "+" || rest.first == "-" { rest.removeFirst() }
            guard takeDigits(&rest) > 0 else { return false }
        }
        return rest.isEmpty
    }

    private static func takeDigits(_ text: inout Substring) -> Int {
        let digits = text.prefix { ("0"..."9").contains($0) }
        text.removeFirst(digits.count)
        return digits.count
    }
}
