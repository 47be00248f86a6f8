import Quantities
import ReceiptReading
import Testing

/// Totals that follow from other rows, and rows that only look like sums, payments or points (VIS-20).
struct SumTests {
    struct Case: Sendable, CustomStringConvertible {
        let sums: [(String, String)]
        let total: Int64
        var discounts: [Int64] = []
        var charges: [Int64] = []
        var description: String { sums.map(\.0).joined(separator: ", ") }
    }

    /// Rows below two items of 4.00 and 2.00.
    private static let cases = [
        Case(sums: [("TOTAL", "6.00"), ("COUPON", "-1.00"), ("BALANCE DUE", "5.00")], total: 500, discounts: [-100]),
        Case(
            sums: [("TOTAL", "6,00"), ("BON DE REDUCTION", "-1,00"), ("NET A PAYER", "5,00")], total: 500,
            discounts: [-100]),
        Case(
            sums: [("总计", "6.00"), ("优惠金额", "1.00"), ("实付金额", "5.00"), ("现金", "20.00"), ("找零", "15.00")],
            total: 500, discounts: [-100]),
        Case(sums: [("合计", "6.00"), ("优惠", "1.00"), ("实收", "5.00")], total: 500, discounts: [-100]),
        Case(
            sums: [("TOTAL", "6.00"), ("COUPON", "-1.00"), ("CASH", "10.00"), ("CHANGE", "5.00")], total: 500,
            discounts: [-100]),
        Case(sums: [("TOTAL", "6.00"), ("TIP", "1.20"), ("TOTAL", "7.20")], total: 720, charges: [120]),
        Case(sums: [("TOTAL", "6.00"), ("GIFT CARD", "2.50"), ("BALANCE DUE", "3.50"), ("VISA", "3.50")], total: 600),
        Case(sums: [("TOTAL", "6.00"), ("GIFT CARD", "-2.50"), ("BALANCE DUE", "3.50"), ("VISA", "3.50")], total: 600),
        Case(sums: [("TOTAL", "6.00"), ("CASH", "2.00"), ("BALANCE DUE", "4.00"), ("VISA", "4.00")], total: 600),
        Case(
            sums: [("TOTAL", "6,00"), ("BON ACHAT", "-2,00"), ("RESTE A PAYER", "4,00"), ("CB", "4,00")], total: 600),
        Case(
            sums: [("TOTAL", "6.00"), ("VOUCHER", "-2.00"), ("AMOUNT DUE", "4.00"), ("CARD", "4.00")], total: 400,
            discounts: [-200]),
        Case(sums: [("合 计", "6.00")], total: 600),
        Case(sums: [("TOTAL 2 ITEMS", "6.00")], total: 600),
        Case(sums: [("TOTAL (2 ARTICLES)", "6,00")], total: 600),
        Case(sums: [("2 ITEMS", "6.00"), ("TOTAL", "6.00")], total: 600),
        Case(sums: [("AMOUNT", "6.00"), ("CASH", "10.00"), ("CHANGE", "4.00")], total: 600),
        Case(sums: [("TOTAL", "6.00"), ("DEBIT", "26.00"), ("AMOUNT", "26.00")], total: 600),
    ]

    @Test("receipt text: discounts, tips and payments between totals decide", arguments: cases)
    func sums(_ printed: Case) {
        let rows = [Till.pair("OAT BREAD", "4.00"), Till.pair("TEA", "2.00")]
        let receipt = Till.read(
            ["FERNWOOD TRADING LTD", "14/03/2026 10:15"] + rows + printed.sums.map { Till.pair($0.0, $0.1) })
        #expect(receipt.items.map(\.amount.value.minorUnits) == [400, 200])
        #expect(receipt.total?.value.minorUnits == printed.total)
        #expect(receipt.discounts.map(\.amount.value.minorUnits) == printed.discounts)
        #expect(receipt.charges.map(\.amount.value.minorUnits) == printed.charges)
        #expect(ReceiptChecks(receipt).itemsMatchTotal == true)
    }

