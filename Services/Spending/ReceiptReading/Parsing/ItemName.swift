import Foundation

/// Extracts an item's name from its row: the rest without numbers, codes and marks.
enum ItemName {
    struct Parts {
        var name: String
        var range: Range<Int>
        var code: String?
        /// A count before the name.
        var count: Double?
    }

    /// Tax and eligibility marks between name and amount.
    static let marks: Set<String> = [
        "H", "HMRJ", "MRJ", "GP", "GPMRJ", "FS", "F", "T", "N", "X", "O", "E", "TX", "SR", "ZR", "ZRL", "A", "B", "G",
        "P", "J", "FP",
        "TF", "TFA", "D", "NF", "HC", "CC", "TPS", "TVQ", "$", "S", "Z", "RM", "EA", "C",
    ]

    /// The parts of a row up to an amount.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - end: The start of its amount; the row's end without one.
    ///   - taken: The range of a multiplication.
    ///   - counted: A count in a separate column.
    ///   - countsFirst: Whether counts precede names on the receipt.
    /// - Returns: The parts.
    static func parts(
        of row: ReceiptRow, upTo end: Int, taken: Range<Int>?, counted: Range<Int>? = nil, countsFirst: Bool
    ) -> Parts {
        let characters = row.row.characters
        var keep = [Bool](repeating: true, count: end)
        func drop(_ range: Range<Int>) {
            for index in range.clamped(to: 0..<end) { keep[index] = false }
        }
        if let taken { drop(taken) }
        if let counted { drop(counted) }
        for number in row.numbers
        where number.money(decimals: row.decimals) != nil && row.decimals > 0 && number.unit == nil {
            if !isSize(number, characters, upTo: end) { drop(number.range) }
        }
        var code: String?, count: Double?
        for (start, stop) in tokens(characters, upTo: end) {
            let text = String(characters[start..<stop])
            let digits = text.count(where: \.isNumber)
            let isFirst = !(0..<start).contains { keep[$0] && characters[$0].isLetter }
            let rest = text.count(where: \.isLetter)
            let isCode =
                digits >= 6 && rest <= 3
                || (isFirst && digits >= 4 && rest == 0 && text.allSatisfy { $0.isNumber || "()#*-".contains($0) })
            if isCode, digits <= 18 {
                code = code ?? String(text.filter { $0.isNumber || $0.isLetter })
                drop(start..<stop)
            } else if isFirst, count == nil,
                let value = (countsFirst ? leadingCount(text) : signedCount(text)) ?? takenBack(text)
            {
                count = value
                drop(start..<stop)
            }
        }
        if countsFirst, count == nil, let first = keep.indices.first(where: { keep[$0] && characters[$0] != " " }) {
            // A count may be joined to Chinese characters without a space.
            let digits = characters[first..<end].prefix { $0.isASCIIDigit }
            if (1...2).contains(digits.count), first + digits.count < end, characters[first + digits.count].isIdeograph
            {
                count = Double(String(digits))
                drop(first..<first + digits.count)
            }
        }
        dropMarks(characters, &keep, upTo: end)
        let used = keep.indices.filter { keep[$0] && characters[$0] != " " }
        let text = String(keep.indices.map { keep[$0] ? characters[$0] : " " })
            .split(separator: " ").joined(separator: " ")
            .trimmingCharacters(in: CharacterSet(charactersIn: " |:*-.,;=_~#@"))
        return Parts(
            name: text, range: (used.first ?? 0)..<((used.last ?? 0) + 1), code: code, count: count)
    }

    /// Whether a number in a name is a volume, such as `1.89 L`; alone, its letter may be a tax code.
    private static func isSize(_ number: PrintedNumber, _ characters: [Character], upTo end: Int) -> Bool {
        let mark = number.range.upperBound + 1
        guard number.currency == nil, number.range.lowerBound > 0, mark < end else { return false }
        return characters[mark - 1] == " " && "lL".contains(characters[mark])
            && (mark + 1 == end || characters[mark + 1] == " ")
    }

    /// The count in `2x`, whose sign identifies a count anywhere in the row.
    private static func signedCount(_ text: String) -> Double? {
        guard (2...3).contains(text.count), let sign = text.last, "xX×".contains(sign),
            let value = Double(text.dropLast()), value > 0
        else { return nil }
        return value
    }

    /// The number of returned pieces in `-1`.
    private static func takenBack(_ text: String) -> Double? {
        guard (2...3).contains(text.count), text.first == "-", let value = Double(text.dropFirst()), value > 0 else {
            return nil
        }
        return value
    }

    /// A name without the number of its row, such as `001`, `1.` or `1)`.
    static func withoutNumber(_ name: String) -> String {
        let digits = name.prefix { $0.isASCIIDigit }, rest = name.dropFirst(digits.count)
        guard (1...3).contains(digits.count), let next = rest.first,
            next == " " || next.isIdeograph || ".)".contains(next),
            rest.contains(where: { $0.isLetter || $0.isIdeograph })
        else { return name }
        return rest.trimmingCharacters(in: CharacterSet(charactersIn: " .)"))
    }

    /// The count in `2` or `2x`, or a mass with three decimals.
    private static func leadingCount(_ text: String) -> Double? {
        let plain = text.filter { $0 != "x" && $0 != "X" }.replacing(",", with: ".")
        guard let value = Double(plain), value > 0, value < 100 else { return nil }
        let decimals = plain.split(separator: ".", omittingEmptySubsequences: false).dropFirst().first?.count
        return decimals == 3 || (decimals == nil && text.count <= 3) ? value : nil
    }

    private static func tokens(_ characters: [Character], upTo end: Int) -> [(Int, Int)] {
        var tokens: [(Int, Int)] = []
        var start: Int?
        for index in 0...end {
            let isSpace = index == end || characters[index] == " "
            if !isSpace, start == nil { start = index }
            if isSpace, let first = start {
                tokens.append((first, index))
                start = nil
            }
        }
        return tokens
    }

    /// Drops marks at the end of a name, unless nothing would be left.
    private static func dropMarks(_ characters: [Character], _ keep: inout [Bool], upTo end: Int) {
        while true {
            guard let last = keep.indices.last(where: { keep[$0] && characters[$0] != " " }) else { return }
            var start = last
            while start > 0, keep[start - 1], characters[start - 1] != " " { start -= 1 }
            let text = String(characters[start...last])
            let isMark =
                marks.contains(text.trimmingCharacters(in: CharacterSet(charactersIn: "*()[]#")))
                || text.allSatisfy { "*#()[]|=:-_$@".contains($0) }
            let isLeft = (0..<start).contains { keep[$0] && characters[$0].isLetter }
            guard isMark, isLeft else { return }
            for index in start...last { keep[index] = false }
        }
    }
}
