/// A number in a row, with its context.
struct PrintedNumber {
    /// The number's range in the row's characters, from a sign or currency to a trailing sign.
    var range: Range<Int>
    /// The range of the digits.
    var digits: Range<Int>
    /// The digits as an integer, without the decimal mark.
    var value: Int64
    /// Number of decimals; 0 for an integer.
    var decimals: Int
    var isNegative = false
    /// The currency as printed: `$`, `€` or a code.
    var currency: String?
    /// Whether `%` or a unit directly follows.
    var isPercent = false
    var unit: MeasureUnit?
    /// The unit after a slash: `/kg`.
    var rateUnit: MeasureUnit?
    /// Whether letters were interpreted as digits.
    var isRepaired = false
    /// At most three letters after an amount, which state the taxes.
    var taxCode: String?

    var number: Double {
        var result = Double(value)
        for _ in 0..<decimals { result /= 10 }
        return result
    }

    /// The number as an amount of money with a number of decimals; nil if it is printed in another form.
    func money(decimals wanted: Int) -> PrintedMoney? {
        guard decimals == wanted, !isPercent, unit == nil || unit == .each else { return nil }
        if wanted == 0, currency == nil, value > 9_999_999 { return nil }
        return PrintedMoney(isNegative ? -value : value)
    }
}

/// Finds the numbers of a row.
///
/// The text between two numbers determines their meaning, so all numbers are found first: amounts, weights,
/// percentages, counts. Dates, times and long codes are numbers too, but not amounts.
struct NumberScanner {
    private static let symbols: Set<Character> = ["$", "€", "£", "¥", "元", "₩", "₹"]
    private static let codes = [
        "CAD", "USD", "EUR", "MXN", "CNY", "RMB", "MYR", "GBP", "AUD", "JPY", "KRW", "CHF", "HKD", "TWD", "SGD", "NZD",
        "RM",
        "CA$", "US$", "C$", "MX$", "NT$", "HK$", "R$",
    ].map(Array.init)
    private static let repairs: [Character: Character] = [
        "O": "0", "o": "0", "Q": "0", "D": "0", "l": "1", "I": "1", "|": "1", "!": "1", "S": "5", "s": "5", "B": "8",
        "Z": "2", "z": "2",
    ]
    /// Maximum number of digits; longer numbers are codes.
    private static let maxDigits = 15

    private let text: [Character]
    private let decimals: Int

    init(_ text: [Character], decimals: Int) {
        self.text = text
        self.decimals = decimals
    }

    /// All numbers from left to right.
    func numbers() -> [PrintedNumber] {
        var found: [PrintedNumber] = []
        var index = 0
        while index < text.count {
            if let number = number(at: index, after: found.last?.range.upperBound ?? 0) {
                found.append(number)
                index = max(index + 1, number.range.upperBound)
            } else {
                index += 1
            }
        }
        return found
    }

    private func at(_ index: Int) -> Character? { text.indices.contains(index) ? text[index] : nil }

    private func isDigit(_ index: Int) -> Bool { at(index)?.isASCIIDigit ?? false }

    private func number(at index: Int, after limit: Int) -> PrintedNumber? {
        guard begins(at: index, after: limit) else { return nil }
        guard var number = uncut(plain(at: index), at: index) ?? repaired(at: index) else { return nil }
        addPrefix(&number, after: limit)
        addSuffix(&number)
        return number
    }

    /// Whether a number may begin: not after a letter, digit or decimal mark, but after a currency or a multiplication
    /// sign.
    private func begins(at index: Int, after limit: Int) -> Bool {
        guard index > limit, let before = at(index - 1) else { return true }
        if before.isASCIIDigit { return false }
        if before == "." || before == "," { return index < 2 || !isDigit(index - 2) }
        guard before.isLetter, !before.isIdeograph else { return true }
        if "xX".contains(before) { return true }
        return currency(endingAt: index) != nil
    }

