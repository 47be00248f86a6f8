import EventContracts
import Quantities

/// Purchases of a file that a person brings in, with what is wrong in each row (SPD-23).
///
/// Rows with the same shop, day, time and currency are one purchase. A row with a fault is left out and told; the others
/// are as good as if it were not there.
package struct PurchaseImport: Sendable, Equatable {
    /// What is wrong in a row.
    package struct Fault: Sendable, Equatable {
        /// From 1, the heading included.
        package let line: Int
        package let column: Column
        package let reason: Reason

        /// A fault of a row.
        package init(line: Int, column: Column, reason: Reason) {
            self.line = line
            self.column = column
            self.reason = reason
        }
    }

    package enum Reason: String, Sendable, Equatable {
        case missing, notADay, notATime, notACurrency, notAnAmount, notAQuantity, unknownUnit, unknownCategory, tooLong
        case tooManyItems
    }

    /// What a column holds; the raw value is its heading.
    package enum Column: String, Sendable, CaseIterable {
        case date, time, merchant, item, quantity, unit, amount, currency, category, code

        /// Whether a file needs it.
        var isNeeded: Bool { [.date, .merchant, .item, .amount].contains(self) }
    }

    /// In the order of the file; a total is the sum of its articles.
    package private(set) var purchases: [ReceiptRecord] = []
    package private(set) var faults: [Fault] = []

    /// Most rows of a file.
    package static let mostRows = 5_000

    private struct Key: Hashable {
        let merchant: String
        let day: CalendarDay
        let time: String?
        let currency: Currency
    }

    /// Reads a file; nil when the heading lacks a needed column, or there are too many rows.
    ///
    /// - Parameters:
    ///   - text: The file; its first row names the columns, in any order and case.
    ///   - currency: Of rows that name none; nil when each must.
    ///   - makeID: Makes the id of an article by its place among all.
    package init?(_ text: String, currency: Currency?, makeID: (Int) -> ReceiptItemID) {
        var rows = CSVRows.rows(text)[...]
        guard let heading = rows.popFirst(), rows.count <= Self.mostRows else { return nil }
        var places: [Column: Int] = [:]
        for (place, name) in heading.fields.enumerated() {
            if let column = Column.heading(name), places[column] == nil { places[column] = place }
        }
        guard Column.allCases.filter(\.isNeeded).allSatisfy({ places[$0] != nil }) else { return nil }
        var keys: [Key: Int] = [:], count = 0
        for row in rows {
            let reader = RowReader(row: row, places: places)
            guard let (key, item) = read(reader, currency, id: makeID(count)) else { continue }
            let place = keys[key] ?? purchases.count
            if place == purchases.count {
                keys[key] = place
                purchases.append(Self.purchase(key))
            }
            guard purchases[place].items.count < ReceiptRecord.mostItems else {
                faults.append(Fault(line: row.line, column: .item, reason: .tooManyItems))
                continue
            }
            purchases[place].items.append(item)
            count += 1
        }
        for place in purchases.indices {
            purchases[place].total = ReceiptField(ReceiptSums(purchases[place]).added, .reckoned)
        }
    }

    private static func purchase(_ key: Key) -> ReceiptRecord {
        var record = ReceiptRecord()
        record.merchant = ReceiptField(key.merchant, .imported)
        record.day = ReceiptField(key.day, .imported)
        record.time = key.time.map { ReceiptField($0, .imported) }
        record.currency = ReceiptField(key.currency, .imported)
        return record
    }

    /// The purchase and the article of a row; nil with its faults noted.
    private mutating func read(
        _ row: RowReader, _ usual: Currency?, id: ReceiptItemID
    ) -> (Key, ReceiptItem)? {
        let before = faults.count
        func fault(_ column: Column, _ reason: Reason) -> Fault {
            Fault(line: row.row.line, column: column, reason: reason)
        }
        for column in [Column.merchant, .item] {
            guard let text = row[column] else {
                faults.append(fault(column, .missing))
                continue
            }
            if text.unicodeScalars.count > ReceiptRecord.longestName { faults.append(fault(column, .tooLong)) }
        }
        // The data dictionary's `YYYY-MM-DD HH:MM:SS` may stand in one column (SPD-20).
        let parts = (row[.date] ?? "").split(separator: " ").map(String.init)
        let day = parts.first.flatMap { CalendarDay($0) }
        if day == nil || parts.count > 2 { faults.append(fault(.date, row[.date] == nil ? .missing : .notADay)) }
        let timeText = row[.time] ?? (parts.count == 2 ? parts[1] : nil), time = timeText.flatMap(ReceiptEditor.time)
        if timeText != nil, time == nil { faults.append(fault(.time, .notATime)) }
        let currency = row[.currency].map { Currency($0.uppercased()) } ?? usual
        if currency == nil { faults.append(fault(.currency, row[.currency] == nil ? .missing : .notACurrency)) }
        let amount = row[.amount].flatMap { text in currency.flatMap { DecimalAmount.minorUnits(text, in: $0) } }
        if amount.map({ $0.magnitude > ReceiptEditor.largestAmount.magnitude }) ?? (currency != nil) {
            faults.append(fault(.amount, row[.amount] == nil ? .missing : .notAnAmount))
        }
        let quantity = row[.quantity].map { DecimalAmount.fixed($0, digits: 3) } ?? 1_000
        if !(quantity.map { (1...ReceiptEditor.largestQuantity).contains($0) } ?? false) {
            faults.append(fault(.quantity, .notAQuantity))
        }
        let unit = row[.unit].map(Self.unit) ?? .each
        if unit == nil { faults.append(fault(.unit, .unknownUnit)) }
        let category =
            row[.category].map(PurchaseCategory.init(rawValue:)) ?? CategoryWords.category(of: row[.item] ?? "")
        if category == nil { faults.append(fault(.category, .unknownCategory)) }
        guard faults.count == before, let merchant = row[.merchant], let name = row[.item], let day, let currency,
            let amount, let quantity, let unit, let category
        else { return nil }
        var item = ReceiptItem(
            itemID: id, name: ReceiptField(name, .imported), rawText: "",
            category: ReceiptField(category, row[.category] == nil ? .reckoned : .imported),
            quantity: ReceiptField(quantity, row[.quantity] == nil ? .reckoned : .imported), unit: unit,
            amount: ReceiptField(amount, .imported))
        item.code = row[.code]
        return (Key(merchant: merchant, day: day, time: time, currency: currency), item)
    }

    private static func unit(_ text: String) -> PurchaseUnit? {
        PurchaseUnit.allCases.first { $0.rawValue.lowercased() == text.lowercased() }
    }

    /// One row by its columns; fields without text are not there.
    private struct RowReader {
        let row: CSVRows.Row
        let places: [Column: Int]

        subscript(_ column: Column) -> String? {
            guard let place = places[column], row.fields.indices.contains(place) else { return nil }
            let text = row.fields[place].drop(while: \.isWhitespace)
            let trimmed = String(text.reversed().drop(while: \.isWhitespace).reversed())
            return trimmed.isEmpty ? nil : trimmed
        }
    }
}

extension PurchaseImport.Column {
    /// The column of a heading, in any case, with the names that exports of other programs use.
    static func heading(_ text: String) -> Self? {
        switch text.lowercased().filter({ $0.isLetter }) {
        case "date", "datetime", "day": .date
        case "time": .time
        case "merchant", "store", "shop": .merchant
        case "item", "name", "product", "description": .item
        case "quantity", "qty": .quantity
        case "unit", "units": .unit
        case "amount", "price", "total": .amount
        case "currency": .currency
        case "category": .category
        case "code", "sku", "upc": .code
        default: nil
        }
    }
}
