import Quantities

/// Parses a receipt from its recognized text (VIS-20, VIS-21, VIS-22).
///
/// Uses rules, not a model: every field has a place in the photo, and only printed values are returned. It has no side
/// effects.
package struct ReceiptParser: Sendable {
    private let context: ReceiptContext

    /// Maximum score of an item that may be doubled, or follow missing ones.
    private static let doubtfulScore = 0.3

    /// A parser for receipts of one person at one time.
    package init(_ context: ReceiptContext = ReceiptContext()) {
        self.context = context
    }

    /// Parses the text of one receipt; if a photo shows several, only the first, with advice.
    ///
    /// - Parameter pages: The lines of each of its photos, from top to bottom.
    /// - Returns: The parsed fields; missing ones are nil.
    package func parse(_ pages: [[PrintedLine]]) -> Receipt {
        var receipt = read(pages)
        let parts = pages.map { page in ReceiptSplitter { read([$0]) }.split(page) }
        if parts.contains(where: { $0.count > 1 }) {
            receipt = read(parts.compactMap(\.first))
            receipt.advice.insert(.oneReceipt, at: 0)
        }
        return receipt
    }

    private func read(_ pages: [[PrintedLine]]) -> Receipt {
        var mostLikely: Receipt?
        for joined in RowJoiner.join(pages.enumerated().map({ RowBuilder.rows(of: $1, page: $0) })) {
            let receipt = parse(rows: joined.rows)
            if joined.doubtful.isEmpty || ReceiptChecks(receipt).itemsMatchTotal == true { return receipt }
            mostLikely = mostLikely ?? Self.doubted(receipt, at: joined.doubtful)
        }
        return mostLikely ?? Receipt()
    }

    /// The receipt with advice to check where its photos meet, and with low scores of the items beside these places.
    private static func doubted(_ receipt: Receipt, at pages: [Int]) -> Receipt {
        guard !receipt.rows.isEmpty else { return receipt }
        var receipt = receipt
        receipt.advice.insert(.checkParts, at: 0)
        for page in pages {
            let first = receipt.items.firstIndex { ($0.amount.crop?.page ?? 0) >= page } ?? receipt.items.endIndex
            for item in [first - 1, first] where receipt.items.indices.contains(item) {
                receipt.items[item].amount.confidence = min(receipt.items[item].amount.confidence, doubtfulScore)
            }
        }
        return receipt
    }

    private func parse(rows printed: [PrintedRow]) -> Receipt {
        var receipt = Receipt()
        receipt.rows = printed.map(\.text)
        guard !printed.isEmpty else { return receipt }
        var rows = printed.flatMap { ReceiptRow.rows($0, decimals: 2) }
        var country = PlaceReader(rows: rows, start: rows.count / 3).country()
        let currency = CurrencyReader(rows: printed, country: country).currency()
        receipt.currency = currency ?? context.currency.map { ReadField($0, confidence: 0.5, crop: nil) }
        let decimals = receipt.currency?.value.minorDigits ?? 2
        if decimals != 2 { rows = printed.flatMap { ReceiptRow.rows($0, decimals: decimals) } }
        let language = ReceiptLanguage.of(rows)
        if let language {
            if country == "MX" {
                // IVA is a tax of several countries.
                country = nil
                receipt.currency = CurrencyReader(rows: printed, country: nil).currency()
            }
            rows = printed.flatMap { ReceiptRow.rows($0, decimals: decimals, language: language) }
        }
        read(rows, country: country, language, into: &receipt)
        return receipt
    }

    private func read(
        _ rows: [ReceiptRow], country: String?, _ language: ReceiptLanguage?, into receipt: inout Receipt
    ) {
        let totals = TotalReader(rows: rows), sums = totals.sums()
        let unread = UnreadSums(rows: rows, sums: sums)
        var items = ItemReader(rows: rows, sums: unread.sums)
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
        readPlace(rows, start: found.start, country: country, into: &receipt)
        if Refund.isPrintedWithoutSigns(receipt, rows, sums) { Refund.turn(&receipt) }
        Balance(unsigned: found.unsigned, doubtful: found.doubtful, holdsTaxes: language != nil).settle(&receipt)
        if unread.isLanguageUnknown { receipt.advice.append(.checkLanguage) }
    }

    private func readPlace(_ rows: [ReceiptRow], start: Int, country: String?, into receipt: inout Receipt) {
        let first =
            rows.indices.first { index in
                index >= start && rows[index].kind == .other && !rows[index].amounts.isEmpty
            } ?? rows.count / 3
        let place = PlaceReader(rows: rows, start: max(start, first))
        receipt.merchant = place.merchant()
        receipt.store = place.store(merchant: receipt.merchant)
        receipt.store.country = country
        let dates = DateReader(rows: rows, country: country ?? context.country, today: context.today)
        receipt.purchasedOn = dates.day()
        receipt.time = dates.time(near: receipt.purchasedOn)
        if let day = receipt.purchasedOn?.value, dates.isToCome(day) { receipt.advice.append(.checkDate) }
    }
}
