extension ItemReader {
    // MARK: - What is taken off

    mutating func discount(_ row: ReceiptRow, at index: Int) {
        let near = row.words.has(ReceiptWords.nearExpiry)
        guard let number = amountInColumn(row) ?? row.amounts.last, number.value != 0, row.money(number).minorUnits != 0
        else {
            if near, let last = found.items.indices.last { found.items[last].isNearExpiry = true }
            return
        }
        // An article may be called a deal; only what is taken off without a sign stands below an article.
        if !number.isNegative, found.items.isEmpty {
            return article(row, number, at: index)
        }
        closePending()
        pending = []
        var field = row.field(number)
        field.value = PrintedMoney(-Int64(number.value))
        var charge = Receipt.Charge(kind: .discount, label: label(of: row), amount: field)
        charge.rate = row.numbers.first(where: \.isPercent).map { Int(($0.number * 100).rounded()) }
        if !isAfterSubtotal, let last = found.items.indices.last,
            found.items[last].net.minorUnits >= Int64(number.value)
        {
            if !number.isNegative { found.unsigned.append(Place(item: last, index: found.items[last].discounts.count)) }
            found.items[last].discounts.append(charge)
            found.items[last].rawText += "\n" + row.row.text
            if near { found.items[last].isNearExpiry = true }
        } else {
            if !number.isNegative { found.unsigned.append(Place(item: nil, index: found.discounts.count)) }
            found.discounts.append(charge)
        }
    }

    mutating func void(_ row: ReceiptRow) {
        guard let number = row.amounts.last else {
            isVoiding = true
            return
        }
        if !isVoid(PrintedMoney(-Int64(number.value))) { isVoiding = true }
    }

    func isReturn(_ row: ReceiptRow) -> Bool { row.words.has(ReceiptWords.void) }

    /// Takes back the last article with this amount; false when there is none.
    mutating func isVoid(_ amount: PrintedMoney) -> Bool {
        isVoiding = false
        let wanted = amount.minorUnits.magnitude
        guard let index = found.items.lastIndex(where: { $0.amount.value.minorUnits.magnitude == wanted }) else {
            return false
        }
        found.items.remove(at: index)
        found.unsigned.removeAll { $0.item == index }
        for place in found.unsigned.indices {
            if let item = found.unsigned[place].item, item > index { found.unsigned[place].item = item - 1 }
        }
        return true
    }
}
