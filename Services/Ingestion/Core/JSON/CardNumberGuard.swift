import ServiceRuntime

/// Finds payment card numbers, which must never reach this system (C20, PCI DSS).
package enum CardNumberGuard {
    /// Whether `text` contains digits with the length, issuer prefix and check digit of a payment card: 16 digits, 19
    /// for Visa, 15 for American Express.
    ///
    /// Digits of every script are recognized. They may be
    /// - in one run, or in the groups that are printed on cards, with up to `maxBetween` characters between groups that
    ///   are neither letters nor digits;
    /// - in groups of equal length, with the same single character between all of them;
    /// - in any groups, with one space or hyphen between.
    ///
    /// Invisible characters, such as a zero-width space, are skipped. A UUID in its usual form is never treated as a
    /// card number.
    package static func holdsCardNumber(_ text: String) -> Bool {
        var candidate = Candidate()
        let scalars = Array(text.unicodeScalars)
        var position = 0
        while position < scalars.count {
            if startsUUID(scalars, at: position) {
                if candidate.endsWithCardNumber() { return true }
                candidate = Candidate()
                position += uuidGroups.reduce(uuidGroups.count - 1, +)
                continue
            }
            if candidate.take(scalars[position]) { return true }
            position += 1
        }
        return candidate.endsWithCardNumber()
    }

    /// Refuses query parameters or form texts with a card number in their name or value.
    ///
    /// - Parameters:
    ///   - texts: Names with values.
    ///   - naming: How the answer refers to them; a name that is itself a card number is not repeated.
    /// - Throws: `cardNumberRefused`.
    package static func refuse(
        in texts: some Sequence<(name: String, value: String)>, naming: BodyFields.Naming
    ) throws(ProblemDetails) {
        var isFound = false, errors: [ProblemDetails.FieldProblem] = []
        for (name, value) in texts {
            let isNamed = holdsCardNumber(name)
            guard isNamed || holdsCardNumber(value) else { continue }
            isFound = true
            guard !isNamed else { continue }
            errors.append(
                naming == .parameters
                    ? .init(parameter: name, .cardNumber)
                    : .init(pointer: JSONPointer.root.member(name).description, .cardNumber))
        }
        guard isFound else { return }
        throw ProblemDetails(.cardNumberRefused, errors: errors.isEmpty ? nil : errors)
    }

    /// Number of hexadecimal digits between the hyphens of a UUID (RFC 9562).
    private static let uuidGroups = [8, 4, 4, 4, 12]

    /// Whether a UUID begins at a position and is not part of a longer word.
    private static func startsUUID(_ scalars: [Unicode.Scalar], at start: Int) -> Bool {
        guard scalars[start].properties.isASCIIHexDigit, start == 0 || !isAlphanumeric(scalars[start - 1]) else {
            return false
        }
        var position = start
        for (index, length) in uuidGroups.enumerated() {
            if index > 0 {
                guard position < scalars.count, scalars[position] == "-" else { return false }
                position += 1
            }
            guard position + length <= scalars.count,
                scalars[position..<position + length].allSatisfy({ $0.properties.isASCIIHexDigit })
            else { return false }
            position += length
        }
        return position == scalars.count || !isAlphanumeric(scalars[position])
    }

    private static func isAlphanumeric(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
    }

    package static func isCardNumber(_ digits: [UInt8]) -> Bool {
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
