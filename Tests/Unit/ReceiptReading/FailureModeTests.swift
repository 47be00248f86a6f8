import Quantities
import ReceiptReading
import Testing

/// Failure modes of the prototype, one test each, with invented rows and amounts (VIS-20).
struct FailureModeTests {
    private static let top = ["FERNWOOD TRADING LTD", "8 Mill Lane", "14/03/2026 10:15"]

    private static func receipt(_ rows: [String]) -> Receipt { Till.read(top + rows) }

    private static func amounts(_ receipt: Receipt) -> [Int64] { receipt.items.map(\.amount.value.minorUnits) }

    @Test func aDecimalPointThatIsNotPrintedIsPutBackInThePriceColumn() {
        let receipt = Self.receipt([
            "Item               Qty  Price   Amount", "GREEN TEA              1   2.40    2.40",
            "SOYA MILK              1   2.10     210", "TOTAL                               450",
        ])
        #expect(Self.amounts(receipt) == [240, 210])
        #expect(receipt.total?.value == PrintedMoney(450))
        #expect((receipt.items.last?.amount.confidence ?? 1) < 0.7, "a repaired amount is less certain")
    }

    @Test func lettersInsideAmountsAreReadAsDigits() {
        let receipt = Self.receipt([
            "OAT BREAD                         RMI2.S0", "TOTAL                             RM12.50",
        ])
        #expect(Self.amounts(receipt) == [1_250])
        let worn = Self.receipt([
            "OAT BREAD                         111.90", "TOTAL                            RMITT.90",
        ])
        #expect(worn.total?.value == PrintedMoney(11_190))
    }

    @Test(
        "receipt text: letters behind the first digits are digits",
        arguments: [("4.O0", 400), ("1O.00", 1_000), ("9.S5", 955), ("2.B0", 280), ("12.SO", 1_250), ("S2.00", 200)])
    func repairsAmounts(printed: String, cents: Int64) {
        let receipt = Self.receipt([Till.pair("OAT BREAD", printed), Till.pair("TOTAL", printed)])
        #expect(Self.amounts(receipt) == [cents] && receipt.total?.value == PrintedMoney(cents))
        #expect((receipt.total?.confidence ?? 1) < 0.7)
    }

    @Test("receipt text: a volume in a name is not an amount", arguments: ["COLA 1.5l", "CHEESE 12.Oz"])
    func keepsVolumes(name: String) {
        let receipt = Self.receipt([Till.pair(name, "2.99"), Till.pair("TOTAL", "2.99")])
        #expect(receipt.items.map(\.name.value) == [name] && Self.amounts(receipt) == [299])
    }

    @Test func aMisreadDigitIsNeverHiddenByTheSum() {
        let receipt = Self.receipt([
            "OAT BREAD                           7.58", "TOTAL                               7.55",
        ])
        #expect(receipt.total?.value == PrintedMoney(755))
        let checks = ReceiptChecks(receipt)
        #expect(checks.itemsMatchTotal == false)
        #expect(checks.difference == PrintedMoney(-3))
    }

    @Test func aBorderReadAsAOneIsTakenAway() {
        let receipt = Self.receipt([
            "OAT BREAD                          20.67", "TOTAL 0% SUPPLIES:                 20.67",
            "HAZEL SPREAD                       69.36", "TOTAL 6% SUPPLIES (EXCL. GST):     69.36",
            "GST:                                4.16", "TOTAL PAYABLE:                    194.19",
        ])
        #expect(receipt.total?.value == PrintedMoney(9_419))
        #expect((receipt.total?.confidence ?? 1) < 0.6)
    }

    @Test("receipt text: quantity and unit price may be above or below", arguments: [true, false])
    func findsTheArticleOfAQuantity(isAbove: Bool) throws {
        let article = "OAT BREAD                           9.00", count = "   3 @ 3.00"
        let receipt = Self.receipt(
            (isAbove ? [count, article] : [article, count]) + ["TOTAL                               9.00"])
        let item = try #require(receipt.items.first)
        #expect(receipt.items.count == 1)
        #expect(item.quantity.value == 3 && item.unitPrice?.value == PrintedMoney(300))
    }

