import EventContracts
import Quantities

/// Applies a person's edits to a purchase, field by field, without side effects (SPD-05).
///
/// Repeating a read value confirms it; a different value is marked as typed and keeps its place on the photo. No other
/// field changes: the total is never adjusted.
package struct ReceiptEditor: Sendable {
    /// Why an edit is invalid, with the edit's index.
    package enum Fault: Error, Sendable, Equatable {
        /// The item does not exist.
        case unknownItem(Int)
        /// The item exists already.
        case knownItem(Int)
        /// The field does not accept the value.
        case unusable(Int)
        /// The purchase has the maximum number of items.
        case tooManyItems(Int)
    }

    /// Maximum amount in either direction, in minor units: far above any receipt, and low enough that sums do not
    /// overflow.
    package static let maxAmount: Int64 = 1_000_000_000_000
    /// Maximum quantity, in thousandths.
    package static let maxQuantity: Int64 = 1_000_000_000

    /// Returns the category of an item's name.
    private let category: @Sendable (String) -> PurchaseCategory

    /// An editor that assigns categories to added items.
    package init(category: @escaping @Sendable (String) -> PurchaseCategory) {
        self.category = category
    }

    /// Applies edits in order.
    ///
    /// - Parameters:
    ///   - edits: The person's edits.
    ///   - record: The purchase before the edits.
    ///   - origin: The origin of new values: the person, or a file.
    /// - Returns: The edited purchase.
    /// - Throws: `Fault`; no edit is applied then.
    package func apply(
        _ edits: [ReceiptEdit], to record: ReceiptRecord, origin: FieldOrigin = .typed
    ) throws(Fault) -> ReceiptRecord {
        var record = record
        for (place, edit) in edits.enumerated() {
            try apply(edit, to: &record, origin, at: place)
        }
        return record
    }

    private func apply(
        _ edit: ReceiptEdit, to record: inout ReceiptRecord, _ origin: FieldOrigin, at place: Int
    ) throws(Fault) {
        switch edit.field {
        case .merchant: try set(&record.merchant, words(edit, place), origin)
        case .day:
            try set(&record.day, read(edit.text, place) { CalendarDay($0) }, origin)
        case .storeNumber: record.store.number = try words(edit, place)
        case .storeAddress: record.store.address = try words(edit, place)
        case .storeTelephone: record.store.telephone = try words(edit, place)
        case .time: try set(&record.time, read(edit.text, place, Self.time), origin)
        case .currency: try set(&record.currency, read(edit.text, place) { Currency(stored: $0) }, origin)
        case .subtotal: try set(&record.subtotal, amount(edit, place), origin)
        case .total: try set(&record.total, amount(edit, place), origin)
        case .change: try set(&record.change, amount(edit, place), origin)
        case .tax: try setCharge(.tax, edit, &record.charges, origin, place)
        case .discount: try setDiscount(edit, &record.discounts, origin, place)
        case .deposit: try setCharge(.deposit, edit, &record.charges, origin, place)
        case .bag: try setCharge(.bag, edit, &record.charges, origin, place)
        case .service: try setCharge(.service, edit, &record.charges, origin, place)
        case .tip: try setCharge(.tip, edit, &record.charges, origin, place)
        case .clearTaxes: record.charges.removeAll { $0.kind == .tax && !$0.isIncluded }
        case .addTax: record.charges.append(try tax(edit, origin, place))
        case .clearTenders: record.tenders = []
        case .addTender: record.tenders.append(try tender(edit, origin, place))
        case .addItem: try add(edit, to: &record, origin, place)
        case .removeItem: record.items.remove(at: try index(of: edit, in: record, place))
        case .itemName, .itemAmount, .itemQuantity, .itemUnit, .itemUnitPrice, .itemCategory, .itemDiscount,
            .itemProduct, .itemCode, .itemTaxCode:
            let index = try index(of: edit, in: record, place)
            try change(&record.items[index], edit, origin, place)
        }
    }

    private func change(
        _ item: inout ReceiptItem, _ edit: ReceiptEdit, _ origin: FieldOrigin, _ place: Int
    ) throws(Fault) {
        switch edit.field {
        case .itemName:
            guard let name = try words(edit, place) else { throw .unusable(place) }
            item.name = Self.field(item.name, name, origin)
            if item.category.origin == .reckoned { item.category.value = category(name) }
        case .itemAmount:
            guard let amount = try amount(edit, place) else { throw .unusable(place) }
            item.amount = Self.field(item.amount, amount, origin)
        case .itemQuantity:
            guard let number = edit.number, (1...Self.maxQuantity).contains(number) else { throw .unusable(place) }
            item.quantity = Self.field(item.quantity, number, origin)
        case .itemUnit:
            guard let unit = edit.text.flatMap(PurchaseUnit.init(rawValue:)) else { throw .unusable(place) }
            item.unit = unit
        case .itemUnitPrice: try set(&item.unitPrice, amount(edit, place), origin)
        case .itemCategory:
            guard let text = edit.text, let category = PurchaseCategory(rawValue: text) else { throw .unusable(place) }
            item.category = Self.field(item.category, category, origin)
        case .itemDiscount: try setDiscount(edit, &item.discounts, origin, place)
        case .itemCode: item.code = try words(edit, place)
        case .itemTaxCode: item.taxCode = try words(edit, place)
        case .itemProduct:
            guard let id = edit.text.flatMap(PurchasedProductID.init(text:)) else { throw .unusable(place) }
            item.product = ItemProduct(productID: id, name: item.product?.name ?? item.name.value, way: .chosen)
        default: throw .unusable(place)
        }
    }

    private func add(
        _ edit: ReceiptEdit, to record: inout ReceiptRecord, _ origin: FieldOrigin, _ place: Int
    ) throws(Fault) {
        guard record.items.count < ReceiptRecord.maxItems else { throw .tooManyItems(place) }
        guard let id = edit.item, let name = try words(edit, place), let amount = try amount(edit, place) else {
            throw .unusable(place)
        }
        guard !record.items.contains(where: { $0.itemID == id }) else { throw .knownItem(place) }
        record.items.append(
            ReceiptItem(
                itemID: id, name: ReceiptField(name, origin), rawText: "",
                category: ReceiptField(category(name), .reckoned), quantity: ReceiptField(1_000, .reckoned),
                unit: .each, amount: ReceiptField(amount, origin)))
    }

    /// Replaces all charges of a kind by one amount; without an amount, removes them.
    private func setCharge(
        _ kind: ReceiptCharge.Kind, _ edit: ReceiptEdit, _ charges: inout [ReceiptCharge], _ origin: FieldOrigin,
        _ place: Int
    ) throws(Fault) {
        let amount = try amount(edit, place), old = charges.filter { $0.kind == kind && !$0.isIncluded }
        charges.removeAll { $0.kind == kind && !$0.isIncluded }
        guard let amount else { return }
        guard old.count == 1, var kept = old.first else {
            charges.append(ReceiptCharge(kind, label: edit.text ?? "", amount: ReceiptField(amount, origin)))
            return
        }
        kept.amount = Self.field(kept.amount, amount, origin)
        charges.append(kept)
    }

    /// Names of taxes by which they are recognized, with their codes.
    private static let taxNames = [
        "GST": "GST", "TPS": "GST", "HST": "HST", "TVH": "HST", "PST": "PST", "TVP": "PST", "QST": "QST", "TVQ": "QST",
        "VAT": "VAT", "TVA": "VAT", "IVA": "IVA",
    ]

    private func tax(_ edit: ReceiptEdit, _ origin: FieldOrigin, _ place: Int) throws(Fault) -> ReceiptCharge {
        guard let label = try words(edit, place), let amount = try amount(edit, place) else { throw .unusable(place) }
        var tax = ReceiptCharge(.tax, label: label, amount: ReceiptField(amount, origin))
        let names = label.uppercased().split { !$0.isLetter }.map(String.init)
        tax.taxCode = names.compactMap { Self.taxNames[$0] }.first
        return tax
    }

    private func tender(_ edit: ReceiptEdit, _ origin: FieldOrigin, _ place: Int) throws(Fault) -> ReceiptCharge {
        guard let kind = edit.text.flatMap(ReceiptCharge.Kind.init(rawValue:)), kind.isTender,
            let amount = try amount(edit, place)
        else { throw .unusable(place) }
        return ReceiptCharge(kind, label: "", amount: ReceiptField(amount, origin))
    }

    private func setDiscount(
        _ edit: ReceiptEdit, _ discounts: inout [ReceiptCharge], _ origin: FieldOrigin, _ place: Int
    ) throws(Fault) {
        guard try amount(edit, place).map({ $0 <= 0 }) ?? true else { throw .unusable(place) }
        try setCharge(.discount, edit, &discounts, origin, place)
    }

    private func index(
        of edit: ReceiptEdit, in record: ReceiptRecord, _ place: Int
    ) throws(Fault) -> Int {
        guard let index = record.items.firstIndex(where: { $0.itemID == edit.item }) else { throw .unknownItem(place) }
        return index
    }

    private func set<Value>(
        _ field: inout ReceiptField<Value>?, _ value: Value?, _ origin: FieldOrigin
    ) {
        guard let value else {
            field = nil
            return
        }
        field = field.map { Self.field($0, value, origin) } ?? ReceiptField(value, origin)
    }

    private static func field<Value>(
        _ old: ReceiptField<Value>, _ value: Value, _ origin: FieldOrigin
    ) -> ReceiptField<Value> {
        var field = old
        if old.value == value {
            if old.origin == .read || old.origin == .reckoned { field.origin = .confirmed }
            return field
        }
        field.value = value
        field.origin = origin
        field.confidence = nil
        return field
    }

    private func words(_ edit: ReceiptEdit, _ place: Int) throws(Fault) -> String? {
        guard let text = edit.text else { return nil }
        guard (1...ReceiptRecord.maxNameLength).contains(text.unicodeScalars.count), !text.allSatisfy(\.isWhitespace)
        else { throw .unusable(place) }
        return text
    }

    private func amount(_ edit: ReceiptEdit, _ place: Int) throws(Fault) -> Int64? {
        guard let number = edit.number else { return nil }
        guard (-Self.maxAmount...Self.maxAmount).contains(number) else { throw .unusable(place) }
        return number
    }

    private func read<Value>(
        _ text: String?, _ place: Int, _ parse: (String) -> Value?
    ) throws(Fault) -> Value? {
        guard let text else { return nil }
        guard let value = parse(text) else { throw .unusable(place) }
        return value
    }

    /// A valid time as `HH:MM` or `HH:MM:SS`.
    package static func time(_ text: String) -> String? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy(\.isDigit) }),
            let hour = Int(parts[0]), hour < 24, parts.dropFirst().allSatisfy({ Int($0).map { $0 < 60 } ?? false })
        else { return nil }
        return text
    }
}

extension ReceiptCharge.Kind {
    /// Whether the charge is a means of payment.
    package var isTender: Bool { [.cash, .card, .otherTender].contains(self) }
}

extension UInt8 {
    /// Whether the byte is an ASCII digit.
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
