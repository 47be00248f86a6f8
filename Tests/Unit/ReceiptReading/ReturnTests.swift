import Quantities
import ReceiptReading
import Testing

/// Returned goods, bottles and money: refunds, deposits, coupons (VIS-21).
struct ReturnTests {
    private static let head = ["FERNWOOD TRADING LTD", "8 Mill Lane", "2026-03-14 10:15"]

    private static func read(_ rows: [String], heading: String? = nil) -> Receipt {
        Till.read(head + [heading].compactMap(\.self) + rows)
    }

    private static func names(_ receipt: Receipt) -> [String] { receipt.items.map(\.name.value) }

    private static func amounts(_ receipt: Receipt) -> [Int64] { receipt.items.map(\.amount.value.minorUnits) }

    private static func deposits(_ receipt: Receipt) -> [Int64] {
        receipt.charges.filter { $0.kind == .deposit }.map(\.amount.value.minorUnits)
    }

    // MARK: - Refunds

    /// Words of a return receipt.
    struct Words: Sendable {
        let heading: String, sub: String, tax: String, total: String, paid: String
    }

    private static let refundWords = [
        Words(heading: "RETURN", sub: "SUBTOTAL", tax: "HST 13%", total: "REFUND TOTAL", paid: "VISA"),
        Words(heading: "NOTE DE CREDIT", sub: "SOUS-TOTAL", tax: "TVH 13%", total: "TOTAL REMBOURSE", paid: "COMPTANT"),
        Words(heading: "DEVOLUCION", sub: "SUBTOTAL", tax: "IVA 13%", total: "TOTAL DEVUELTO", paid: "EFECTIVO"),
        Words(heading: "退货单", sub: "小计", tax: "税 13%", total: "退款合计", paid: "现金"),
        Words(heading: "RETOURE", sub: "ZWISCHENSUMME", tax: "MWST 13%", total: "SUMME EUR", paid: "BAR"),
    ]

    @Test(
        "VIS-21: a return receipt has negative items, taxes, total and payments", arguments: refundWords,
        [true, false])
    func refunds(words: Words, isSigned: Bool) {
        let sign = isSigned ? "-" : ""
        let receipt = Self.read(
            [
                Till.pair("KETTLE", sign + "39.99"), Till.pair("TOWEL", sign + "8.50"),
                Till.pair(words.sub, sign + "48.49"), Till.pair(words.tax, sign + "6.30"),
                Till.pair(words.total, sign + "54.79"), Till.pair(words.paid, sign + "54.79"),
            ], heading: words.heading)
        #expect(Self.names(receipt) == ["KETTLE", "TOWEL"])
        #expect(Self.amounts(receipt) == [-3_999, -850])
        #expect(receipt.discounts.isEmpty && receipt.items.allSatisfy(\.discounts.isEmpty))
        #expect(receipt.subtotal?.value.minorUnits == -4_849 && receipt.total?.value.minorUnits == -5_479)
        #expect(receipt.tenders.map(\.amount.value.minorUnits) == [-5_479])
        #expect(ReceiptChecks(receipt).itemsMatchTotal == true)
    }

    @Test(
        "receipt text: a returned item among purchases stays an item",
        arguments: [
            ["KETTLE                        39.99", "RETURN TOWEL                  -8.50"],
            ["KETTLE                        39.99", "TOWEL RETURNED                 8.50-"],
            ["KETTLE                        39.99", "RETURNED ITEMS", "TOWEL                         -8.50"],
            ["TOWEL                         -8.50", "KETTLE                        39.99"],
            ["KETTLE                        39.99", "-1 TOWEL                      -8.50"],
        ])
    func mixed(rows: [String]) {
        let receipt = Self.read(rows + ["TOTAL                         31.49", "VISA                          31.49"])
        #expect(Set(Self.names(receipt)) == ["KETTLE", "TOWEL"])
        #expect(Set(Self.amounts(receipt)) == [3_999, -850])
        #expect(receipt.discounts.isEmpty && receipt.items.allSatisfy(\.discounts.isEmpty))
        #expect(ReceiptChecks(receipt).itemsMatchTotal == true)
    }

    @Test("receipt text: returns above purchases give a negative total")
    func negativeTotal() {
        let receipt = Self.read([
            "GREEN TEA                      5.00", "KETTLE                       -39.99",
            "TOTAL                        -34.99", "CASH REFUND                   34.99",
        ])
        #expect(Self.amounts(receipt) == [500, -3_999])
        #expect(receipt.total?.value == PrintedMoney(-3_499))
        #expect(receipt.tenders.map(\.amount.value.minorUnits) == [-3_499])
    }

