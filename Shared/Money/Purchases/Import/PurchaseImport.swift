import EventContracts
import Quantities

/// Purchases from an imported file, with the faults of each row (SPD-23).
///
/// Rows with the same shop, day, time and currency are one purchase. A row with a fault is skipped and reported; the
/// other rows are not affected.
package struct PurchaseImport: Sendable, Equatable {
    /// A fault of a row.
    package struct Fault: Sendable, Equatable {
        /// Line number from 1, including the heading.
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
        /// The day is in the future.
        case liesAhead
        /// The total differs from an earlier row of the same purchase.
        case contradicts
    }

    /// A column; the raw value is its heading.
    package enum Column: String, Sendable, CaseIterable {
        case date, time, merchant, item, quantity, unit, amount, currency, category, code
        case unitPrice, discount, tax, total, store

        /// Whether the column is required.
        var isNeeded: Bool { [.date, .merchant, .item, .amount].contains(self) }
    }

    /// Purchases in the order of the file; a missing total is the sum of the items.
    package private(set) var purchases: [ReceiptRecord] = []
    package private(set) var faults: [Fault] = []

    /// Maximum number of rows of a file.
    package static let maxRows = 5_000

    private struct Key: Hashable {
        let merchant: String
        let store: String?
        let day: CalendarDay
        let time: String?
        let currency: Currency
    }

    /// Reads a file; nil if the heading lacks a required column, or there are too many rows.
    ///
    /// - Parameters:
    ///   - text: The file; its first row names the columns, in any order and case.
    ///   - currency: The currency of rows without one; nil requires it in each row.
    ///   - lastDay: The latest allowed day of a purchase; nil for any.
    ///   - makeID: Creates the id of an item from its index among all items.
    package init?(
        _ text: String, currency: Currency?, lastDay: CalendarDay? = nil, makeID: (Int) -> ReceiptItemID
    ) {
        var rows = CSVRows.rows(text)[...]
        guard let heading = rows.popFirst(), rows.count <= Self.maxRows else { return nil }
        let places = Column.places(of: heading.fields)
        guard Column.allCases.filter(\.isNeeded).allSatisfy({ places[$0] != nil }) else { return nil }
        var keys: [Key: Int] = [:], count = 0
        for row in rows {
            let reader = RowReader(row: row, places: places)
            guard let (key, item, sums) = read(reader, currency, lastDay, id: makeID(count)) else { continue }
            let place = keys[key] ?? purchases.count
            if let known = keys[key].flatMap({ purchases[$0].total?.value }), let published = sums.total,
                published != known
            {
                faults.append(Fault(line: row.line, column: .total, reason: .contradicts))
                continue
            }
            if place == purchases.count {
                keys[key] = place
                purchases.append(Self.purchase(key))
            }
            guard purchases[place].items.count < ReceiptRecord.maxItems else {
                faults.append(Fault(line: row.line, column: .item, reason: .tooManyItems))
                continue
            }
            purchases[place].items.append(item)
            purchases[place].add(tax: sums.tax)
            if let total = sums.total { purchases[place].total = ReceiptField(total, .imported) }
            count += 1
        }
        for place in purchases.indices where purchases[place].total == nil {
            purchases[place].total = ReceiptField(ReceiptSums(purchases[place]).added, .reckoned)
        }
    }

    private static func purchase(_ key: Key) -> ReceiptRecord {
        var record = ReceiptRecord()
        record.merchant = ReceiptField(key.merchant, .imported)
        record.store.number = key.store
        record.day = ReceiptField(key.day, .imported)
        record.time = key.time.map { ReceiptField($0, .imported) }
        record.currency = ReceiptField(key.currency, .imported)
        return record
    }

    /// The values of a row that apply to its whole purchase.
    private struct Sums {
        var tax: Int64?
        var total: Int64?
    }

    /// The purchase and the item of a row; nil after recording its faults.
    private mutating func read(
        _ row: RowReader, _ usual: Currency?, _ lastDay: CalendarDay?, id: ReceiptItemID
    ) -> (Key, ReceiptItem, Sums)? {
        let before = faults.count
        func fault(_ column: Column, _ reason: Reason) -> Fault {
            Fault(line: row.row.line, column: column, reason: reason)
        }
        for column in [Column.merchant, .item] {
            guard let text = row[column] else {
                faults.append(fault(column, .missing))
                continue
            }
            if text.unicodeScalars.count > ReceiptRecord.maxNameLength { faults.append(fault(column, .tooLong)) }
        }
        // Date and time may be in one column as `YYYY-MM-DD HH:MM:SS` (SPD-20).
        let parts = (row[.date] ?? "").split(separator: " ").map(String.init)
        let day = parts.first.flatMap { CalendarDay($0) }
        if day == nil || parts.count > 2 { faults.append(fault(.date, row[.date] == nil ? .missing : .notADay)) }
        if let day, let lastDay, day > lastDay { faults.append(fault(.date, .liesAhead)) }
        let timeText = row[.time] ?? (parts.count == 2 ? parts[1] : nil), time = timeText.flatMap(ReceiptEditor.time)
        if timeText != nil, time == nil { faults.append(fault(.time, .notATime)) }
        let currency = row[.currency].map { Currency($0.uppercased()) } ?? usual
        if currency == nil { faults.append(fault(.currency, row[.currency] == nil ? .missing : .notACurrency)) }
        let amounts = self.amounts(of: row, in: currency)
        let amount = amounts[.amount]
        let quantity = row[.quantity].map { Self.plain($0).flatMap { DecimalAmount.fixed($0, digits: 3) } } ?? 1_000
        if !(quantity.map { (1...ReceiptEditor.maxQuantity).contains($0) } ?? false) {
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
        item.unitPrice = amounts[.unitPrice].map { ReceiptField($0, .imported) }
        // Some programs write discounts with a minus sign, others without.
        if let discount = amounts[.discount], discount != 0 {
            item.discounts = [
                ReceiptCharge(.discount, label: "", amount: ReceiptField(-Int64(discount.magnitude), .imported))
            ]
        }
        let key = Key(merchant: merchant, store: row[.store], day: day, time: time, currency: currency)
        return (key, item, Sums(tax: amounts[.tax], total: amounts[.total]))
    }

    /// The amounts of a row by column, in minor units; what is missing or invalid is recorded as a fault.
    private mutating func amounts(of row: RowReader, in currency: Currency?) -> [Column: Int64] {
        var amounts: [Column: Int64] = [:]
        for column in [Column.amount, .unitPrice, .discount, .tax, .total] {
            guard let text = row[column] else {
                if column == .amount {
                    faults.append(Fault(line: row.row.line, column: .amount, reason: .missing))
                }
                continue
            }
            // Without a currency no amount can be parsed; the missing currency has been recorded as a fault.
            guard let currency else { continue }
            guard let amount = Self.plain(text).flatMap({ DecimalAmount.minorUnits($0, in: currency) }),
                amount.magnitude <= ReceiptEditor.maxAmount.magnitude
            else {
                faults.append(Fault(line: row.row.line, column: column, reason: .notAnAmount))
                continue
            }
            amounts[column] = amount
        }
        return amounts
    }

    /// Normalizes a number to `12.34`, from the formats of many countries: `12,34`, `1,234.56`, `1 234,56`, `1.234,56`.
    ///
    /// - Returns: nil if the number is ambiguous.
    static func plain(_ text: String) -> String? {
        let text = text.filter { !$0.isWhitespace && $0 != "'" && $0 != "’" }
        let marks = text.filter { $0 == "," || $0 == "." }
        guard let last = marks.last, marks.contains(",") else { return text }
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "," || $0 == "." }
        guard marks.count > 1 else { return text.replacing(",", with: ".") }
        let grouping = marks.dropLast()
        guard grouping.allSatisfy({ $0 == marks.first && $0 != last }), let fraction = parts.last,
            parts.dropFirst().dropLast().allSatisfy({ $0.count == 3 })
        else { return nil }
        return parts.dropLast().joined() + "." + fraction
    }

    private static func unit(_ text: String) -> PurchaseUnit? {
        PurchaseUnit.allCases.first { $0.rawValue.lowercased() == text.lowercased() }
    }

    /// One row by columns, without empty fields.
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

extension ReceiptRecord {
    /// Adds the tax of a row to the tax so far.
    fileprivate mutating func add(tax: Int64?) {
        guard let tax, tax != 0 else { return }
        if let place = charges.firstIndex(where: { $0.kind == .tax }) {
            charges[place].amount.value = charges[place].amount.value.saturatingAdd(tax)
        } else {
            charges.append(ReceiptCharge(.tax, label: "", amount: ReceiptField(tax, .imported)))
        }
    }
}

extension PurchaseImport.Column {
    /// The position of each column, by headings in any case, including the names in exports of other programs.
    ///
    /// A shop column serves as merchant if there is no other, a total or price column as amount; otherwise they keep
    /// their own meaning.
    static func places(of headings: [String]) -> [Self: Int] {
        let names = headings.map { $0.lowercased().filter { $0.isLetter } }
        let namesMerchant = names.contains("merchant"), namesAmount = names.contains("amount")
        let namesPrice = namesAmount || names.contains("price")
        var places: [Self: Int] = [:]
        for (place, name) in names.enumerated() {
            let column: Self? =
                switch name {
                case "date", "datetime", "day": .date
                case "time": .time
                case "merchant": .merchant
                case "store", "shop": namesMerchant ? .store : .merchant
                case "storenumber", "branch": .store
                case "item", "name", "product", "description": .item
                case "quantity", "qty": .quantity
                case "unit", "units": .unit
                case "amount": .amount
                case "price": namesAmount ? .unitPrice : .amount
                case "unitprice", "priceperunit": .unitPrice
                case "total", "receipttotal": namesPrice ? .total : .amount
                case "discount", "savings": .discount
                case "tax", "taxes": .tax
                case "currency": .currency
                case "category": .category
                case "code", "sku", "upc": .code
                default: nil
                }
            if let column, places[column] == nil { places[column] = place }
        }
        return places
    }
}