    @Test("receipt text: a price beside a count is per unit if the amounts agree")
    func countOverPrice() {
        let receipt = Self.receipt([
            "FREE RANGE EGGS                    $21.96", "   4 / $5.49", "LIMES                               $2.00",
            "   4 / $2.00", "TOTAL                              $23.96",
        ])
        #expect(receipt.items.map(\.quantity.value) == [4, 4])
        #expect(receipt.items.map { $0.unitPrice?.value } == [PrintedMoney(549), nil])
    }

    @Test func aNameMayStandBelowItsPrice() {
        let receipt = Self.receipt([
            "ITEM        QTY   U.PRICE   AMOUNT", "FG-A00019    1      1.50      1.50  SR", "GREEN TEA",
            "FG-H00001    1      8.80      8.80  SR", "NOODLE SOUP", "TOTAL                      10.30",
        ])
        #expect(receipt.items.map(\.name.value) == ["GREEN TEA", "NOODLE SOUP"])
        #expect(Self.amounts(receipt) == [150, 880])
    }

    @Test func aHeadingThatSaysTotalIsNoTotal() {
        let receipt = Self.receipt([
            "DESCRIPTION      QTY  U.PRICE   TOTAL  TAX", "OAT BREAD", "1 X               9.50     9.50   SR",
            "TOTAL QTY: 1", "TOTAL :                    9.50",
        ])
        #expect(Self.amounts(receipt) == [950])
        #expect(receipt.total?.value == PrintedMoney(950))
    }

    @Test("receipt text: the total after rounding is the amount paid", arguments: ["TOTAL", "CASH TOTAL", "CASH DUE"])
    func rounds(label: String) {
        let receipt = Self.receipt([
            "OAT BREAD                           3.07", "SOYA MILK                           3.76",
            "TOTAL WITH GST                      6.83", "ROUNDING                            0.02",
            Till.pair(label, "6.85"), "CASH                               20.00",
            "CHANGE                             13.15",
        ])
        #expect(receipt.total?.value == PrintedMoney(685))
        #expect(ReceiptChecks(receipt).itemsMatchTotal == true)
    }

    @Test func aTaxThatPricesIncludeIsNotAdded() throws {
        let receipt = Self.receipt([
            "OAT BREAD                          10.60", "TOTAL INCL. GST                    10.60",
            "GST @6% INCLUDED                    0.60",
        ])
        #expect(receipt.total?.value == PrintedMoney(1_060))
        #expect(ReceiptChecks(receipt).difference == PrintedMoney(0))
        #expect(try #require(receipt.charges.first).isIncluded)
    }

    @Test func theSumOfATableOfTaxesIsNotTheTotal() {
        let receipt = Self.receipt([
            "OAT BREAD                          10.60", "TOTAL                              10.60",
            "GST SUMMARY      AMOUNT      TAX", "SR 6%             10.00     0.60", "TOTAL             10.00     0.60",
        ])
        #expect(receipt.total?.value == PrintedMoney(1_060))
        #expect(Self.amounts(receipt) == [1_060])
    }

    @Test func articlesGoOnBehindAnIntermediateSum() {
        let receipt = Self.receipt([
            "OAT BREAD                           2.00", "TOTAL 0% SUPPLIES:                  2.00",
            "HAZEL SPREAD                        5.00", "TOTAL 6% SUPPLIES (EXCL. GST):      5.00",
            "GST:                                0.30", "TOTAL PAYABLE:                      7.30",
        ])
        #expect(Self.amounts(receipt) == [200, 500])
        #expect(receipt.total?.value == PrintedMoney(730))
        #expect(ReceiptChecks(receipt).itemsMatchTotal == true)
    }

