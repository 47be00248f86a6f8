/// A receipt without a known word for a total: its sums must not become articles.
///
/// Where an amount is the sum of all amounts above it, articles end there. The total itself stays unread: a total
/// chosen because the articles add up to it would confirm itself.
struct UnreadSums {
    /// Where the articles end.
    private(set) var sums: TotalReader.Sums
    /// Whether several amounts were printed, and no word for a sum, a payment or the change is known.
    private(set) var isLanguageUnknown = false

    /// Finds the end of the items when no total was read.
    init(rows: [ReceiptRow], sums: TotalReader.Sums) {
        self.sums = sums
        guard sums.total == nil else { return }
        let isKnown = rows.contains { ($0.kind.isTender || $0.kind == .change || $0.kind.isSum) && !$0.amounts.isEmpty }
        let priced = rows.indices.filter { !rows[$0].amounts.isEmpty && rows[$0].kind != .notItem }
        guard !isKnown else { return }
        isLanguageUnknown = priced.count > 1 || rows.contains { Self.isOtherScript($0) }
        let amounts = priced.map { index in
            rows[index].amounts.last.map { rows[index].money($0).minorUnits } ?? 0
        }
        if let end = Self.end(of: amounts) { self.sums.summary = min(sums.summary, priced[end]) }
    }

    /// The first amount that is the sum of those above it.
    ///
    /// Two equal amounts may be two items: the second is a sum only if cash less change equals it too.
    private static func end(of amounts: [Int64]) -> Int? {
        var sum: Int64 = 0
        for (place, amount) in amounts.enumerated() {
            let behind = amounts.dropFirst(place + 1)
            let isPaid = zip(behind, behind.dropFirst()).contains { $0 - $1 == amount }
            if amount == sum, sum > 0, place > 1 || isPaid { return place }
            sum = sum.addingReportingOverflow(amount).partialValue
        }
        return nil
    }

    /// Whether a row has letters of other scripts than Latin and Chinese.
    private static func isOtherScript(_ row: ReceiptRow) -> Bool {
        let letters = row.row.characters.filter(\.isLetter)
        let other = letters.count { letter in
            guard let scalar = letter.unicodeScalars.first, !scalar.properties.isIdeographic else { return false }
            return scalar.value > 0x24F && !(0x1E00...0x1EFF).contains(scalar.value)
        }
        return other > 2
    }
}