    @Test("receipt text: a text about returns does not make a refund", arguments: ["RETURN POLICY", "NO REFUND"])
    func policies(text: String) {
        let receipt = Self.read(
            [
                "KETTLE                        39.99", "TOTAL                         39.99",
                "RETURNS WITHIN 30 DAYS", text,
            ], heading: text)
        #expect(Self.amounts(receipt) == [3_999] && receipt.total?.value == PrintedMoney(3_999))
    }

    // MARK: - Deposits

    @Test(
        "receipt text: a deposit belongs to its item, returns to the receipt",
        arguments: [
            ("DEPOSIT 6 @ 0.10", "BOTTLE RETURN 3 @ 0.10", "TOTAL"), ("BTL DEPOSIT", "EMPTY CANS RETURNED", "TOTAL"),
            ("CRV", "CRV REFUND", "TOTAL"), ("CA REDEMP VAL", "CRV REFUND", "TOTAL"),
            ("CONSIGNE", "RETOUR CONSIGNE", "TOTAL"),
            ("CONSIGNE", "BOUTEILLES RETOURNEES", "TOTAL"), ("DEPOSITO ENVASE", "DEVOLUCION ENVASE", "TOTAL"),
            ("押金", "退瓶押金", "合计"), ("押金", "空瓶回收", "合计"), ("PFAND", "LEERGUT", "SUMME"),
            ("STATIEGELD", "STATIEGELD RETOUR", "TOTAAL"), ("CAUZIONE", "VUOTI RESI", "TOTALE"),
            ("DEPOSITO", "RETORNO DE VASILHAME", "VALOR A PAGAR"), ("KAUCJA", "ZWROT KAUCJI", "SUMA PLN"),
        ])
    func deposits(paid: String, back: String, total: String) {
        let receipt = Self.read([
            Till.pair("SPARKLING WATER", "5.99"), Till.pair(paid, "0.60"), Till.pair(back, "-0.30"),
            Till.pair("BREAD", "2.00"), Till.pair(total, "8.29"),
        ])
        #expect(Self.names(receipt) == ["SPARKLING WATER", "BREAD"])
        #expect(receipt.items.map { $0.charges.map(\.amount.value.minorUnits) } == [[60], []])
        #expect(Self.deposits(receipt) == [-30])
        #expect(receipt.items.allSatisfy(\.discounts.isEmpty) && receipt.discounts.isEmpty)
        #expect(ReceiptChecks(receipt).itemsMatchTotal == true)
    }

    @Test("returned bottles: with a count below, without a sign, or alone")
    func otherDeposits() {
        let counted = Self.read([
            "GINGER ALE                     9.00", "BOTTLE RETURN", "   3 @ 0.10                   -0.30",
            "TOTAL                          8.70",
        ])
        #expect(Self.deposits(counted) == [-30] && Self.amounts(counted) == [900])
        let unsigned = Self.read([
            "GINGER ALE                     9.00", "BOTTLE REFUND                  0.30",
            "TOTAL                          8.70",
        ])
        #expect(Self.deposits(unsigned) == [-30] && ReceiptChecks(unsigned).itemsMatchTotal == true)
        let alone = Self.read(["EMPTIES RETURN               -12.40", "TOTAL                        -12.40"])
        #expect(Self.deposits(alone) == [-1_240] && alone.total?.value == PrintedMoney(-1_240))
    }

    // MARK: - Coupons

    @Test(
        "coupon: reduces the item it mentions, wherever it is",
        arguments: [
            ("MFR COUPON TOMATO SOUP", "TOMATO SOUP"), ("COUPON BREAD", "RYE BREAD"), ("COUPON RABAIS SOUPE", "SOUPE"),
            ("CUPON SOPA", "SOPA"), ("优惠券 牛奶", "牛奶"), ("DIGITAL COUPON YOGURT", "YOGURTS"),
        ])
    func coupons(label: String, article: String) {
        let item = Till.pair(article, "2.50"), coupon = Till.pair(label, "-0.50")
        let others = ["CHICKEN LEGS                   7.49", "OAT CAKES                      3.00"]
        let end = ["TOTAL                         12.49"]
        for rows in [[item] + others + [coupon], others + [item, coupon], others + [coupon, item]] {
            let receipt = Self.read(rows + end)
            let off = receipt.items.filter { !$0.discounts.isEmpty }
            #expect(off.map(\.name.value) == [article] && off.first?.net == PrintedMoney(200), "\(rows)")
            #expect(receipt.discounts.isEmpty && ReceiptChecks(receipt).itemsMatchTotal == true)
        }
        let behind = Self.read([item] + others + ["SUBTOTAL                      12.99", coupon] + end)
        #expect(behind.items.map(\.net.minorUnits) == [200, 749, 300])
    }

