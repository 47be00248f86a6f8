import Quantities
import ReceiptReading
import Testing
import UnitSupport

/// Parsing a printed receipt gives the receipt: ten layouts, four languages, random purchases (VIS-20, VIS-21).
struct RoundTripTests {
    private static let layouts = Array(0..<10)

    /// Seeds of the purchases printed in a layout; a unit run prints two languages in each layout.
    private static func purchases(in layout: Int) -> Range<Int> {
        guard UnitRun.isOn else { return 0..<12 }
        let first = layout % 2 * 2
        return first..<first + 2
    }

    @Test("round trip: names, amounts, discounts, deposits and totals", arguments: layouts)
    func readsWhatIsPrinted(layout: Int) {
        for seed in Self.purchases(in: layout) {
            let basket = Basket(seed: seed * 10 + layout, language: seed % 4)
            let rows = basket.rows(layout: layout)
            let receipt = Till.read(rows, tilt: [0, 0.02, -0.03][seed % 3], bow: [0, 6][seed % 2])
            let printed = Comment(rawValue: "seed \(seed)\n" + rows.joined(separator: "\n"))
            #expect(receipt.items.map(\.amount.value.minorUnits) == basket.lines.map(\.amount), printed)
            #expect(
                receipt.items.map { PrintedName.glued($0.name.value) }
                    == basket.lines.map { PrintedName.glued($0.name) },
                printed)
            #expect(
                receipt.items.map { $0.amount.value - $0.net }.map(\.minorUnits) == basket.lines.map(\.discount),
                printed)
            #expect(
                receipt.items.map { $0.charges.reduce(0) { $0 + $1.amount.value.minorUnits } }
                    == basket.lines.map(\.deposit),
                printed)
            #expect(receipt.subtotal?.value.minorUnits == basket.subtotal, printed)
            #expect(receipt.total?.value.minorUnits == basket.total, printed)
            #expect(receipt.change?.value.minorUnits == basket.cash.map { $0 - basket.total }, printed)
            #expect(receipt.purchasedOn?.value.description == "2026-03-14", printed)
            #expect(receipt.merchant?.value == "PINE HOLLOW MARKET", printed)
        }
    }

    @Test("round trip: amounts read add up to amounts printed, to the cent", .slow, arguments: layouts)
    func keepsEveryCent(layout: Int) {
        for seed in 0..<12 {
            let basket = Basket(seed: 7_000 + seed * 10 + layout, language: seed % 4)
            let checks = ReceiptChecks(Till.read(basket.rows(layout: layout)))
            #expect(checks.difference == PrintedMoney(0), "seed \(seed)")
            #expect(checks.itemsMatchTotal == true && checks.itemsMatchSubtotal == true, "seed \(seed)")
        }
    }

    @Test(
        "VIS-20: curled by more than a row, names keep their amounts", .slow,
        arguments: layouts)
    func readsCurledPaper(layout: Int) {
        for seed in 0..<6 {
            let basket = Basket(seed: 300 + seed * 10 + layout, language: seed % 4)
            let rows = basket.rows(layout: layout)
            let receipt = Till.read(rows, curl: [36, -36, 24][seed % 3])
            let printed = Comment(rawValue: "seed \(seed)\n" + rows.joined(separator: "\n"))
            #expect(receipt.items.map(\.amount.value.minorUnits) == basket.lines.map(\.amount), printed)
            #expect(receipt.total?.value.minorUnits == basket.total, printed)
        }
    }

    @Test("VIS-21: quantities, units and unit prices stay with their items", .slow, arguments: [0, 1, 3, 5, 7, 9])
    func readsQuantities(layout: Int) {
        for seed in 0..<12 {
            let basket = Basket(seed: 900 + seed * 10 + layout, language: seed % 4)
            let receipt = Till.read(basket.rows(layout: layout))
            #expect(receipt.items.count == basket.lines.count)
            for (item, line) in zip(receipt.items, basket.lines) {
                #expect(abs(item.quantity.value - line.quantity) < 0.000_5, "seed \(seed) \(line.name)")
                #expect(item.quantity.unit == (line.isWeighed ? .kilogram : nil), "seed \(seed) \(line.name)")
            }
        }
    }
}

/// Names are compared without spaces and signs.
enum PrintedName {
    static func glued(_ name: String) -> String { name.filter { $0.isLetter || $0.isNumber } }
}
