/// Chooses the total among the sums of a receipt.
///
/// The words decide first; then payments minus change, the subtotal plus taxes, and rounding to five cents. The sum of
/// the items is not used: a total chosen by it would always match, even with a misread price.
struct TotalReader {
    struct Candidate {
        var row: Int
        var field: ReadField<PrintedMoney>
        var score: Double
        var kind: RowKind
    }

    let rows: [ReceiptRow]

    /// Rows with words and amounts of one kind, in the order of the receipt.
    struct Sums {
        var total: Candidate?
        var subtotal: Candidate?
        var candidates: [Candidate] = []
        /// The first row whose numbers are parts of the total.
        var summary: Int
    }

    /// Chooses the total and the subtotal.
    func sums() -> Sums {
        let summary = rows.firstIndex { $0.kind == .taxSummary } ?? rows.count
        var candidates = rows.indices.compactMap { candidate(at: $0, summary: summary) }
        let paid = payments()
        let taxes = rows.indices.filter { rows[$0].kind == .tax && $0 < summary }.compactMap { rows[$0].amounts.last }
            .map(\.value)
        let rounding = rows.filter { $0.kind == .rounding }.compactMap { $0.amounts.last?.value }.first {
            $0 != 0 && $0 < 5
        }
        let subtotals = candidates.filter { $0.kind == .subtotal }.map(\.field.value.minorUnits)
        let hasPayable = candidates.contains { $0.kind.isTotal && $0.field.value.minorUnits > 0 }
        for index in candidates.indices {
            let value = candidates[index].field.value.minorUnits
            candidates[index].score += paid.support(abs(value))
            // A negative amount is the total only if no amount is payable.
            if value < 0, hasPayable { candidates[index].score -= 4 }
            if candidates[index].kind.isTotal,
                subtotals.contains(where: { $0 < value && Self.isSum(value - $0, of: taxes) })
            {
                candidates[index].score += 1.2
            }
            let others = candidates.filter { $0.field.value.minorUnits != value }.map(\.field.value.minorUnits)
            if let rounding, value % 5 == 0, others.contains(where: { abs($0 - value) == abs(rounding) }) {
                candidates[index].score += 1
            }
            let same = candidates.count { $0.field.value.minorUnits == value && $0.row != candidates[index].row }
            candidates[index].score += min(0.45, Double(same) * 0.15)
            candidates[index].score += follows(candidates[index], among: candidates)
        }
        let total =
            candidates.filter { $0.kind != .subtotal }.max(by: Self.isWorse) ?? fallback(paid)
            ?? candidates.max(by: Self.isWorse)
        let subtotal = candidates.filter { $0.kind == .subtotal && $0.row != total?.row && $0.row < summary }
            .max(by: { ($0.score, -$0.row) < ($1.score, -$1.row) })
        var sums = Sums(total: total, subtotal: subtotal, candidates: candidates, summary: summary)
        // If there is a rounding, the total before it was not the paid amount.
        if let total, let rounding,
            let rounded = candidates.first(where: {
                $0.kind.isTotal && $0.row > total.row && $0.field.value.minorUnits % 5 == 0
                    && abs($0.field.value.minorUnits - total.field.value.minorUnits) == abs(rounding)
            })
        {
            sums.total = rounded
        }
        if let reduced = paidAfterDiscounts(sums.total) { sums.total = reduced }
        if let repaired = withoutBorder(sums.total, among: candidates, taxes, paid) { sums.total = repaired }
        return sums
    }

    /// The score of a total that follows from an earlier one: after discounts or a tip it is the total; after a payment
    /// it is only the rest to pay.
    private func follows(_ candidate: Candidate, among candidates: [Candidate]) -> Double {
        guard candidate.kind.isTotal, candidate.field.value > PrintedMoney(0) else { return 0 }
        if namesItem(candidate, among: candidates) { return -2 }
        for first in candidates where first.kind.isTotal && first.row < candidate.row {
            let change = candidate.field.value.minorUnits - first.field.value.minorUnits
            let between = rows[(first.row + 1)..<candidate.row]
            if change > 0, Self.sum(between, { $0 == .tip }) == change { return 1.5 }
            if change < 0, Self.sum(between, { $0 == .discount }) == -change { return 1.5 }
            if change < 0, Self.sum(between, { $0.isTender }) == -change { return -4 }
        }
        return 0
    }

