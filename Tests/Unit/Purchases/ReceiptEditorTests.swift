import EventContracts
import Purchases
import Quantities
import Testing
import UnitSupport

@Suite("Editing receipts with field sources (SPD-05)")
struct ReceiptEditorTests {
    let editor = ReceiptEditor(category: CategoryWords.category(of:))

    private func receipt() -> ReceiptRecord {
        var record = ReceiptRecord()
        record.merchant = ReceiptField("LOBLAWS", .read, confidence: 0.7, crop: [0, 1, 2, 3, 4])
        record.items = [SamplePurchases.read("2% MILK", 629, 1), SamplePurchases.read("CHIPS", 399, 2)]
        record.total = ReceiptField(1_080, .read, confidence: 0.99)
        record.charges = [ReceiptCharge(.tax, label: "HST", amount: ReceiptField(52, .read))]
        return record
    }

    @Test("receipt edit: an equal value confirms; a new one keeps its position")
    func provenance() throws {
        let edited = try editor.apply(
            [
                ReceiptEdit(.merchant, text: "LOBLAWS"),
                ReceiptEdit(.itemAmount, item: SamplePurchases.item(1), number: 639),
            ], to: receipt())
        #expect(edited.merchant?.origin == .confirmed)
        #expect(edited.merchant?.confidence == 0.7)
        #expect(edited.items[0].amount == ReceiptField(639, .typed, crop: [0, 400, 20, 60, 18]))
        #expect(edited.items[1] == receipt().items[1])
        #expect(edited.total == receipt().total)
    }

    @Test("receipt edit: shop details are set and cleared individually")
    func store() throws {
        let edited = try editor.apply(
            [
                ReceiptEdit(.storeNumber, text: "12"), ReceiptEdit(.storeAddress, text: "1 Main St"),
                ReceiptEdit(.storeTelephone, text: "555-0100"), ReceiptEdit(.storeTelephone),
            ], to: receipt())
        #expect(edited.store == ReceiptStore(number: "12", address: "1 Main St"))
    }

    @Test("receipt edit: sum mismatches are flagged with the difference")
    func sums() throws {
        #expect(ReceiptSums(receipt()).itemsMatchTotal == true)
        let edited = try editor.apply([ReceiptEdit(.removeItem, item: SamplePurchases.item(2))], to: receipt())
        #expect(ReceiptSums(edited).itemsMatchTotal == false)
        #expect(ReceiptSums(edited).difference == 399)
        #expect(ReceiptSums(ReceiptRecord()).itemsMatchTotal == nil)
    }

    @Test("receipt edit: items are added, renamed and priced")
    func items() throws {
        let edited = try editor.apply(
            [
                ReceiptEdit(.addItem, item: SamplePurchases.item(3), text: "苹果", number: 250),
                ReceiptEdit(.itemQuantity, item: SamplePurchases.item(3), number: 1_234),
                ReceiptEdit(.itemUnit, item: SamplePurchases.item(3), text: "kg"),
                ReceiptEdit(.itemCategory, item: SamplePurchases.item(2), text: "household"),
                ReceiptEdit(.itemName, item: SamplePurchases.item(2), text: "cheddar"),
                ReceiptEdit(.itemName, item: SamplePurchases.item(1), text: "bread"),
            ], to: receipt())
        #expect(edited.items.map(\.category.value) == [.bakery, .household, .produce])
        #expect(edited.items[2].unit == .kilogram)
        #expect(edited.items[2].normalisedPrice?.dimension == .mass)
    }

    @Test("receipt edit: discounts are deducted; taxes replaced or removed")
    func chargesAndDiscounts() throws {
        let edited = try editor.apply(
            [
                ReceiptEdit(.itemDiscount, item: SamplePurchases.item(1), number: -100), ReceiptEdit(.tax, number: 60),
                ReceiptEdit(.discount, number: -50),
            ], to: receipt())
        #expect(edited.items[0].net == 529)
        #expect(edited.charges.map(\.amount.value) == [60])
        #expect(edited.charges.map(\.label) == ["HST"])
        #expect(ReceiptSums(edited).added == 529 + 399 - 50 + 60)
        let cleared = try editor.apply([ReceiptEdit(.tax), ReceiptEdit(.discount)], to: edited)
        #expect(cleared.charges.isEmpty && cleared.discounts.isEmpty)
    }

    @Test(
        "receipt edit: an invalid one is rejected and changes nothing",
        arguments: [
            (ReceiptEdit(.itemName, item: SamplePurchases.item(9), text: "x"), ReceiptEditor.Fault.unknownItem(1)),
            (ReceiptEdit(.addItem, item: SamplePurchases.item(1), text: "x", number: 1), .knownItem(1)),
            (ReceiptEdit(.day, text: "2026-02-30"), .unusable(1)), (ReceiptEdit(.time, text: "24:00"), .unusable(1)),
            (ReceiptEdit(.currency, text: "dollars"), .unusable(1)),
            (ReceiptEdit(.itemQuantity, item: SamplePurchases.item(1), number: 0), .unusable(1)),
            (ReceiptEdit(.itemDiscount, item: SamplePurchases.item(1), number: 5), .unusable(1)),
            (ReceiptEdit(.total, number: .max), .unusable(1)), (ReceiptEdit(.merchant, text: "   "), .unusable(1)),
        ])
    func refused(edit: ReceiptEdit, fault: ReceiptEditor.Fault) {
        #expect(throws: fault) {
            try editor.apply([ReceiptEdit(.total, number: 5), edit], to: receipt())
        }
    }

    @Test("amounts: decimal text and minor units agree to the cent (C24)")
    func decimals() throws {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<2_000 {
            let cents = Int64.random(in: -10_000_000...10_000_000, using: &random)
            #expect(DecimalAmount.minorUnits(DecimalAmount.text(cents, in: .cad), in: .cad) == cents)
        }
        let yen = try #require(Currency("JPY"))
        #expect(DecimalAmount.minorUnits("120", in: yen) == 120)
        #expect(DecimalAmount.text(-5, in: .usd) == "-0.05")
        for wrong in ["1.234", "1,23", "", ".5", "1.", "+1", "1e3", "٣"] {
            #expect(DecimalAmount.minorUnits(wrong, in: .usd) == nil)
        }
        #expect(DecimalAmount.minorUnits("120.0", in: yen) == nil)
    }
}