    @Test("discount: refers to its item by code")
    func codes() {
        let receipt = Self.read([
            "662821 BATTERY 9V             20.99", "418333 EGGS                    9.49",
            "340761 /662821                 2.00-", "TOTAL                         28.48",
        ])
        #expect(receipt.items.map(\.net.minorUnits) == [1_899, 949])
    }

    @Test("coupon: one that names no item reduces the item above", arguments: ["STORE COUPON", "MEMBER SAVINGS 10%"])
    func plainCoupons(label: String) {
        let receipt = Self.read([
            "CHEESE                         7.49", "BREAD                          3.00", Till.pair(label, "-0.50"),
            "TOTAL                          9.99",
        ])
        #expect(receipt.items.map(\.net.minorUnits) == [749, 250])
    }

    @Test(
        "coupon: between a reduced item and the totals: for the whole receipt",
        arguments: ["COUPON", "CUPON", "优惠券"])
    func receiptCoupons(label: String) {
        let receipt = Self.read([
            "CHEESE                         7.49", "BREAD                          3.00",
            "  REDUCED 50%                 -1.50", Till.pair(label, "-1.00"), "SUBTOTAL                       7.99",
            "TOTAL                          7.99",
        ])
        #expect(receipt.items.map(\.net.minorUnits) == [749, 150])
        #expect(receipt.discounts.map(\.amount.value.minorUnits) == [-100])
        #expect(ReceiptChecks(receipt).itemsMatchTotal == true)
    }

    @Test(
        "discount: Chinese near-expiry ones belong to the item above",
        arguments: ["-8.10", "8.10"])
    func nearExpiry(amount: String) {
        let receipt = Self.read([
            "生姜                          16.19", Till.pair("临期 50%", amount), "茄子                           5.00",
            "速冻汤圆                       4.97", Till.pair("临期 50%", "-2.49"), "合计                          15.57",
        ])
        #expect(receipt.items.map(\.net.minorUnits) == [809, 500, 248])
        #expect(receipt.items.map(\.isNearExpiry) == [true, false, true])
        #expect(ReceiptChecks(receipt).itemsMatchTotal == true)
    }
}

/// Rows without an amount.
struct UnpricedRowTests {
    @Test(
        "receipt text: a row without a price is not part of the next name",
        arguments: [
            ("1 POUTINE CLASSIC", "  SUB POUTINE - MUSH", "1 SOFT DRINK"), ("1 POUTINE", "MEDIUM RARE", "1 SOFT DRINK"),
            ("POUTINE", "NO ONION", "SOFT DRINK"), ("POUTINE", "+ EXTRA CHEESE", "SOFT DRINK"),
            ("POUTINE", "SANS OIGNON", "SOFT DRINK"), ("POUTINE", "SIN CEBOLLA", "SOFT DRINK"),
            ("汉堡", "不要洋葱", "薯条"),
        ])
    func unpriced(article: String, words: String, next: String) {
        let receipt = Till.read([
            "CHEZ POUTINE", "2026-03-14 13:10", Till.pair(article, "12.50"), words, Till.pair(next, "3.25"),
            "SUBTOTAL                      15.75", "TOTAL                         15.75",
        ])
        #expect(receipt.items.map(\.amount.value.minorUnits) == [1_250, 325])
        #expect(receipt.items.last?.rawText == Till.pair(next, "3.25").split(separator: " ").joined(separator: " "))
    }

    @Test("receipt text: preparation notes belong to the item above")
    func modifiers() {
        let receipt = Till.read([
            "CHEZ POUTINE", "2026-03-14 13:10", "BURGER                         9.00", "  NO ONION",
            "FRIES                          3.00", "TOTAL                         12.00",
        ])
        #expect(receipt.items.map(\.name.value) == ["BURGER", "FRIES"])
        #expect(receipt.items.first?.rawText.contains("NO ONION") == true)
    }
}