    /// Reads digits with groups of thousands and decimals.
    private func plain(at start: Int) -> PrintedNumber? {
        guard isDigit(start) else { return cents(at: start) }
        var end = start
        while isDigit(end) { end += 1 }
        guard end - start <= Self.maxDigits else { return nil }
        let first = end
        var digits = String(text[start..<end])
        if first - start <= 3 {
            var next = end
            while let group = group(at: next, first: first) { (next, end) = (group, group) }
            if end > first, decimalEnd(at: end) == nil, at(first) != ",", decimals > 0 { end = first }
            digits = String(text[start..<end].filter(\.isASCIIDigit))
        }
        var number = PrintedNumber(range: start..<end, digits: start..<end, value: 0, decimals: 0)
        if let (mark, last) = decimalEnd(at: end) {
            digits += String(text[mark..<last].filter(\.isASCIIDigit))
            number.decimals = last - mark
            number.range = start..<last
            number.digits = start..<last
        } else if decimals == 2, at(end) == "€", isDigit(end + 1), isDigit(end + 2), !isDigit(end + 3) {
            // 2€50 has the sign in the place of the mark.
            digits += String(text[end + 1..<end + 3])
            number.decimals = 2
            number.currency = "€"
            number.range = start..<end + 3
            number.digits = number.range
        }
        guard let value = Int64(digits) else { return nil }
        number.value = value
        return cutCode(number)
    }

    /// Reads an amount without a digit before the decimal mark: `.02`.
    private func cents(at start: Int) -> PrintedNumber? {
        guard decimals == 2, at(start) == ".", isDigit(start + 1), isDigit(start + 2), !isDigit(start + 3),
            at(start + 3) != ".",
            start == 0 || at(start - 1) == " " || currency(endingAt: start) != nil || at(start - 1) == "-",
            let value = Int64(String(text[start + 1..<start + 3]))
        else { return nil }
        return PrintedNumber(range: start..<start + 3, digits: start..<start + 3, value: value, decimals: 2)
    }

    /// The number without a tax code read as a digit: "25.809R" is 25.80 with a code.
    private func cutCode(_ number: PrintedNumber) -> PrintedNumber {
        guard decimals == 2, number.decimals == 3, let next = at(number.range.upperBound), next.isASCIILetter,
            at(number.range.upperBound + 1).map({ !$0.isLetter && !$0.isNumber }) ?? true
        else { return number }
        var cut = number
        cut.value /= 10
        cut.decimals = 2
        cut.range = number.range.lowerBound..<number.range.upperBound - 1
        cut.digits = cut.range
        cut.isRepaired = true
        return cut
    }

    /// The end of a group of three digits that begins with a mark: `1,234`, `1 234,56`, `1.234,56`.
    private func group(at index: Int, first: Int) -> Int? {
        guard let mark = at(index), ",. '".contains(mark), (1...3).allSatisfy({ isDigit(index + $0) }),
            !isDigit(index + 4)
        else { return nil }
        if index > first, at(first) != mark { return nil }
        // A space may also separate two numbers, so it groups digits only before a decimal comma.
        if mark == " " { return decimalEnd(at: index + 4) != nil && at(index + 4) == "," ? index + 4 : nil }
        if mark == ".", decimals > 0 { return at(index + 4) == "," || at(index + 4) == "." ? index + 4 : nil }
        if mark == ",", decimals > 0 {
            let next = at(index + 4)
            return next == "." || next == "," || (next == " " && ".,".contains(at(index + 5) ?? " ")) ? index + 4 : nil
        }
        return index + 4
    }

    /// The range of decimals: after a mark, with at most one space on either side.
    private func decimalEnd(at index: Int) -> (start: Int, end: Int)? {
        var mark = index
        if at(mark) == " ", let next = at(mark + 1), ".,".contains(next) { mark += 1 }
        guard let character = at(mark), ".,".contains(character) else { return nil }
        var start = mark + 1
        if character == ".", at(start) == " ", isDigit(start + 1), isDigit(start + 2), !isDigit(start + 3) {
            start += 1
        }
        var end = start
        while isDigit(end) { end += 1 }
        guard end > start, end - start < 5 else { return nil }
        // 12.05.2018 is a date, and 1.2.3 is a version number.
        if let next = at(end), next == character, isDigit(end + 1) { return nil }
        if mark != index || start != mark + 1, end - start != decimals { return nil }
        return (start, end)
    }

