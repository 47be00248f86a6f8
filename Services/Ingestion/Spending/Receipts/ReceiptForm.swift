import EventContracts
import Foundation
import IngestionCore
import Postgres
import Purchases
import Quantities
import ServiceRuntime

/// A purchase in a request, as a list of edits.
struct ReceiptForm: Sendable {
    private(set) var edits: [ReceiptEdit] = []
    /// The place of each edit in the request body.
    private(set) var places: [JSONPointer] = []
    /// Whether the person states that the purchase is not a duplicate.
    private(set) var isNoDuplicate: Bool?

    /// The currency of the amounts, if already known.
    private var currency: Currency?
    /// The latest allowed day of a purchase.
    private let lastDay: CalendarDay

    /// Maximum number of items in one request.
    private static let maxItems = ReceiptRecord.maxItems
    /// Maximum length of an item's code and of tax letters, in characters.
    private static let maxCodeLength = 32
    /// Maximum number of taxes or tenders.
    private static let maxLines = 20

    /// Parses a body.
    ///
    /// - Parameters:
    ///   - body: The request's body.
    ///   - known: The purchase's currency so far.
    ///   - now: The current time; purchases cannot be later.
    /// - Throws: `invalidFields`.
    init(_ body: JSONValue, currency known: Currency?, now: Date) throws(ProblemDetails) {
        var fields = try BodyFields(body)
        currency = known
        lastDay = CalendarDay.latest(at: now)
        readCurrency(&fields, known: known)
        readHead(&fields, body)
        for (place, item) in fields.elements(of: "items", maxCount: Self.maxItems) { read(item, at: place, &fields) }
        for (name, field) in Self.amounts { readAmount(body[name], field, at: JSONPointer.root.member(name), &fields) }
        readTaxes(&fields)
        readTenders(&fields)
        if fields.names("possibleDuplicate") {
            if body["possibleDuplicate"] == .null {
                isNoDuplicate = true
            } else {
                fields.report(
                    "possibleDuplicate", .init(.notAllowed, "must be null: the purchases differ"))
            }
        }
        try fields.finish()
    }

    /// Applies the edits.
    ///
    /// - Parameter record: The purchase before the edits.
    /// - Returns: The purchase after the edits.
    /// - Throws: `invalidFields` for edits that do not fit the purchase.
    func applied(to record: ReceiptRecord) throws(ProblemDetails) -> ReceiptRecord {
        do {
            return try ReceiptEditor(category: CategoryWords.category(of:)).apply(edits, to: record)
        } catch {
            let (place, fault) = Self.fault(for: error)
            let pointer = places.indices.contains(place) ? places[place].description : "/items"
            throw ProblemDetails(.invalidFields, errors: [.init(pointer: pointer, fault)])
        }
    }

    private static func fault(for fault: ReceiptEditor.Fault) -> (Int, FieldFault) {
        switch fault {
        case .unknownItem(let place): (place, .init(.unknown, "is not an item of this receipt"))
        case .knownItem(let place): (place, .init(.duplicate, "is already an item of this receipt"))
        case .unusable(let place): (place, .init(.invalid, "is not a valid value for this field"))
        case .tooManyItems(let place):
            (
                place,
                .init(
                    .tooMany, "is one item too many: there are at most \(maxItems)", ["max": .integer(maxItems)])
            )
        }
    }

    // MARK: - The purchase

    private static let amounts: [(String, ReceiptEdit.Field)] = [
        ("subtotal", .subtotal), ("tax", .tax), ("discount", .discount), ("deposit", .deposit),
        ("bag", .bag), ("service", .service), ("tip", .tip), ("total", .total), ("change", .change),
    ]

    private mutating func add(_ edit: ReceiptEdit, _ place: JSONPointer) {
        edits.append(edit)
        places.append(place)
    }

    private mutating func readCurrency(_ fields: inout BodyFields, known: Currency?) {
        guard let code = fields.optionalText("currency", length: 3...3) else { return }
        guard let published = Currency(code) else {
            return fields.report("currency", .notACurrency)
        }
        if let known, known.minorDigits != published.minorDigits {
            return fields.report(
                "currency",
                .init(
                    .mismatch, "has other decimals than \(known), which the amounts are in",
                    ["expected": .text(known.code)]))
        }
        currency = published
        add(ReceiptEdit(.currency, text: published.code), JSONPointer.root.member("currency"))
    }

    private mutating func readHead(_ fields: inout BodyFields, _ body: JSONValue) {
        let texts: [(String, ReceiptEdit.Field)] = [("merchant", .merchant)]
        for (name, field) in texts where fields.names(name) {
            let text = fields.words(name, longest: ReceiptRecord.maxNameLength)
            add(ReceiptEdit(field, text: text), JSONPointer.root.member(name))
        }
        if let store = body["store"] { readStore(store, &fields) }
        readTime(&fields)
    }

