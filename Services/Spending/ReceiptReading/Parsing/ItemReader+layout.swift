/// The layout of a receipt: the places of its items, amounts and counts.
extension ItemReader {
    /// Distances within which text counts as one column, as fractions of the total width.
    ///
    /// Receipts have 32 to 48 characters a line, so a character is 0.02 to 0.03 of the width.
    enum Share {
        /// The ends of counts in one column differ by less than a character.
        static let edge = 0.02
        /// A count may be one character off its column, for example if a unit or a mark is read with it.
        static let count = 0.03
        /// The ends of amounts in one column differ by at most two characters, because some are followed by a minus or
        /// a tax code.
        static let column = 0.06
        /// A number with decimals may be three to four characters off, because numbers with decimals at the right edge
        /// are nearly always amounts.
        static let amount = 0.1
        /// Digits without a decimal point may be other numbers, so they may be off by no more than the column's own
        /// spread.
        static let repairedAmount = 0.05
        /// A tax code read as a third decimal moves the end of an amount by another character.
        static let taxedAmount = 0.08
    }

    /// Horizontal distances as fractions of a row's height; a printed character is about half as wide as high.
    enum Height {
        /// Maximum distance between the beginnings of words that continue a name and of the name: two characters.
        static let flush = 1.2
        /// Minimum indentation of the continuation of a name: more than a character.
        static let indent = 0.8
    }

    /// Whether most of some rows have a property: three in five, since some are misread.
    static func areMost(_ count: Int, of all: Int) -> Bool { count * 5 >= all * 3 }

    /// Whether rows are numbered with one, two, three and so on, so that these numbers are not counts.
    static func isNumbered(_ rows: ArraySlice<ReceiptRow>) -> Bool {
        let numbers = rows.filter { $0.kind == .other && $0.letters > 1 }.compactMap { row -> Int64? in
            guard let first = row.numbers.first, first.decimals == 0, first.unit == nil, first.currency == nil,
                first.range.lowerBound == 0
            else { return nil }
            return first.value
        }
        // An address above the items may begin with a number too.
        let counted = numbers.drop { $0 > 1 }
        guard counted.count > 2 else { return false }
        let steps = zip(counted, counted.dropFirst())
        // Four in five, since other rows may begin with a number too.
        return steps.count { $1 == $0 + 1 } * 5 >= (counted.count - 1) * 4
    }

    /// The right edge of the counts, if most rows have one directly before their amount and these are aligned.
    static func countColumn(of rows: [ReceiptRow], width: Double) -> Double? {
        let ends = rows.compactMap { row in
            count(before: row).map { row.row.end(of: $0.digits.upperBound - 1) }
        }.sorted()
        guard ends.count > 2 else { return nil }
        let middle = ends[ends.count / 2], near = ends.count { abs($0 - middle) < Share.edge * width }
        return near > 2 && areMost(near, of: rows.count) ? middle : nil
    }

    /// The number before a row's only amount, if it can be a count: an integer or a mass.
    static func count(before row: ReceiptRow) -> PrintedNumber? {
        guard let amount = row.amounts.last,
            let number = row.numbers.last(where: { $0.range.upperBound <= amount.range.lowerBound }),
            number.currency == nil, !number.isPercent, !number.isNegative, number.rateUnit == nil,
            number.unit == nil || number.unit == .each, number.decimals == 0 || number.decimals >= 2,
            number.number > 0, number.number < 100, number.range.lowerBound > 0
        else { return nil }
        return number
    }

    /// The end of a row's words, without those after its first amount.
    static func nameEnd(_ row: ReceiptRow) -> Double? {
        let end = row.numbers.first { $0.money(decimals: row.decimals) != nil || $0.rateUnit != nil }?.range.lowerBound
        let words = row.words.words.filter { word in
            word.range.upperBound <= end ?? row.row.characters.count && word.text.contains(where: \.isLetter)
        }
        return words.last.map { row.row.end(of: $0.range.upperBound - 1) }
    }

    /// Whether names are printed below their amounts: then words follow the last amount, and more amounts than words
    /// come first.
    static func namesBelow(_ rows: ArraySlice<ReceiptRow>, _ hasHeading: Bool) -> Bool {
        let isWords = { (index: Int) in
            rows.indices.contains(index) && rows[index].kind == .other && rows[index].amounts.isEmpty
                && rows[index].letters > 2
        }
        let bare = rows.indices.filter { rows[$0].isBare }
        guard let last = bare.last, isWords(last + 1) else { return false }
        let above = bare.count { isWords($0 - 1) }, below = bare.count { isWords($0 + 1) }
        return below > above || (below == above && hasHeading && bare.first == rows.startIndex)
    }

