extension ItemReader {
    // MARK: - Words without an amount

    /// Whether the words of a row above continue in this one, because its next word had no space there.
    func goesOn(_ words: Pending, in row: ReceiptRow, at index: Int) -> Bool {
        guard words.row + 1 == index, rows[words.row].kind == .other, words.parts.code == nil, words.price == nil,
            // A quantity with its price is not a name.
            rows[words.row].numbers.allSatisfy({ $0.rateUnit == nil && $0.currency == nil && $0.decimals < 2 }),
            words.parts.name.contains(where: \.isLetter),
            abs(words.left - row.row.left) < Height.flush * row.row.height,
            !found.items.isEmpty
                || words.row > 0 && rows[words.row - 1].row.characters.allSatisfy({ "-=_*.".contains($0) }),
            let first = row.words.words.first, !beginsAnew(row, below: words)
        else { return false }
        let end = rows[words.row].row.right
        let space = (row.row.right - row.row.left) / Double(max(1, row.row.characters.count))
        let wide = row.row.end(of: first.range.upperBound - 1) - row.row.left
        return end + wide > nameLimit && end + space + wide - left > Self.fullRow * (amountsLeft - left)
    }

    /// Share of the width for names from which a row of words is full.
    private static let fullRow = 0.72

    /// Whether a row begins a new item, whatever is above it.
    ///
    /// It begins with a count or a code, or the words above describe the preparation of the previous item.
    func beginsAnew(_ row: ReceiptRow, below words: Pending) -> Bool {
        if isModifier(words) { return true }
        guard let first = row.numbers.first, first.range.lowerBound <= 1, first.decimals == 0, first.unit == nil,
            !first.isPercent, words.parts.count == nil
        else { return false }
        return countsFirst || first.digits.count >= 4
    }

    /// Whether a row is a name of two letters with its amount, such as "TV 99.00" or "7UP 1.50", below no other name.
    func isShortName(_ name: String, of row: ReceiptRow, at index: Int) -> Bool {
        guard row.letters == 2, row.amounts.count == 1, row.amounts[0].isNegative == false,
            !row.numbers.contains(where: \.isPercent), name.count(where: \.isLetter) == 2, row.row.text.hasPrefix(name),
            !ItemName.marks.contains(name), MeasureUnit(printed: name) == nil
        else { return false }
        guard let above = pending.last, above.row + 1 == index else { return true }
        return !DateReader.triples(in: rows[above.row].row.characters).isEmpty
    }

    /// Whether words without a price describe the preparation of the item above, by their first word or sign.
    func isModifier(_ words: Pending) -> Bool {
        let row = rows[words.row]
        guard !found.items.isEmpty else { return false }
        if "+-*>".contains(row.row.characters.first ?? " "), row.letters > 1 { return true }
        if row.words.has(ReceiptWords.notModifier, atStart: true) { return false }
        return row.words.has(ReceiptWords.modifier, atStart: true)
    }

    /// Assigns words that wait for an amount to a row without words.
    mutating func takePending(for item: inout Receipt.Item) -> Bool {
        guard let last = pending.last else { return false }
        var chosen = [last]
        // The continuation of a name in a second row is indented, or the first row is full.
        if pending.count > 1 {
            let before = pending[pending.count - 2]
            let height = rows[last.row].row.height
            if last.row == before.row + 1, last.left > before.left + Height.indent * height {
                chosen.insert(before, at: 0)
            }
            if chosen.count == 1 { closePending(keeping: 1) } else { closePending(keeping: 2) }
        }
        let name = chosen.map(\.parts.name).joined(separator: " ")
        let confidence = chosen.map { rows[$0.row].row.confidence }.min() ?? 0
        let crop = chosen.map { rows[$0.row].row.crop($0.parts.range) }.reduce(nil as PictureCrop?) {
            $0?.union($1) ?? $1
        }
        item.name = ReadField(name, confidence: confidence, crop: crop)
        item.code = item.code ?? chosen.compactMap(\.parts.code).first
        if let count = chosen.compactMap(\.parts.count).first, !item.quantity.isPrinted {
            item.quantity = Receipt.Quantity(count, isPrinted: true)
        }
        item.rawText = (chosen.map { rows[$0.row].row.text } + [item.rawText]).joined(separator: "\n")
        if let price = last.price, price.value > 0, item.amount.value.minorUnits % price.value == 0 {
            item.quantity = Receipt.Quantity(Double(item.amount.value.minorUnits / price.value), isPrinted: true)
            item.unitPrice = rows[last.row].field(price)
        }
        pending = []
        return true
    }

    /// Handles words without a following amount: they continue the name above if indented, otherwise they name a
    /// department.
    mutating func closePending(keeping kept: Int = 0) {
        let closing = pending.dropLast(kept)
        pending = Array(pending.suffix(kept))
        guard let last = found.items.indices.last, let left = lastLeft else { return }
        for (offset, words) in closing.enumerated() where offset < 2 {
            let height = rows[words.row].row.height
            if isModifier(words) {
                found.items[last].rawText += "\n" + rows[words.row].row.text
                continue
            }
            guard words.left > left + Height.indent * height, words.row > 0 else { continue }
            if found.items[last].name.value.isEmpty || words.parts.name.count > 1, !isAfterSubtotal {
                found.items[last].name.value += (found.items[last].name.value.isEmpty ? "" : " ") + words.parts.name
                found.items[last].rawText += "\n" + rows[words.row].row.text
            }
        }
    }
}
