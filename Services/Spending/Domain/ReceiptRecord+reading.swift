import EventContracts
import Purchases
import Quantities
import ReceiptReading

extension ReceiptRecord {
    /// Creates the record of a recognized receipt.
    ///
    /// - Parameters:
    ///   - receipt: The parser's result.
    ///   - makeID: Creates an item's id from its index.
    init(reading receipt: Receipt, makeID: (Int) -> ReceiptItemID) {
        self.init()
        merchant = receipt.merchant.map { ReceiptField(reading: $0) { String($0.prefix(Self.maxNameLength)) } }
        store = ReceiptStore(
            number: receipt.store.number?.value,
            address: receipt.store.address.isEmpty
                ? nil : receipt.store.address.map(\.value).joined(separator: ", "),
            telephone: receipt.store.telephone?.value, country: receipt.store.country)
        day = receipt.purchasedOn.map { ReceiptField(reading: $0, \.self) }
        time = receipt.time.map { ReceiptField(reading: $0, \.description) }
        currency = receipt.currency.map { ReceiptField(reading: $0, \.self) }
        items = receipt.items.prefix(Self.maxItems).enumerated().map { place, item in
            ReceiptItem(reading: item, weighedIn: Self.scaleUnit(receipt), id: makeID(place))
        }
        discounts = receipt.discounts.map(ReceiptCharge.init(reading:))
        charges = receipt.charges.map(ReceiptCharge.init(reading:))
        tenders = receipt.tenders.map(ReceiptCharge.init(reading:))
        subtotal = receipt.subtotal.map { ReceiptField(reading: $0, \.minorUnits) }
        total = receipt.total.map { ReceiptField(reading: $0, \.minorUnits) }
        change = receipt.change.map { ReceiptField(reading: $0, \.minorUnits) }
        loyalty = receipt.loyalty.map(\.value)
        rows = receipt.rows
    }

    /// The weight unit of the shop's country, for a decimal quantity without unit ("3.87 BANANAS").
    private static func scaleUnit(_ receipt: Receipt) -> PurchaseUnit {
        let isAmerican = receipt.store.country.map { $0 == "US" } ?? (receipt.currency?.value == .usd)
        return isAmerican ? .pound : .kilogram
    }
}

extension ReceiptField {
    /// A field with its recognized value.
    fileprivate init<Read>(reading field: ReadField<Read>, _ value: (Read) -> Value) {
        self.init(
            value(field.value), .read, confidence: field.confidence,
            crop: field.crop.map { [Double($0.page), $0.x, $0.y, $0.width, $0.height] })
    }
}

extension ReceiptItem {
    fileprivate init(reading item: Receipt.Item, weighedIn scaleUnit: PurchaseUnit, id: ReceiptItemID) {
        let name = ReceiptField(reading: item.name) {
            $0.isEmpty ? item.code ?? "?" : String($0.prefix(ReceiptRecord.maxNameLength))
        }
        let thousandths = (item.quantity.value * 1_000).rounded()
        let isUsable = thousandths >= 1 && thousandths <= Double(ReceiptEditor.maxQuantity)
        let isWeight = isUsable && Int64(exactly: item.quantity.value) == nil
        self.init(
            itemID: id, name: name, rawText: item.rawText,
            category: ReceiptField(CategoryWords.category(of: name.value), .reckoned),
            quantity: ReceiptField(
                isUsable ? Int64(thousandths) : 1_000, item.quantity.isPrinted && isUsable ? .read : .reckoned),
            unit: item.quantity.unit.map(PurchaseUnit.init(_:)) ?? (isWeight ? scaleUnit : .each),
            amount: ReceiptField(reading: item.amount, \.minorUnits))
        code = item.code
        unitPrice = item.unitPrice.map { ReceiptField(reading: $0, \.minorUnits) }
        discounts = item.discounts.map(ReceiptCharge.init(reading:))
        charges = item.charges.map(ReceiptCharge.init(reading:))
        taxCode = item.taxCode
        isNearExpiry = item.isNearExpiry
    }
}

extension ReceiptCharge {
    fileprivate init(reading charge: Receipt.Charge) {
        self.init(
            Kind(charge.kind), label: charge.label, amount: ReceiptField(reading: charge.amount, \.minorUnits))
        rate = charge.rate
        taxCode = charge.taxCode
        isIncluded = charge.isIncluded
    }
}

extension ReceiptCharge.Kind {
    fileprivate init(_ kind: Receipt.Charge.Kind) {
        self =
            switch kind {
            case .tax: .tax
            case .deposit: .deposit
            case .bag: .bag
            case .service: .service
            case .tip: .tip
            case .rounding: .rounding
            case .discount: .discount
            case .cash: .cash
            case .card: .card
            case .otherTender: .otherTender
            }
    }
}

extension PurchaseUnit {
    fileprivate init(_ unit: MeasureUnit) {
        self =
            switch unit {
            case .kilogram: .kilogram
            case .gram: .gram
            case .pound: .pound
            case .ounce: .ounce
            case .liter: .liter
            case .milliliter: .milliliter
            case .gallon: .gallon
            case .each: .each
            }
    }
}

extension ReceiptPages {
    /// The recognized lines in the form for the parser, with positions in pixels.
    var printed: [[PrintedLine]] {
        pages.map { page in
            page.lines.compactMap { line in
                guard line.corners.count == 8 else { return nil }
                let corners = stride(from: 0, to: 8, by: 2).map { place in
                    PicturePoint(
                        x: line.corners[place] * Double(page.width), y: line.corners[place + 1] * Double(page.height))
                }
                return PrintedLine(
                    line.text, corners: corners, confidence: line.confidence, positions: line.positions)
            }
        }
    }
}