    /// Whether a row is an item whose name begins with a word for a total: "TOTAL CEREAL 2.00".
    ///
    /// It has other words, is less than the rows above it, and a total without other words follows that is larger by at
    /// least the largest amount above. A rounded total is not.
    func namesItem(_ candidate: Candidate, among candidates: [Candidate]) -> Bool {
        let value = candidate.field.value
        guard candidate.kind.isTotal, value > PrintedMoney(0), hasOtherWords(candidate.row) else { return false }
        let above = rows[..<candidate.row].reduce(PrintedMoney(0)) { sum, row in
            guard let amount = row.amounts.last else { return sum }
            switch row.kind {
            case .other: return sum + row.money(amount)
            case .discount: return sum - PrintedMoney(amount.value)
            default: return sum
            }
        }
        guard above == PrintedMoney(0) || value < above else { return false }
        let largest =
            rows[..<candidate.row].filter { $0.kind == .other }
            .compactMap { row in row.amounts.last.map { row.money($0) } }.max() ?? PrintedMoney(0)
        return candidates.contains {
            $0.kind.isTotal && $0.row > candidate.row && $0.field.value > value
                && $0.field.value >= value + largest && !hasOtherWords($0.row)
        }
    }

    private func hasOtherWords(_ row: Int) -> Bool {
        ReceiptRow.content(of: rows[row].words, beside: ReceiptWords.besideTotal) > 0
    }

    /// The payment below discounts that follow the total, if it is the total less these discounts.
    private func paidAfterDiscounts(_ total: Candidate?) -> Candidate? {
        guard let total, total.kind.isTotal, total.field.value > PrintedMoney(0),
            let place = rows.indices.dropFirst(total.row + 1).first(where: { rows[$0].kind.isTender }),
            let (row, number) = amount(near: place)
        else { return nil }
        let off = Self.sum(rows[(total.row + 1)..<place], { $0 == .discount })
        let change = Self.sum(rows[place...].prefix(4), { $0 == .change })
        let paid = number.value - change
        guard off > 0, paid > 0, paid == total.field.value.minorUnits - off else { return nil }
        let field = change == 0 ? rows[row].field(number) : ReadField(PrintedMoney(paid), confidence: 0.5, crop: nil)
        return Candidate(row: place, field: field, score: total.score, kind: .total)
    }

    /// The sum of the amounts of rows of some kinds, without their signs, limited to the range of 64 bits.
    static func sum(_ rows: ArraySlice<ReceiptRow>, _ isWanted: (RowKind) -> Bool) -> Int64 {
        rows.filter { isWanted($0.kind) }.compactMap { $0.amounts.last?.value }
            .reduce(PrintedMoney(0)) { $0 + PrintedMoney($1) }.minorUnits
    }

    /// The amount without a vertical rule beside it that was read as a 1: 194.19 if the sums before it add up to 94.19.
    private func withoutBorder(
        _ total: Candidate?, among candidates: [Candidate], _ taxes: [Int64], _ paid: Payments
    ) -> Candidate? {
        guard var total, paid.support(total.field.value.minorUnits) == 0 else { return nil }
        let value = total.field.value.minorUnits
        let digits = String(value)
        guard digits.first == "1", digits.count > 3, let shorter = Int64(digits.dropFirst()) else { return nil }
        let parts = Set(candidates.filter { $0.row < total.row }.map(\.field.value.minorUnits)).sorted() + taxes
        guard parts.count > 1, Self.isSum(shorter, of: parts), !Self.isSum(value, of: parts) else { return nil }
        total.field.value = PrintedMoney(shorter)
        total.field.confidence *= 0.5
        return total
    }

    private static func isWorse(_ first: Candidate, _ second: Candidate) -> Bool {
        (first.score, first.field.value) < (second.score, second.field.value)
    }

    /// Whether some of the amounts add up to a sum.
    static func isSum(_ sum: Int64, of amounts: [Int64]) -> Bool {
        guard !amounts.isEmpty else { return false }
        var reached: Set<Int64> = [0]
        for amount in amounts.prefix(6) { reached.formUnion(reached.map { $0 + amount }) }
        return sum > 0 && reached.contains(sum)
    }

