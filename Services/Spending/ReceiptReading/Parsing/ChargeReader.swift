/// Reads the rows around the totals: taxes, fees, rounding, payments and change.
struct ChargeReader {
    let rows: [ReceiptRow]
    let sums: TotalReader.Sums
    /// The row where the list of items begins.
    let start: Int

    private static let kinds: [(String, [Phrase])] = [
        ("HST", Phrase.list("hst, tvh")), ("GST", Phrase.list("gst, tps")), ("PST", Phrase.list("pst, rst, tvp")),
        ("QST", Phrase.list("qst, tvq")),
        ("VAT", Phrase.list("vat, tva, mwst, ust, btw, ptu, dph, moms, mva, alv, kdv, afa, pdv, ppn")),
        ("IVA", Phrase.list("iva")),
        ("IEPS", Phrase.list("ieps")),
    ]

    /// Taxes, service, tips and rounding in printed order.
    func charges() -> [Receipt.Charge] {
        let limit = sums.total.map { max($0.row, start) } ?? sums.summary
        var before: [Receipt.Charge] = [], behind: [Receipt.Charge] = []
        for (index, row) in rows.enumerated() where index >= start {
            guard let kind = kind(of: row), let number = amount(of: row, at: index, kind), number.value != 0 else {
                continue
            }
            var charge = Receipt.Charge(kind: kind, label: label(of: row), amount: row.field(number))
            charge.rate = row.numbers.first(where: \.isPercent).map { Int(($0.number * 100).rounded()) }
            if kind == .tax {
                charge.taxCode = Self.kinds.first { row.words.has($0.1) }?.0
                charge.isIncluded = row.words.has(
                    ReceiptWords.included.filter {
                        $0.glued != "payable" && $0.glued != "amount" && $0.glued != "amt" && $0.glued != "total"
                    })
            }
            if index <= limit, index < sums.summary {
                before.append(charge)
            } else if kind == .tax || kind == .tip {
                behind.append(charge)
            }
        }
        if !before.contains(where: { $0.kind == .tax }) {
            before += behind.filter { $0.kind == .tax }.map { tax in
                var tax = tax
                tax.isIncluded = true
                return tax
            }
        }
        return before
    }

    private func kind(of row: ReceiptRow) -> Receipt.Charge.Kind? {
        switch row.kind {
        case .tax: .tax
        case .service: .service
        case .tip: .tip
        case .rounding: .rounding
        default: nil
        }
    }

    /// Tax tables print the taxed amount before the tax: the last amount is the tax; a rate is not an amount.
    private func amount(of row: ReceiptRow, at index: Int, _ kind: Receipt.Charge.Kind) -> PrintedNumber? {
        if let last = row.amounts.last { return last }
        guard kind == .tax, rows.indices.contains(index + 1), rows[index + 1].letters < 3,
            rows[index + 1].kind == .other
        else { return nil }
        return rows[index + 1].amounts.last
    }

    private func label(of row: ReceiptRow) -> String {
        ItemName.parts(
            of: row, upTo: row.amounts.first?.range.lowerBound ?? row.row.characters.count, taken: nil,
            countsFirst: false
        ).name
    }

    /// The payments.
    func tenders() -> [Receipt.Charge] {
        let totals = TotalReader(rows: rows)
        return rows.indices.dropFirst(start).compactMap { index in
            let row = rows[index]
            guard row.kind.isTender,
                let (place, number) = totals.amount(near: index) ?? row.amounts.last.map({ (index, $0) }),
                number.value != 0
            else { return nil }
            let kind: Receipt.Charge.Kind = row.kind == .cash ? .cash : row.kind == .card ? .card : .otherTender
            var field = rows[place].field(number)
            // A payout for returned items has the sign of the total, however it is printed.
            let isPaidOut = sums.total.map { $0.field.value < PrintedMoney(0) } ?? false
            field.value = PrintedMoney(isPaidOut ? -Int64(number.value) : Int64(number.value))
            return Receipt.Charge(kind: kind, label: label(of: row), amount: field)
        }
    }

    /// The change; its sign is ignored.
    func change() -> ReadField<PrintedMoney>? {
        let totals = TotalReader(rows: rows)
        for index in rows.indices.dropFirst(start) where rows[index].kind == .change {
            if let number = rows[index].amounts.last {
                var field = rows[index].field(number)
                field.value = PrintedMoney(Int64(number.value))
                return field
            }
            if let (place, number) = totals.amount(near: index) { return rows[place].field(number) }
        }
        return nil
    }
}