    /// The range of the items.
    static func section(of rows: [ReceiptRow], _ sums: TotalReader.Sums) -> (Int, Int, Bool) {
        let limit = min(sums.summary, rows.count)
        let firstSum = rows[..<limit].firstIndex { $0.kind.isSum && !$0.amounts.isEmpty } ?? limit
        let isArticle = { (row: ReceiptRow) in (row.kind == .other || row.kind == .refund) && !row.amounts.isEmpty }
        let article = rows[..<firstSum].firstIndex(where: isArticle) ?? firstSum
        let heading = rows[..<article].lastIndex { $0.kind == .heading }
        let start = heading.map { $0 + 1 } ?? 0
        var end = limit
        var hasArticle = false
        for index in start..<limit {
            let row = rows[index]
            if row.kind.isTotal, hasArticle, !row.amounts.isEmpty || index == sums.total?.row,
                !isReducedLater(rows, at: index, sums), !namesItem(rows, at: index, sums)
            {
                end = index
                break
            }
            if hasArticle, index == sums.total?.row {
                end = index
                break
            }
            let isPaid = !row.amounts.isEmpty || (rows.indices.contains(index + 1) && rows[index + 1].isBare)
            if hasArticle, row.kind.isTender || row.kind == .change, isPaid, row.words.words.count < 6,
                !rows[index...].prefix(8).contains(where: { $0.kind.isTotal && !$0.amounts.isEmpty })
                    && !isInsideList(rows, at: index, sums) || row.kind == .change
            {
                end = index
                break
            }
            if isArticle(row) { hasArticle = true }
        }
        return (start, max(start, end), heading != nil)
    }

    /// Whether a row with a word for a total is an item; see `TotalReader.namesItem`.
    static func namesItem(_ rows: [ReceiptRow], at index: Int, _ sums: TotalReader.Sums) -> Bool {
        guard let candidate = sums.candidates.first(where: { $0.row == index }) else { return false }
        return TotalReader(rows: rows).namesItem(candidate, among: sums.candidates)
    }

    /// Whether items follow a row with a word for a payment, and no other payment, up to the total.
    private static func isInsideList(_ rows: [ReceiptRow], at index: Int, _ sums: TotalReader.Sums) -> Bool {
        guard let total = sums.total, total.row > index else { return false }
        let between = rows[(index + 1)..<total.row]
        return between.count { $0.kind == .other && !$0.amounts.isEmpty } > 2
            && !between.contains { $0.kind.isTender || $0.kind == .change }
    }

    /// Whether the chosen total is another one below, less the discounts between them.
    ///
    /// Discounts that the rows of items had already are only repeated.
    private static func isReducedLater(_ rows: [ReceiptRow], at index: Int, _ sums: TotalReader.Sums) -> Bool {
        guard let total = sums.total, total.row > index, total.row < sums.summary,
            let first = sums.candidates.first(where: { $0.row == index })
        else { return false }
        let off = TotalReader.sum(rows[(index + 1)..<total.row], { $0 == .discount })
        return off > 0 && first.field.value.minorUnits - total.field.value.minorUnits == off
            && TotalReader.sum(rows[..<index], { $0 == .discount }) != off
    }

    /// The place where most amounts end; of several, the rightmost.
    static func column(_ rows: ArraySlice<ReceiptRow>, width: Double) -> Double? {
        let end = { (row: ReceiptRow) in row.amounts.last.map { row.row.end(of: $0.digits.upperBound - 1) } }
        var ends = rows.filter { $0.kind == .other }.compactMap(end)
        if ends.isEmpty { ends = rows.filter { $0.kind != .notItem }.compactMap(end) }
        let counted = ends.map { end in (count: ends.count { abs($0 - end) < Share.column * width }, end: end) }
        guard let best = counted.max(by: { ($0.count, $0.end) < ($1.count, $1.end) }) else { return nil }
        let near = ends.filter { abs($0 - best.end) < Share.column * width }.sorted()
        return near[near.count / 2]
    }
}