    /// The amount of which a number is only the beginning, because a letter follows: "4.O0", "1O.00", "9.9S".
    private func uncut(_ beginning: PrintedNumber?, at start: Int) -> PrintedNumber? {
        guard let number = beginning, number.decimals < 2, let whole = repaired(at: start),
            whole.range.upperBound > number.range.upperBound,
            // "1.5l" and "12.Oz" are liters and ounces.
            !"lI|!zZ".contains(text[whole.range.upperBound - 1])
        else { return beginning }
        return whole
    }

    /// Reads an amount with letters that look like digits, if it has two or more real digits or a currency before it.
    private func repaired(at start: Int) -> PrintedNumber? {
        guard decimals == 2, let first = at(start), first.isASCIIDigit || Self.repairs[first] != nil else { return nil }
        let hasCurrency = currency(endingAt: start) != nil
        if first == "S", !hasCurrency, var number = plain(at: start + 1), number.decimals == 2 {
            // The dollar sign was read as a letter.
            number.range = start..<number.range.upperBound
            number.currency = "$"
            number.isRepaired = true
            return number
        }
        var end = start, digits = "", real = 0
        func take(_ character: Character) -> Bool {
            if character.isASCIIDigit {
                real += 1
                digits.append(character)
            } else if let digit = Self.repairs[character] ?? (hasCurrency && character == "T" ? "1" : nil) {
                digits.append(digit)
            } else {
                return false
            }
            return true
        }
        while let character = at(end), take(character) { end += 1 }
        guard end > start, let mark = at(end), ".,".contains(mark) else { return nil }
        end += 1
        let whole = digits.count
        while digits.count < whole + 2, let character = at(end), take(character) { end += 1 }
        guard digits.count == whole + 2, real >= 2, let value = Int64(digits) else { return nil }
        if let next = at(end), next.isASCIIDigit || (next.isLetter && !next.isIdeograph) { return nil }
        // O4.03.2026 is a date.
        if let next = at(end), ".,/".contains(next), isDigit(end + 1) { return nil }
        return PrintedNumber(
            range: start..<end, digits: start..<end, value: value, decimals: 2, isRepaired: true)
    }

    /// The range of a currency that ends before a place, ignoring spaces.
    private func currency(endingAt index: Int) -> Range<Int>? {
        if let before = at(index - 1), Self.symbols.contains(before) {
            var start = index - 1
            while start > 0, let letter = at(start - 1), letter.isASCIILetter, index - start < 4 { start -= 1 }
            let isCode = Self.codes.contains(Array(text[start..<index]))
            return isCode ? start..<index : index - 1..<index
        }
        for code in Self.codes where index >= code.count && Array(text[index - code.count..<index]) == code {
            let start = index - code.count
            if let before = at(start - 1), before.isLetter { continue }
            return start..<index
        }
        return nil
    }

    private func addPrefix(_ number: inout PrintedNumber, after limit: Int) {
        var start = number.range.lowerBound
        func skipSpace() { if at(start - 1) == " ", start - 1 > limit { start -= 1 } }
        func takeSign() -> Bool {
            guard start > limit, at(start - 1) == "-" else { return false }
            // A hyphen between letters or digits is not a sign: K-12, 03-41.
            if let before = at(start - 2), before.isLetter || before.isNumber { return false }
            start -= 1
            return true
        }
        var isNegative = takeSign()
        let plain = start
        skipSpace()
        if let currency = currency(endingAt: start), currency.lowerBound >= limit {
            number.currency = String(text[currency])
            start = currency.lowerBound
            if !isNegative { isNegative = takeSign() }
            let behind = start
            skipSpace()
            if isNegative || !takeSign() { start = behind } else { isNegative = true }
        } else {
            start = plain
            if !isNegative, at(start - 1) == " ", at(start - 2) == "-", at(start - 3) == " " || start < 3,
                start - 2 >= limit,
                number.decimals == decimals, decimals > 0
            {
                isNegative = true
                start -= 2
            }
        }
        if at(start - 1) == "(", start > limit {
            let end = number.range.upperBound
            if at(end) == ")", number.decimals == decimals, decimals > 0 {
                isNegative = true
                start -= 1
                number.range = start..<end + 1
            }
        }
        number.isNegative = isNegative
        number.range = start..<number.range.upperBound
    }