    // MARK: - Candidates

    private func candidate(at index: Int, summary: Int) -> Candidate? {
        let row = rows[index]
        guard row.kind.isSum else { return nil }
        var score: Double
        switch row.kind {
        case .grandTotal: score = 3.2
        case .includedTotal: score = 2.9
        case .total: score = row.words.has(ReceiptWords.amount, atStart: true) ? 1.5 : 3
        default: score = 0.8
        }
        if index > summary { score -= 2.5 }
        guard let (place, number) = amount(near: index) else { return nil }
        let found = rows[place]
        // The row of a table has the sums of all columns, so it is less certain.
        if index > summary || (found.amounts.count > 2 && place == index) { score -= 0.5 }
        var field = found.field(number)
        if row.words.has(ReceiptWords.refundTotal) || row.words.has(ReceiptWords.returned, atStart: true) {
            field.value = PrintedMoney(-Int64(number.value))
        }
        return Candidate(row: index, field: field, score: score, kind: row.kind)
    }

    /// The amount of a labeled row: its last one, or a separate one in the row below or above.
    func amount(near index: Int) -> (row: Int, number: PrintedNumber)? {
        let row = rows[index]
        let positive = row.amounts.filter { !$0.isNegative && $0.value > 0 }
        if let last = positive.last { return (index, last) }
        // A negative total means that more was returned than bought.
        if let other = row.amounts.last { return other.isNegative && !row.kind.isSum ? nil : (index, other) }
        for place in [index + 1, index - 1] where rows.indices.contains(place) {
            let other = rows[place]
            if other.isBare, let number = other.amounts.last, !number.isNegative || row.kind.isSum {
                return (place, number)
            }
        }
        guard row.kind.isTotal || row.kind == .cash || row.kind == .change else { return nil }
        return lostPoint(in: row).map { (index, $0) }
    }

    /// The amount of a row in dot-matrix print that lost its decimal point: "TOTAL 1160" is 11.60.
    private func lostPoint(in row: ReceiptRow) -> PrintedNumber? {
        guard row.decimals == 2, var number = row.numbers.last, number.decimals == 0,
            (100...999_999).contains(number.value),
            number.range.upperBound >= row.row.characters.count - 4, !number.isPercent, number.unit == nil
        else { return nil }
        number.decimals = 2
        number.isRepaired = true
        return number
    }

    // MARK: - Payments

    struct Payments {
        var cash: [Int64] = []
        var cards: [Int64] = []
        var change: [Int64] = []

        /// The score that payments give to a sum.
        func support(_ value: Int64) -> Double {
            var support = 0.0
            let given = cash + cards
            // Cash minus change is the total, whatever the words are.
            if change.contains(where: { back in back > 0 && given.contains { $0 - back == value } }) { support += 3 }
            if cards.contains(value) { support += 1 }
            if cash.contains(value) { support += change.contains { $0 > 0 } ? 0 : 0.8 }
            return support
        }
    }

    /// The payments and the change.
    func payments() -> Payments {
        var payments = Payments()
        for (index, row) in rows.enumerated() where row.kind.isTender || row.kind == .change {
            var values = row.amounts.map(\.value)
            if values.isEmpty, let near = amount(near: index) { values = [near.number.value] }
            guard let value = values.last else { continue }
            switch row.kind {
            case .change: payments.change.append(value)
            case .card: payments.cards.append(value)
            default: payments.cash.append(value)
            }
        }
        return payments
    }

    /// The total if no row has one: the card charge, or payments minus change.
    private func fallback(_ paid: Payments) -> Candidate? {
        let value: Int64
        if let cash = paid.cash.max(), let change = paid.change.max(), cash > change {
            value = cash - change
        } else if let charged = (paid.cards + paid.cash).max() {
            value = charged
        } else {
            return nil
        }
        for (index, row) in rows.enumerated() {
            for number in row.amounts where number.value == value {
                return Candidate(row: index, field: row.field(number), score: 0, kind: .total)
            }
        }
        let row = rows.firstIndex { $0.kind.isTotal } ?? rows.firstIndex { $0.kind.isTender } ?? 0
        return Candidate(
            row: row, field: ReadField(PrintedMoney(value), confidence: 0.5, crop: nil), score: 0, kind: .total)
    }
}