    @Test func aCountWithAnAmountIsNoArticle() {
        let receipt = Self.receipt([
            "OAT BREAD                           5.60", "Total QTY: 4                        5.60",
            "TOTAL                               5.60",
        ])
        #expect(Self.amounts(receipt) == [560])
    }

    @Test(
        "receipt text: discounts reduce their item, with or without minus",
        arguments: ["-1.00", "1.00-", "1.00", "(1.00)"])
    func bindsDiscounts(printed: String) throws {
        let receipt = Self.receipt([
            "OAT BREAD                           4.00", Till.pair("  DISCOUNT", printed),
            "SOYA MILK                           2.00", "TOTAL                               5.00",
        ])
        #expect(Self.amounts(receipt) == [400, 200])
        #expect(receipt.items.first?.discounts.map(\.amount.value) == [PrintedMoney(-100)])
        #expect(ReceiptChecks(receipt).itemsMatchTotal == true)
    }

    @Test func aVoidedArticleWasNotBought() {
        let receipt = Self.receipt([
            "OAT BREAD                           4.00", "SOYA MILK                           2.00",
            "VOID OAT BREAD                     -4.00", "TOTAL                               2.00",
        ])
        #expect(receipt.items.map(\.name.value) == ["SOYA MILK"])
    }

    @Test(
        "receipt text: a tax code may be attached to its amount",
        arguments: [("25.809R", 2_580), ("53.40BR", 5_340), ("5.90SR", 590)])
    func cutsTaxCodes(printed: String, cents: Int64) {
        let receipt = Self.receipt([Till.pair("OAT BREAD", printed), Till.pair("TOTAL", Till.money(cents))])
        #expect(Self.amounts(receipt) == [cents])
    }

    @Test func columnsOfAnInvoiceHaveOneAmount() {
        let receipt = Self.receipt([
            "CODE   DESC        QTY    RM    D%    AMT", "201026 SCONE M      2    7.50    0   15.00",
            "201031 OAT BREAD    1    4.00    0    4.00", "TOTAL                              19.00",
        ])
        #expect(Self.amounts(receipt) == [1_500, 400])
        #expect(receipt.items.map(\.quantity.value) == [2, 1])
    }

    @Test func petrolIsLitresTimesPrice() {
        let receipt = Self.receipt([
            "39.42 LITRE PUMP # 09", "FUEL REGULAR                RM     85.54 C", "2.170  RM / LITRE",
            "TOTAL                       RM     85.54",
        ])
        #expect(Self.amounts(receipt) == [8_554])
        #expect(receipt.total?.value == PrintedMoney(8_554))
    }

    @Test func cashLessChangeOutranksTheSumOfArticles() {
        let receipt = Self.receipt([
            "OAT BREAD                          33.00", "TOTAL                              33.00",
            "TOTAL                              35.00", "CASH                               55.00",
            "CHANGE                             20.00-",
        ])
        #expect(receipt.total?.value == PrintedMoney(3_500), "a total is never chosen because it is the sum")
        #expect(ReceiptChecks(receipt).itemsMatchTotal == false)
    }

    @Test func theMerchantMayStandOnTheSecondLine() {
        let receipt = Till.read([
            "R. PATEL", "FERNWOOD TRADING SDN BHD (417940-M)", "8 Mill Lane", "14/03/2026",
            "OAT BREAD                           4.00", "TOTAL                               4.00",
        ])
        #expect(receipt.merchant?.value == "FERNWOOD TRADING SDN BHD")
    }

