import EventContracts
import Purchases
import ReceiptReading
import Testing

@testable import SpendingService

@Suite("Recognized receipts as purchases")
struct ReadReceiptTests {
    @Test(
        "VIS-21, SPD-20: a decimal without a unit is a weight",
        arguments: [("US", PurchaseUnit.pound), ("CA", PurchaseUnit.kilogram)])
    func scales(country: String, unit: PurchaseUnit) {
        var receipt = Receipt()
        receipt.store.country = country
        receipt.items = [
            Self.item("BANANAS", Receipt.Quantity(3.87, isPrinted: true)),
            Self.item("SPARKLING WATER", Receipt.Quantity(4, isPrinted: true)),
            Self.item("HAM", Receipt.Quantity(250.5, .gram, isPrinted: true)),
            Self.item("SALT", Receipt.Quantity()),
        ]
        let record = ReceiptRecord(reading: receipt) { _ in .random() }
        #expect(record.items.map(\.unit) == [unit, .each, .gram, .each])
        #expect(record.items.map(\.quantity.value) == [3_870, 4_000, 250_500, 1_000])
    }

    private static func item(_ name: String, _ quantity: Receipt.Quantity) -> Receipt.Item {
        Receipt.Item(
            name: ReadField(name, confidence: 1, crop: nil), rawText: name, quantity: quantity,
            amount: ReadField(PrintedMoney(275), confidence: 1, crop: nil))
    }
}