    private func addSuffix(_ number: inout PrintedNumber) {
        var end = number.range.upperBound
        if at(end) == "%" || (at(end) == " " && at(end + 1) == "%") {
            number.isPercent = true
            return
        }
        if at(end) == "-", !isDigit(end + 1), !(at(end + 1)?.isLetter ?? false) {
            number.isNegative = true
            end += 1
        }
        number.range = number.range.lowerBound..<end
        let (word, wordEnd) = word(after: end)
        if word.uppercased() == "CR", wordEnd - end <= 3, number.decimals == decimals {
            number.isNegative = true
            number.range = number.range.lowerBound..<wordEnd
            return
        }
        if let rate = rate(at: end) {
            number.rateUnit = rate.unit
            number.range = number.range.lowerBound..<rate.end
            return
        }
        if let unit = MeasureUnit(printed: word), !(number.decimals == 2 && word.count == 1 && at(end) == " ") {
            number.unit = unit
            number.range = number.range.lowerBound..<wordEnd
            return
        }
        if let symbol = at(end) == " " ? at(end + 1) : at(end), Self.symbols.contains(symbol), number.currency == nil,
            number.decimals == decimals, !isDigit(end + (at(end) == " " ? 2 : 1))
        {
            number.currency = String(symbol)
            end += at(end) == " " ? 2 : 1
            if at(end) == "-" {
                number.isNegative = true
                end += 1
            }
            number.range = number.range.lowerBound..<end
        }
        addTaxCode(&number)
    }

    /// Adds a tax code: up to three capital letters, digits or signs after an amount at the end of the row.
    private func addTaxCode(_ number: inout PrintedNumber) {
        guard number.decimals == decimals, decimals > 0 || number.currency != nil else { return }
        let rest = String(text[number.range.upperBound...]).split(separator: " ")
        guard (1...3).contains(rest.count), rest.joined().count <= 6,
            rest.allSatisfy({ $0.allSatisfy { $0.isUppercase || "*#+&12".contains($0) } && $0.count <= 4 }),
            rest.contains(where: { $0.contains(where: \.isUppercase) })
        else { return }
        number.taxCode = rest.joined(separator: " ")
    }

    private func word(after index: Int) -> (String, end: Int) {
        var start = index
        if at(start) == " " { start += 1 }
        var end = start
        while let character = at(end), character.isLetter, end - start < 8 { end += 1 }
        // "1b" is a misread "lb".
        if end == start, at(start) == "1", at(start + 1) == "b", !(at(start + 2)?.isLetter ?? false) {
            return ("lb", start + 2)
        }
        if at(end)?.isNumber ?? false { return ("", end) }
        return (String(text[start..<end]), end)
    }

    /// The unit of a price: `/kg`, `/ lb`, `€/kg`, `EUR/kg`.
    private func rate(at index: Int) -> (unit: MeasureUnit, end: Int)? {
        var start = index
        if at(start) == " " { start += 1 }
        if let sign = at(start), Self.symbols.contains(sign) {
            start += 1
        } else if let code = Self.codes.first(where: { text[start...].starts(with: $0) }) {
            start += code.count
        }
        guard at(start) == "/" else { return nil }
        start += 1
        let (word, end) = word(after: start)
        return MeasureUnit(printed: word).map { ($0, end) }
    }
}

extension Character {
    /// Whether the character is one of 0…9.
    var isASCIIDigit: Bool { isASCII && isNumber }
    /// Whether the character is one of A…Z or a…z.
    var isASCIILetter: Bool { isASCII && isLetter }
}