    @Test(
        "receipt text: dates are read in every format",
        arguments: [
            "22/12/2025", "22-12-25", "22-Dec-2025", "22 DEC 2025", "20251222", "22/12/202514:03", "2025-12-22",
            "Dec 22, 2025",
            "22 décembre 2025", "2025年12月22日", "#0934-000122/12/2025", "Dec 22nd, 2025", "22 de diciembre de 2025",
            "22/12/2O25", "22/l2/2025",
        ])
    func readsDays(printed: String) {
        let receipt = Till.read([
            "FERNWOOD TRADING LTD", printed, "OAT BREAD                           4.00",
            "TOTAL                               4.00",
        ])
        #expect(receipt.purchasedOn?.value.description == "2025-12-22")
    }

    @Test(
        "receipt text: decimal commas and spaces between thousands",
        arguments: [
            ("4,00", 400), ("1 204,50", 120_450), ("1.204,50", 120_450), ("4,00 $", 400), ("1,204.50", 120_450),
            ("4€50", 450),
        ])
    func readsCommas(printed: String, cents: Int64) {
        let receipt = Self.receipt([Till.pair("PAIN DE SEIGLE", printed), Till.pair("TOTAL", printed)])
        #expect(Self.amounts(receipt) == [cents])
        #expect(receipt.total?.value == PrintedMoney(cents))
    }
}

/// Till layouts that were found later.
struct TillHabitTests {
    private static let head = ["PINE HOLLOW MARKET", "12 Main St", ""],
        tail = ["SUBTOTAL                        17.50", "TOTAL                           17.50"]

    private func items(_ rows: [String]) -> [Receipt.Item] { Till.read(Self.head + rows + Self.tail).items }

    @Test("receipt text: a quantity column is not part of the name")
    func countsBehindNames() {
        let found = items([
            "SALTED BUTTER            2        8.00", "OAT CAKES 12             1        4.50",
            "BREAD FLOUR              1        3.00", "BANANAS              0.500        2.00",
        ])
        #expect(found.map(\.name.value) == ["SALTED BUTTER", "OAT CAKES 12", "BREAD FLOUR", "BANANAS"])
        #expect(found.map(\.quantity.value) == [2, 1, 1, 0.5])
    }

    @Test("receipt text: a long name continues beside its amount")
    func wrappedNames() {
        let found = items([
            "----------------------------------------", "ORGANIC WHOLEMEAL", "SOURDOUGH LOAF              5.50",
            "BAKERY", "RYE                         3.00",
            "CANNED", "SMOOTH AND CREAMY", "PEANUT BUTTER               9.00",
        ])
        #expect(
            found.map(\.name.value) == [
                "ORGANIC WHOLEMEAL SOURDOUGH LOAF", "RYE", "SMOOTH AND CREAMY PEANUT BUTTER",
            ])
    }

    @Test("receipt text: a signed count may precede the name and its price")
    func signedCounts() {
        let found = items(["3x OAT CAKES (2.50)             7.50", "RYE BREAD                      10.00"])
        #expect(found.map(\.name.value) == ["OAT CAKES", "RYE BREAD"])
        #expect(found.map(\.quantity.value) == [3, 1])
    }

    @Test("receipt text: item numbers are not quantities")
    func numberedArticles() {
        let found = items([
            "001 OAT CAKES                    7.50", "002 RYE BREAD                    3.00",
            "003 2% MILK                      4.00", "004 BUTTER                       3.00",
        ])
        #expect(found.map(\.name.value) == ["OAT CAKES", "RYE BREAD", "2% MILK", "BUTTER"])
        #expect(found.allSatisfy { $0.quantity.value == 1 })
    }

    @Test("receipt text: a currency sign misread as a zero is still a sign")
    func misreadSigns() {
        let found = items([
            "OAT CAKES                        7.50", "   3 0 2.50", "WT 0.500 kg 0 $8.00/kg",
            "GALA APPLES                      4.00",
            "RYE BREAD                        6.00",
        ])
        #expect(found.map(\.name.value) == ["OAT CAKES", "GALA APPLES", "RYE BREAD"])
        #expect(found.map(\.quantity.value) == [3, 0.5, 1])
    }
}