    private mutating func readStore(_ store: JSONValue, _ fields: inout BodyFields) {
        let place = JSONPointer.root.member("store")
        guard case .object = store else { return fields.report(place, .notAnObject) }
        let parts: [(String, ReceiptEdit.Field)] = [
            ("number", .storeNumber), ("address", .storeAddress), ("telephone", .storeTelephone),
        ]
        for (name, field) in parts {
            guard let value = store[name] else { continue }
            let text =
                value == .null
                ? nil : fields.text(value, at: place.member(name), length: 1...ReceiptRecord.maxNameLength)
            add(ReceiptEdit(field, text: text), place.member(name))
        }
    }

    /// Reads taxes, which replace all earlier ones.
    private mutating func readTaxes(_ fields: inout BodyFields) {
        guard fields.names("taxes") else { return }
        let whole = JSONPointer.root.member("taxes")
        if fields.names("tax") {
            fields.report(
                whole,
                .init(
                    .notTogether, "must not be sent together with tax, which is the total", ["fields": .texts(["tax"])])
            )
        }
        add(ReceiptEdit(.clearTaxes), whole)
        for (place, value) in fields.elements(of: "taxes", maxCount: Self.maxLines) {
            guard let label = value["label"] else { return fields.report(place.member("label"), .required) }
            let text = fields.text(label, at: place.member("label"), length: 1...ReceiptRecord.maxNameLength)
            guard let amount = value["amount"] else { return fields.report(place.member("amount"), .required) }
            guard let text, let paid = money(amount, at: place.member("amount"), &fields) else { continue }
            add(ReceiptEdit(.addTax, text: text, number: paid), place)
        }
    }

    /// Reads tenders, which replace all earlier ones.
    private mutating func readTenders(_ fields: inout BodyFields) {
        guard fields.names("tenders") else { return }
        add(ReceiptEdit(.clearTenders), JSONPointer.root.member("tenders"))
        for (place, value) in fields.elements(of: "tenders", maxCount: Self.maxLines) {
            guard case .string(let kind)? = value["kind"], ReceiptCharge.Kind(rawValue: kind)?.isTender == true else {
                fields.report(
                    place.member("kind"),
                    .init(
                        .notAChoice, "must be one of cash, card, otherTender",
                        ["choices": .texts(["cash", "card", "otherTender"])]))
                continue
            }
            guard let amount = value["amount"] else { return fields.report(place.member("amount"), .required) }
            guard let paid = money(amount, at: place.member("amount"), &fields) else { continue }
            add(ReceiptEdit(.addTender, text: kind, number: paid), place)
        }
    }

