import Foundation

extension ItemReader {
    // MARK: - Deposits and returns

    mutating func fee(_ row: ReceiptRow, _ kind: Receipt.Charge.Kind) {
        guard let number = row.amounts.last else { return }
        add(fee: Receipt.Charge(kind: kind, label: label(of: row), amount: row.field(number)), row)
    }

    /// Adds a deposit: a paid one to the item above, a refunded one for bottles to no item.
    private mutating func add(fee charge: Receipt.Charge, _ row: ReceiptRow) {
        var charge = charge
        if ReceiptRow.returnedContainer(row.words) != nil {
            charge.amount.value = PrintedMoney(-Int64(charge.amount.value.minorUnits.magnitude))
        }
        let isPaid = charge.amount.value > PrintedMoney(0)
        if charge.kind == .deposit, isPaid, !isAfterSubtotal, let last = found.items.indices.last {
            found.items[last].charges.append(charge)
            found.items[last].rawText += "\n" + row.row.text
        } else {
            found.charges.append(charge)
        }
    }

    /// Handles a deposit whose words are in the row above its amount; returns false for other rows.
    mutating func takeDeposit(_ row: ReceiptRow, _ amount: PrintedNumber, at index: Int) -> Bool {
        guard let words = pending.last, words.row + 1 == index, amount.isNegative || amount.value <= Self.maxDeposit
        else {
            return false
        }
        let above = rows[words.row]
        guard above.kind == .deposit || ReceiptRow.returnedContainer(above.words) != nil else { return false }
        var charge = Receipt.Charge(kind: .deposit, label: words.parts.name, amount: row.field(amount))
        charge.amount.confidence = min(charge.amount.confidence, above.row.confidence)
        pending.removeLast()
        closePending()
        pending = []
        add(fee: charge, above)
        return true
    }

    /// Whether a negative amount is a returned item instead of a discount.
    ///
    /// A heading or the row's own words decide; without them, an amount that cannot be a discount (because the item
    /// above costs less or there is none) is a returned item.
    func isGivenBack(_ row: ReceiptRow, _ amount: PrintedNumber, _ parts: ItemName.Parts) -> Bool {
        guard amount.isNegative, !isVoiding else { return false }
        if row.kind == .refund || isReturning || givesBackOnly || Self.countsBack(row) { return true }
        guard row.kind == .other, row.letters > 2, parts.name.contains(where: \.isLetter), !isAfterSubtotal,
            reference(of: row) == nil, !row.isNearExpiry
        else { return false }
        guard let last = found.items.last else { return found.discounts.isEmpty }
        return last.net.minorUnits < Int64(amount.value) && Self.words(of: parts.name).count > 0
    }

    /// Whether a row begins with a negative count.
    private static func countsBack(_ row: ReceiptRow) -> Bool {
        guard let first = row.numbers.first, first.range.lowerBound <= 1 else { return false }
        return first.isNegative && first.decimals == 0 && row.amounts.first?.range != first.range
    }

    /// A name without words about returns, unless nothing would be left.
    static func withoutReturn(_ name: String) -> String {
        var rest = name.split(separator: " ").map(String.init)
        func isReturn(_ word: String) -> Bool {
            let folded = PrintedWords.folded(word.trimmingCharacters(in: .punctuationCharacters))
            return ReceiptWords.returned.contains {
                $0.words == [folded] || $0.words.count > 1 && $0.words.contains(folded)
            }
        }
        while rest.count > 1, isReturn(rest[0]) { rest.removeFirst() }
        while rest.count > 1, isReturn(rest[rest.count - 1]) { rest.removeLast() }
        let text = rest.joined(separator: " ").trimmingCharacters(in: CharacterSet(charactersIn: " :*-.,"))
        for phrase in ReceiptWords.returned where phrase.isChinese && text.hasPrefix(phrase.words[0]) {
            let short = text.dropFirst(phrase.words[0].count).trimmingCharacters(in: CharacterSet(charactersIn: " :-"))
            return short.isEmpty ? text : short
        }
        return text
    }

    /// Whether all items have negative amounts, as on a return receipt.
    static func givesBackOnly(_ rows: ArraySlice<ReceiptRow>) -> Bool {
        let priced = rows.filter { ($0.kind == .other || $0.kind == .refund) && !$0.amounts.isEmpty }
        return priced.contains { $0.letters > 2 } && priced.allSatisfy { $0.amounts.last?.isNegative ?? false }
    }
}
