import EventContracts
import Foundation
import Purchases
import Quantities

/// Fictional purchases.
enum SamplePurchases {
    static func product(_ number: UInt8) -> PurchasedProductID { PurchasedProductID(uuid(number)) }
    static func store(_ number: UInt8) -> StoreID { StoreID(uuid(number)) }
    static func item(_ number: UInt8) -> ReceiptItemID { ReceiptItemID(uuid(number)) }

    static func uuid(_ number: UInt8) -> UUID {
        UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, number))
    }

    /// An item as read from a photo.
    static func read(
        _ name: String, _ amount: Int64, _ number: UInt8 = 1, thousandths: Int64 = 1_000, unit: PurchaseUnit = .each
    ) -> ReceiptItem {
        ReceiptItem(
            itemID: item(number), name: ReceiptField(name, .read, confidence: 0.9, crop: [0, 10, 20, 300, 18]),
            rawText: name, category: ReceiptField(CategoryWords.category(of: name), .reckoned),
            quantity: ReceiptField(thousandths, .read), unit: unit,
            amount: ReceiptField(amount, .read, confidence: 0.8, crop: [0, 400, 20, 60, 18]))
    }

    static func day(_ text: String) -> CalendarDay { CalendarDay(text) ?? .epoch }

    /// The ledger of a purchase from plain numbers.
    static func ledger(
        _ day: String, _ lines: [PurchaseLedger.Line], charges: Int64 = 0, currency: Currency? = .cad,
        store: UInt8 = 1, saved: Int64 = 0, unassigned: Int64 = 0
    ) -> PurchaseLedger {
        var ledger = PurchaseLedger(ReceiptRecord(), store: SamplePurchases.store(store))
        ledger.day = CalendarDay(day)
        ledger.currency = currency
        ledger.lines = lines
        ledger.charges = charges
        ledger.saved = saved
        ledger.total = lines.reduce(charges + unassigned) { $0 + $1.net }
        return ledger
    }

    static func line(
        _ product: UInt8, _ net: Int64, _ category: PurchaseCategory = .dairy, litres: Int64? = nil
    ) -> PurchaseLedger.Line {
        PurchaseLedger.Line(
            category: category, product: SamplePurchases.product(product), net: net,
            price: litres.flatMap { UnitPrice(minorUnits: net, thousandths: $0 * 1_000, of: .liter) })
    }
}
