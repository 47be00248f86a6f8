/// Handles a receipt without a known word for a total, whose sums must not become items.
///
/// If an amount is the sum of all amounts above it, the items end there. It is not used as the total: a total chosen
/// because the items add up to it would always match.
struct UnreadSums {
    /// The rows of the sums, with the end of the items.
    private(set) var sums: TotalReader.Sums
    /// Whether several amounts were printed, but no known word for a sum, a payment or the change.
    private(set) var isLanguageUnknown = false

    /// Finds the end of the items if no total was found.
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
    /// Two equal amounts may be two items: the second is a sum only if cash minus change equals it too.
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