    @Test("receipt text: a sum before its rounding is not an item")
    func roundedSum() {
        let rows = [
            Till.pair("CRACKERS", "8.38"), "02 X RM 4.19", Till.pair("GLUE", "4.40"), "@2 X RM 2.20",
            Till.pair("TotalSales (Inclusive GST) RM", "12.78"), Till.pair("Rounding Adjustment RM", "0.02"),
            Till.pair("Rounding RM", "12.80"), Till.pair("CASH RM", "20.00"), Till.pair("CHANGE RM", "7.20"),
        ]
        let receipt = Till.read(["FERNWOOD TRADING LTD", "14/03/2026 10:15"] + rows)
        #expect(receipt.items.map(\.amount.value.minorUnits) == [838, 440])
        #expect(receipt.total?.value.minorUnits == 1_280)
    }

    @Test("receipt text: a discount inside an item is not deducted twice")
    func repeatedDiscount() {
        let rows = [
            Till.pair("PAPER", "55.00"), Till.pair("Item Discount", "-1.00"), Till.pair("INK", "29.00"),
            Till.pair("Total", "84.00"), Till.pair("Disc", "-1.00"), Till.pair("Rounding Adj", "0.00"),
            Till.pair("Total Inclusive GST:", "83.00"), Till.pair("CASH", "85.00"), Till.pair("Change", "2.00"),
        ]
        let receipt = Till.read(["FERNWOOD TRADING LTD", "14/03/2026 10:15"] + rows)
        #expect(receipt.items.flatMap(\.discounts).map(\.amount.value.minorUnits) == [-100])
        #expect(receipt.discounts.isEmpty && receipt.total?.value.minorUnits == 8_300)
        #expect(ReceiptChecks(receipt).itemsMatchTotal == true)
    }

    @Test(
        "receipt text: words for other rows may begin names of items",
        arguments: [
            ["TV", "TEA"], ["7UP", "TEA"], ["MILK 1.89 L", "TEA"], ["TABLE SALT", "TEA"], ["STORE BRAND MILK", "TEA"],
            ["CHK BROTH", "TEA"], ["TIP TOP BREAD", "TEA"],
            ["TEA", "MEMBER'S MARK MILK"], ["TEA", "OPTIMUM NUTRITION BAR"], ["TEA", "GIFT CARD"],
            ["TEA", "CARD BIRTHDAY"], ["TEA", "PROMO PASTA"], ["TEA", "OFF DEEP WOODS SPRAY"],
        ])
    func names(_ names: [String]) {
        let receipt = Till.read(
            ["FERNWOOD TRADING LTD", "14/03/2026 10:15"] + names.map { Till.pair($0, "2.00") }
                + [Till.pair("TOTAL", "4.00")])
        #expect(receipt.items.map(\.name.value) == names)
        #expect(receipt.charges.isEmpty && receipt.tenders.isEmpty && receipt.discounts.isEmpty)
        #expect(ReceiptChecks(receipt).itemsMatchTotal == true)
    }

    @Test(
        "receipt text: taxes are not items, whatever they are called",
        arguments: ["NYS TAX", "FOOD TAX", "TX", "TAX1", "TAX2", "T = NY TAX 8.0000 on $4.00"])
    func taxes(label: String) {
        let receipt = Till.read([
            "FERNWOOD TRADING LTD", "14/03/2026 10:15", Till.pair("TEA", "4.00"), Till.pair(label, "0.32"),
            Till.pair("TOTAL", "4.32"),
        ])
        #expect(receipt.items.map(\.name.value) == ["TEA"])
        #expect(receipt.charges.map(\.kind) == [.tax] && ReceiptChecks(receipt).itemsMatchTotal == true)
    }

    @Test("receipt text: exchange terms are not the change")
    func exchange() {
        let receipt = Till.read([
            "MARCHE DU QUAI", "14/03/2026", "PAIN DE SEIGLE              4,00", "TOTAL                       4,00",
            "ECHANGE JUSQU'AU 18/03/2026",
        ])
        #expect(receipt.change == nil && receipt.total?.value == PrintedMoney(400))
    }

