import Quantities

/// Reads a receipt from its print (VIS-20, VIS-21, VIS-22).
///
/// Rules, not a model: every field can be shown where it stands, and nothing is written that was not printed. Pure.
package struct ReceiptParser: Sendable {
    private let context: ReceiptContext

    /// A parser for receipts of one person at one time.
    package init(_ context: ReceiptContext = ReceiptContext()) {
        self.context = context
    }

    /// Reads the print of one receipt.
    ///
    /// - Parameter pages: the lines of each photo of it, from its top to its end.
    /// - Returns: what was read; fields that were not found are nothing.
    package func parse(_ pages: [[PrintedLine]]) -> Receipt {
        let printed = RowJoiner.join(pages.enumerated().map { RowBuilder.rows(of: $1, page: $0) })
        var receipt = Receipt()
        receipt.rows = printed.map(\.text)
        guard !printed.isEmpty else { return receipt }
        var rows = printed.flatMap { ReceiptRow.rows($0, decimals: 2) }
        let country = PlaceReader(rows: rows, start: rows.count / 3).country()
        let currency = CurrencyReader(rows: printed, country: country).currency()
        receipt.currency = currency ?? context.currency.map { ReadField($0, confidence: 0.5, crop: nil) }
        if let digits = receipt.currency?.value.minorDigits, digits != 2 {
            rows = printed.flatMap { ReceiptRow.rows($0, decimals: digits) }
        }
        read(rows, country: country, into: &receipt)
        return receipt
    }

    private func read(_ rows: [ReceiptRow], country: String?, into receipt: inout Receipt) {
        let totals = TotalReader(rows: rows), sums = totals.sums()
        var items = ItemReader(rows: rows, sums: sums)
        let found = items.read()
        receipt.items = found.items.filter { $0.amount.value.minorUnits != 0 || !$0.name.value.isEmpty }
        receipt.discounts = found.discounts
        receipt.loyalty = found.loyalty
        receipt.total = sums.total?.field
        receipt.subtotal = sums.subtotal?.field
        let charges = ChargeReader(rows: rows, sums: sums, start: found.start)
        receipt.charges = found.charges + charges.charges()
        receipt.tenders = charges.tenders()
        receipt.change = charges.change()
        for row in rows.dropFirst(sums.total?.row ?? rows.count) where row.kind == .points {
            receipt.loyalty.append(ReadField(row.row.text, confidence: row.row.confidence, crop: row.row.crop))
        }
        let first =
            rows.indices.first { index in
                index >= found.start && rows[index].kind == .other && !rows[index].amounts.isEmpty
            } ?? rows.count / 3
        let place = PlaceReader(rows: rows, start: max(found.start, first))
        receipt.merchant = place.merchant()
        receipt.store = place.store(merchant: receipt.merchant)
        receipt.store.country = country
        let dates = DateReader(rows: rows, country: country ?? context.country, today: context.today)
        receipt.purchasedOn = dates.day()
        receipt.time = dates.time(near: receipt.purchasedOn)
        Balance(unsigned: found.unsigned).settle(&receipt)
    }
}