    /// Reads `YYYY-MM-DD`, optionally with `HH:MM` or `HH:MM:SS` after a space or a `T` (SPD-20).
    private mutating func readTime(_ fields: inout BodyFields) {
        let place = JSONPointer.root.member("purchasedAt")
        guard fields.names("purchasedAt") else { return }
        guard let text = fields.optionalText("purchasedAt", length: 1...19) else {
            add(ReceiptEdit(.day), place)
            return add(ReceiptEdit(.time), place)
        }
        let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == " " || $0 == "T" }
        let time = parts.count == 2 ? ReceiptEditor.time(String(parts[1])) : nil
        guard let day = CalendarDay(String(parts[0])), parts.count == 1 || time != nil else {
            return fields.report(
                place, .init(.notADay, "must be a day with or without a time, such as 2026-11-21 17:04:00"))
        }
        guard day <= lastDay else { return fields.report(place, .init(.inFuture, "must not be in the future")) }
        add(ReceiptEdit(.day, text: day.description), place)
        add(ReceiptEdit(.time, text: time), place)
    }

    private mutating func readAmount(
        _ value: JSONValue?, _ field: ReceiptEdit.Field, item: ReceiptItemID? = nil, at place: JSONPointer,
        _ fields: inout BodyFields
    ) {
        guard let value else { return }
        if value == .null { return add(ReceiptEdit(field, item: item), place) }
        guard let amount = money(value, at: place, &fields) else { return }
        if field == .discount || field == .itemDiscount, amount > 0 {
            return fields.report(
                place.member("amount"), .init(.outOfRange, "must not be positive: it is deducted", ["max": 0]))
        }
        add(ReceiptEdit(field, item: item, number: amount), place)
    }

    /// Reads `{"amount": "12.34", "currency": "CAD"}` as minor units; all amounts of a purchase have the same currency.
    private mutating func money(_ value: JSONValue, at place: JSONPointer, _ fields: inout BodyFields) -> Int64? {
        guard case .object = value else {
            fields.report(place, .init(.wrongType, "must be an object with amount and currency", ["type": "object"]))
            return nil
        }
        if let code = value["currency"], code != .null {
            guard case .string(let text) = code, let published = Currency(text) else {
                fields.report(place.member("currency"), .notACurrency)
                return nil
            }
            if let currency, currency != published {
                fields.report(
                    place.member("currency"),
                    .init(.mismatch, "must be \(currency), as the whole receipt is", ["expected": .text(currency.code)])
                )
                return nil
            }
            if currency == nil {
                currency = published
                add(ReceiptEdit(.currency, text: published.code), place.member("currency"))
            }
        }
        guard let currency else {
            fields.report(place.member("currency"), .required)
            return nil
        }
        guard case .string(let text)? = value["amount"], let amount = DecimalAmount.minorUnits(text, in: currency),
            (-ReceiptEditor.maxAmount...ReceiptEditor.maxAmount).contains(amount)
        else {
            fields.report(
                place.member("amount"),
                .init(
                    .notAnAmount,
                    "must be a decimal text such as \"12.34\" with at most \(currency.minorDigits) decimals",
                    ["decimals": .integer(currency.minorDigits)]))
            return nil
        }
        return amount
    }

    // MARK: - Items

    /// Reads changes of an item with an id, or a new item without one.
    private mutating func read(_ item: JSONValue, at place: JSONPointer, _ fields: inout BodyFields) {
        guard case .object = item else { return fields.report(place, .notAnObject) }
        guard let id = item["id"], id != .null else { return readNew(item, at: place, &fields) }
        guard case .string(let text) = id, let known = ReceiptItemID(text: text) else {
            return fields.report(place.member("id"), .notAnID)
        }
        if item["removed"] == .bool(true) { return add(ReceiptEdit(.removeItem, item: known), place.member("id")) }
        if let name = item["name"] {
            let text = fields.text(name, at: place.member("name"), length: 1...ReceiptRecord.maxNameLength)
            add(ReceiptEdit(.itemName, item: known, text: text), place.member("name"))
        }
        if let amount = item["amount"].flatMap({ money($0, at: place.member("amount"), &fields) }) {
            add(ReceiptEdit(.itemAmount, item: known, number: amount), place.member("amount"))
        }
        readDetails(item, of: known, at: place, &fields)
    }

    private mutating func readNew(_ item: JSONValue, at place: JSONPointer, _ fields: inout BodyFields) {
        guard let name = item["name"], let amount = item["amount"] else {
            return fields.report(
                place,
                .init(
                    .oneRequired, "must have a name and an amount, or the id of an item",
                    ["fields": .texts(["id", "name", "amount"])]))
        }
        let text = fields.text(name, at: place.member("name"), length: 1...ReceiptRecord.maxNameLength)
        let paid = money(amount, at: place.member("amount"), &fields)
        guard let text, let paid else { return }
        let id = ReceiptItemID.random()
        add(ReceiptEdit(.addItem, item: id, text: text, number: paid), place.member("name"))
        readDetails(item, of: id, at: place, &fields)
    }

    private mutating func readDetails(
        _ item: JSONValue, of id: ReceiptItemID, at place: JSONPointer, _ fields: inout BodyFields
    ) {
        let quantities = 1...ReceiptEditor.maxQuantity
        if let number = fields.thousandths(item["quantity"], at: place.member("quantity"), in: quantities) {
            add(ReceiptEdit(.itemQuantity, item: id, number: number), place.member("quantity"))
        }
        readChoice(item["unit"], .itemUnit, of: id, PurchaseUnit.self, at: place.member("unit"), &fields)
        readChoice(
            item["category"], .itemCategory, of: id, PurchaseCategory.self, at: place.member("category"), &fields)
        readAmount(item["unitPrice"], .itemUnitPrice, item: id, at: place.member("unitPrice"), &fields)
        readAmount(item["discount"], .itemDiscount, item: id, at: place.member("discount"), &fields)
        for (name, field) in [("code", ReceiptEdit.Field.itemCode), ("taxCode", .itemTaxCode)] {
            guard let value = item[name] else { continue }
            let text =
                value == .null ? nil : fields.text(value, at: place.member(name), length: 1...Self.maxCodeLength)
            add(ReceiptEdit(field, item: id, text: text), place.member(name))
        }
        if let product = item["product"], product != .null {
            guard case .string(let text) = product, PurchasedProductID(text: text) != nil else {
                return fields.report(place.member("product"), .init(.notAnID, "is not the id of a product"))
            }
            add(ReceiptEdit(.itemProduct, item: id, text: text), place.member("product"))
        }
    }

    private mutating func readChoice<Choice: RawRepresentable<String> & CaseIterable>(
        _ value: JSONValue?, _ field: ReceiptEdit.Field, of id: ReceiptItemID, _ type: Choice.Type,
        at place: JSONPointer, _ fields: inout BodyFields
    ) {
        guard let value, value != .null else { return }
        guard case .string(let text) = value, Choice(rawValue: text) != nil else {
            return fields.report(place, .notAChoice(of: Choice.self))
        }
        add(ReceiptEdit(field, item: id, text: text), place)
    }
}
