import ServiceRuntime

/// Finds payment card numbers, which must never reach this system (C20, PCI DSS).
package enum CardNumberGuard {
    /// Whether `text` holds digits, in one run or in groups with one space or hyphen between, that have the length, the
    /// issuer prefix and the check digit of a payment card: 16 digits, 19 for Visa, 15 for American Express.
    ///
    /// A UUID in its usual form is none, whatever its digits are.
    package static func holdsCardNumber(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        var groups: [[UInt8]] = []
        var digits: [UInt8] = []
        var separators = 0
        var position = 0
        while position < bytes.count {
            let byte = bytes[position]
            let isIdentifier = startsUUID(bytes, at: position)
            position += isIdentifier ? uuidGroups.reduce(uuidGroups.count - 1, +) : 1
            switch byte {
            case _ where isIdentifier: separators = 2
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits.append(byte - UInt8(ascii: "0"))
                separators = 0
                continue
            case UInt8(ascii: " "), UInt8(ascii: "-"): separators += 1
            default: separators = 2
            }
            if !digits.isEmpty { groups.append(digits) }
            digits = []
            guard separators > 1 else { continue }
            if anyWindow(of: groups, satisfies: isCardNumber) { return true }
            groups = []
        }
        return anyWindow(of: digits.isEmpty ? groups : groups + [digits], satisfies: isCardNumber)
    }

    /// What a trade item number is called: it may look like a card number and is none.
    static let exemptName = "gtin"

    /// Refuses parameters of a query, or texts of a form, that hold a card number in their name or in their value.
    ///
    /// - Parameters:
    ///   - texts: Names with values.
    ///   - naming: How the answer names the bad ones; a name that is itself a card number is told nobody again.
    /// - Throws: `cardNumberRefused`.
    static func refuse(
        in texts: some Sequence<(name: String, value: String)>, naming: BodyFields.Naming
    ) throws(ProblemDetails) {
        var isFound = false, errors: [ProblemDetails.FieldProblem] = []
        for (name, value) in texts {
            let isNamed = holdsCardNumber(name)
            guard isNamed || (name != exemptName && holdsCardNumber(value)) else { continue }
            isFound = true
            guard !isNamed else { continue }
            let detail = "looks like a payment card number"
            errors.append(
                naming == .parameters
                    ? .init(parameter: name, detail: detail)
                    : .init(pointer: JSONPointer.root.member(name).description, detail: detail))
        }
        guard isFound else { return }
        throw ProblemDetails(.cardNumberRefused, errors: errors.isEmpty ? nil : errors)
    }

    /// Hexadecimal digits between the hyphens of a UUID (RFC 9562).
    private static let uuidGroups = [8, 4, 4, 4, 12]

    /// Whether a UUID that stands by itself begins there.
    private static func startsUUID(_ bytes: [UInt8], at start: Int) -> Bool {
        guard start == 0 || !isAlphanumeric(bytes[start - 1]) else { return false }
        var position = start
        for (index, length) in uuidGroups.enumerated() {
            if index > 0 {
                guard position < bytes.count, bytes[position] == UInt8(ascii: "-") else { return false }
                position += 1
            }
            guard position + length <= bytes.count,
                bytes[position..<position + length].allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
            else { return false }
            position += length
        }
        return position == bytes.count || !isAlphanumeric(bytes[position])
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        let character = Character(Unicode.Scalar(byte))
        return character.isASCII && (character.isLetter || character.isNumber)
    }

    /// Most digits of a card number.
    private static let longest = 19

    private static func anyWindow(of groups: [[UInt8]], satisfies isMatch: ([UInt8]) -> Bool) -> Bool {
        for start in groups.indices {
            var digits: [UInt8] = []
            for group in groups[start...] {
                digits += group
                if digits.count > longest { break }
                if isMatch(digits) { return true }
            }
        }
        return false
    }

    private static func isCardNumber(_ digits: [UInt8]) -> Bool {
        switch digits.count {
        case 15: [34, 37].contains(prefix(of: digits, length: 2)) && hasCheckDigit(digits)
        case 16: hasIssuerPrefix(digits) && hasCheckDigit(digits)
        case 19: digits[0] == 4 && hasCheckDigit(digits)
        default: false
        }
    }

    /// Prefixes of the issuers with 16 digits (ISO/IEC 7812): Visa, Mastercard, Discover, JCB, UnionPay, Diners.
    private static func hasIssuerPrefix(_ digits: [UInt8]) -> Bool {
        switch prefix(of: digits, length: 4) {
        case 4000...4999, 5100...5599, 2221...2720, 6011, 6440...6599, 3528...3589, 6200...6299, 3000...3059,
            3600...3699, 3800...3999:
            true
        default: false
        }
    }

    private static func prefix(of digits: [UInt8], length: Int) -> Int {
        digits.prefix(length).reduce(0) { $0 * 10 + Int($1) }
    }

    /// The Luhn check (ISO/IEC 7812-1, annex B).
    private static func hasCheckDigit(_ digits: [UInt8]) -> Bool {
        var sum = 0
        for (index, digit) in digits.reversed().enumerated() {
            let value = index.isMultiple(of: 2) ? Int(digit) : Int(digit) * 2
            sum += value > 9 ? value - 9 : value
        }
        return sum.isMultiple(of: 10)
    }
}