    @Test(
        "receipt text: a weight with a price is not an item's name",
        arguments: [
            "0.456 kg NET @ $3.99/kg", "0.456 kg $3.99/kg", "0,456 kg 3,99 EUR/kg", "0,456 kg  3,99 €/kg",
        ])
    func weights(printed: String) {
        let receipt = Till.read([
            "PINE HOLLOW MARKET", "2026-03-14", "BANANAS", Till.pair(printed, "1.82"), Till.pair("TOTAL", "1.82"),
        ])
        #expect(receipt.items.map(\.name.value) == ["BANANAS"])
        #expect(
            receipt.items.first?.quantity.unit == .kilogram
                && receipt.items.first?.unitPrice?.value == PrintedMoney(399))
    }

    @Test("receipt text: a German \"2 Stk x\" row belongs to the item above")
    func pieces() {
        let receipt = Till.read([
            "KIOSK AM MARKT", "12.03.2026 09:15", "MILCH                          2,58", "  2 Stk x  1,29",
            "BROT                           2,72", "SUMME EUR                      5,30",
        ])
        #expect(receipt.items.map(\.name.value) == ["MILCH", "BROT"])
        #expect(receipt.items.map(\.quantity.value) == [2, 1])
    }

    @Test("receipt text: a tax mark beside a name does not make it a tax")
    func taxMarks() {
        let receipt = Till.read([
            "FERNWOOD TRADING LTD", "14/03/2026 10:15", Till.pair("SODA TX", "4.00"), Till.pair("TEA", "2.00"),
            Till.pair("TOTAL", "6.00"),
        ])
        #expect(receipt.items.map(\.name.value) == ["SODA", "TEA"] && receipt.charges.isEmpty)
    }

    @Test(
        "receipt text: an item may be named like a sum, a change or a discount",
        arguments: [
            ("TEA", "BALANCE BAR"), ("TEA", "DUE PASTA"), ("TEA", "TOTAL GREEK YOGURT"), ("TOTAL CEREAL", "TEA"),
            ("TEA", "CHANCE LOTTO"), ("TEA", "POINT REYES CHEESE"), ("TEA", "REDUCED FAT MILK"),
            ("TEA", "CORRECTION TAPE"),
        ])
    func namesLikeSums(first: String, second: String) {
        let receipt = Till.read([
            "FERNWOOD TRADING LTD", "14/03/2026 10:15", Till.pair(first, "4.00"), Till.pair(second, "2.00"),
            Till.pair("TOTAL", "6.00"),
        ])
        #expect(receipt.items.map(\.name.value) == [first, second])
        #expect(receipt.items.allSatisfy { !$0.isNearExpiry } && receipt.change == nil)
        #expect(receipt.total?.value == PrintedMoney(600) && ReceiptChecks(receipt).itemsMatchTotal == true)
    }

    @Test("receipt text: a gift card among many items does not end the list")
    func longList() {
        let names = ["MILK", "BREAD", "GIFT CARD", "RYE", "JAM", "HAM", "EGGS", "CORN", "PEAS", "SOUP", "RICE", "NUTS"]
        let receipt = Till.read(
            ["FERNWOOD TRADING LTD", "14/03/2026 10:15"] + names.map { Till.pair($0, "1.00") }
                + [Till.pair("TOTAL", "12.00")])
        #expect(receipt.items.map(\.name.value) == names)
    }

    @Test("receipt text: a reduced item is not a discount on the item above")
    func reducedItem() {
        let receipt = Till.read([
            "FERNWOOD TRADING LTD", "14/03/2026 10:15", Till.pair("TEA", "4.00"), Till.pair("CHICKEN REDUCED", "3.00"),
            Till.pair("TOTAL", "7.00"),
        ])
        #expect(receipt.items.map(\.name.value) == ["TEA", "CHICKEN REDUCED"])
        #expect(receipt.items.map(\.isNearExpiry) == [false, true])
        #expect(receipt.items.first?.rawText == "TEA 4.00")
    }
}
