import Quantities
import ReceiptReading
import Testing

/// Fields other than items: place, day, currency, taxes, loyalty, and where each was read.
struct ReceiptFieldTests {
    private static let canadian = [
        "PINE HOLLOW MARKET", "12 Birch Street", "Ottawa ON K1A 0B1", "613-555-0101", "STORE #0042",
        "OAT BREAD                           4.00", "SUBTOTAL                            4.00",
        "HST 13%                             0.52", "TOTAL                               4.52",
        "DEBIT                               4.52",
    ]

    private static func dated(_ day: String, country: String, today: String) -> String? {
        let place = country == "US" ? "Albany NY 12207" : "Ottawa ON K1A 0B1"
        let rows = [
            "PINE HOLLOW MARKET", place, day, "OAT BREAD                    4.00", "TOTAL                        4.00",
        ]
        return Till.read(rows, ReceiptContext(today: CalendarDay(today))).purchasedOn?.value.description
    }

    @Test func shopStoreAndCountryAreRead() {
        let receipt = Till.read(Self.canadian)
        #expect(receipt.merchant?.value == "PINE HOLLOW MARKET")
        #expect(receipt.store.number?.value == "0042")
        #expect(receipt.store.telephone?.value == "613-555-0101")
        #expect(receipt.store.country == "CA")
        #expect(receipt.store.address.contains { $0.value == "12 Birch Street" })
    }

    @Test(
        "VIS-22: country and plausibility decide the order of day and month",
        arguments: [
            ("03/04/2026", "US", "2026-05-01", "2026-03-04"), ("26/03/04", "CA", "2026-03-10", "2026-03-04"),
            ("03/12/2026", "US", "2026-12-20", "2026-03-12"), ("11/18/25", "CA", "2025-11-19", "2025-11-18"),
        ])
    func settlesDays(printed: String, country: String, today: String, expected: String) {
        #expect(Self.dated(printed, country: country, today: today) == expected)
    }

    @Test("VIS-22: in bilingual Canada the printed language breaks a tie")
    func settlesCanadianTies() {
        #expect(Self.dated("03/04/2026", country: "CA", today: "2026-05-01") == "2026-03-04")
        let context = ReceiptContext(today: CalendarDay("2026-05-01"), country: "CA")
        let french = Till.read(
            ["MARCHE DU COIN", "03/04/2026", "PAIN                         4.00", "SOUS-TOTAL   4.00", "TPS   0.20"],
            context)
        #expect(french.purchasedOn?.value.description == "2026-04-03")
        #expect((french.purchasedOn?.confidence ?? 1) < 0.8)
    }

    @Test func aDayThatHasNotComeIsNoPurchase() {
        #expect(Self.dated("05/04/2026", country: "CA", today: "2026-04-20") != "2026-05-04")
    }

    @Test(
        "VIS-22: a future day is never certain", arguments: ["2027-01-15", "15/01/2027", "2026-11-27"])
    func doubtsDaysToCome(printed: String) throws {
        let rows = [
            "TIME SHOP", printed + " 09:00", "TEA                          4.00", "TOTAL                        4.00",
        ]
        let receipt = Till.read(rows, ReceiptContext(today: CalendarDay("2026-11-26")))
        let day = try #require(receipt.purchasedOn)
        #expect(day.confidence <= 0.3 && receipt.advice == [.checkDate])
        #expect(Till.read(rows, ReceiptContext(today: CalendarDay("2027-01-15"))).advice.isEmpty)
    }

    @Test(
        "VIS-22: the day of an offer or a membership is not the purchase",
        arguments: [
            "VALIDO HASTA 19/03/2026", "ECHANGE JUSQU'AU 18/03/2026", "PROMO DU 01/03/2026 AU 10/03/2026",
            "MEMBER SINCE 01/03/2020",
        ])
    func otherDays(text: String) {
        let receipt = Till.read([
            "PINE HOLLOW MARKET", text, "14/03/2026", "OAT BREAD                    4.00",
            "TOTAL                        4.00",
        ])
        #expect(receipt.purchasedOn?.value.description == "2026-03-14")
    }

    @Test(
        "VIS-22: times are read with every mark of the afternoon",
        arguments: [
            ("6:05 PM", "18:05"), ("6:05p.m.", "18:05"), ("6:05:33P", "18:05:33"), ("18h05", "18:05"),
            ("1O:05", "10:05"),
        ])
    func times(printed: String, expected: String) {
        let receipt = Till.read([
            "PINE HOLLOW MARKET", "2026-03-14 " + printed, "OAT BREAD                    4.00",
            "TOTAL                        4.00",
        ])
        #expect(receipt.time?.value.description == expected)
    }

    @Test(
        "receipt text: greetings and addresses are not the merchant",
        arguments: [
            (["BIENVENUE CHEZ", "MARCHE DU QUAI"], "MARCHE DU QUAI"),
            (["TICKET CLIENT", "MARCHE DU QUAI"], "MARCHE DU QUAI"),
            (["FACTURA SIMPLIFICADA", "MERCADO DEL SOL S.L."], "MERCADO DEL SOL S.L."),
            (["12 Main St", "Albany NY 12207", "518-555-0101"], nil),
        ] as [([String], String?)])
    func merchants(top: [String], expected: String?) {
        let receipt = Till.read(
            top + ["03/14/2026", "OAT BREAD                    4.00", "TOTAL                        4.00"])
        #expect(receipt.merchant?.value == expected)
    }

    @Test(
        "SPD-17: currencies are read, never assumed",
        arguments: [
            ("TOTAL CAD", "CAD"), ("TOTAL US$", "USD"), ("TOTAL EUR", "EUR"), ("TOTAL MXN", "MXN"),
        ])
    func readsCurrencies(label: String, code: String) {
        let receipt = Till.read(["PINE HOLLOW MARKET", "OAT BREAD                    4.00", Till.pair(label, "4.00")])
        #expect(receipt.currency?.value.code == code)
    }

    @Test func aDollarSignAloneNamesNoCurrency() {
        let rows = ["PINE HOLLOW MARKET", "OAT BREAD                   $4.00", "TOTAL                       $4.00"]
        #expect(Till.read(rows).currency == nil)
        #expect(Till.read(["PINE HOLLOW MARKET", "Albany NY 12207"] + rows.dropFirst()).currency?.value == .usd)
        #expect(Till.read(["PINE HOLLOW MARKET", "Ottawa ON K1A 0B1"] + rows.dropFirst()).currency?.value == .cad)
    }

    @Test("SPD-17: IVA without a dollar sign names no country or currency")
    func spanishTax() {
        let rows = ["MERCADO DEL SOL", "PAN                          4,00", "IVA 10% INCLUIDO             0,36"]
        let spanish = Till.read(rows + ["TOTAL EUROS                  4,00"])
        #expect(spanish.store.country == nil && spanish.currency?.value.code == "EUR")
        #expect(Till.read(rows + ["TOTAL                        4,00"]).currency == nil)
        let mexican = Till.read(rows + ["TOTAL                       $4,00"])
        #expect(mexican.store.country == "MX" && mexican.currency?.value.code == "MXN")
    }

    @Test func taxesHaveTheirNamesAndRates() {
        let receipt = Till.read([
            "MARCHE DU QUAI", "Quebec QC G1K 8M8", "PAIN DE SEIGLE              10,00",
            "SOUS-TOTAL                  10,00",
            "TPS 5%                       0,50", "TVQ 9,975%                   1,00",
            "TOTAL                       11,50",
        ])
        #expect(receipt.charges.map(\.taxCode) == ["GST", "QST"])
        #expect(receipt.charges.map(\.rate) == [500, 998])
        #expect(receipt.charges.allSatisfy { !$0.isIncluded })
        #expect(ReceiptChecks(receipt).itemsMatchTotal == true)
    }

    @Test("SPD-24: loyalty points and near-expiry reductions are read")
    func keepsLoyaltyAndNearExpiry() {
        let receipt = Till.read([
            "PINE HOLLOW MARKET", "CHICKEN THIGHS               9.00", "  REDUCED TO CLEAR 50%      -4.50",
            "OAT BREAD                    4.00", "TOTAL                        8.50", "POINTS EARNED 120",
        ])
        #expect(receipt.items.map(\.isNearExpiry) == [true, false])
        #expect(receipt.items.first?.net == PrintedMoney(450))
        #expect(receipt.loyalty.map(\.value) == ["POINTS EARNED 120"])
    }

    @Test func depositsBelongToTheirArticleAndBagsToTheReceipt() {
        let receipt = Till.read([
            "PINE HOLLOW MARKET", "GINGER ALE                   2.29", "  BOTTLE DEPOSIT             0.10",
            "OAT BREAD                    4.00", "PAPER BAG                    0.15",
            "TOTAL                        6.54",
        ])
        #expect(receipt.items.map { $0.charges.map(\.amount.value.minorUnits) } == [[10], []])
        #expect(receipt.charges.map(\.kind) == [.bag])
        #expect(ReceiptChecks(receipt).itemsMatchTotal == true)
    }

    @Test func everyFieldHasItsPlaceAndCertainty() throws {
        let receipt = Till.read(Self.canadian)
        let amount = try #require(receipt.items.first?.amount)
        let crop = try #require(amount.crop)
        #expect(crop.x > 300 && crop.width < 80, "the amount alone, not its row")
        #expect(amount.confidence > 0.9)
        #expect(receipt.rawText.contains("HST 13%"))
    }

    @Test func photosOfOneReceiptAreJoinedWhereTheyOverlap() {
        let rows = (1...9).map {
            Till.pair(
                "ARTICLE NUMBER " + ["ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE"][$0 - 1],
                "\($0).00")
        }
        let first = Till.print(["PINE HOLLOW MARKET"] + rows[..<6])
        let second = Till.print(rows[3...] + [Till.pair("TOTAL", "45.00")])
        let receipt = ReceiptParser().parse([first, second])
        #expect(receipt.items.map(\.amount.value.minorUnits) == (1...9).map { $0 * 100 })
        #expect(ReceiptChecks(receipt).itemsMatchTotal == true)
        #expect(receipt.items.last?.amount.crop?.page == 1)
    }

    @Test func nothingReadGivesNothing() {
        let receipt = ReceiptParser().parse([])
        #expect(receipt == Receipt())
        #expect(ReceiptChecks(receipt).itemsMatchTotal == nil)
        #expect(ReceiptParser().parse([[PrintedLine("   ", x: 0, y: 0, width: 9, height: 9)]]).items.isEmpty)
    }
}

/// A receipt that was submitted before is recognized (SPD-01).
struct ReceiptSimilarityTests {
    private static func identity(_ pictures: Set<String>, time: String = "10:15:07", total: String = "4.00")
        -> ReceiptIdentity
    {
        let receipt = Till.read([
            "PINE HOLLOW MARKET", "2026-03-14 " + time, Till.pair("OAT BREAD", total), Till.pair("TOTAL", total),
        ])
        return ReceiptIdentity(receipt, pictures: pictures)
    }

    @Test func theSamePictureIsTheSameReceipt() {
        #expect(ReceiptSimilarity(Self.identity(["a", "b"]), Self.identity(["b"], total: "9.00")) == .samePicture)
    }

    @Test func anotherPictureWithShopTimeAndTotalIsTheSamePurchase() {
        #expect(ReceiptSimilarity(Self.identity(["a"]), Self.identity(["b"], time: "10:15")) == .samePurchase)
    }

    @Test(
        "duplicate: a difference in time or total makes another purchase",
        arguments: [("10:16", "4.00"), ("10:15", "4.01")])
    func differs(time: String, total: String) {
        #expect(ReceiptSimilarity(Self.identity(["a"]), Self.identity(["b"], time: time, total: total)) == .different)
    }

    @Test(
        "duplicate: shop, day and total suffice if the time is unknown", arguments: ["OAT BREAD", "RYE BREAD", "OAT"])
    func withoutATime(article: String) {
        func identity(_ article: String, picture: String) -> ReceiptIdentity {
            let receipt = Till.read([
                "PINE HOLLOW MARKET", "2026-03-14", "\(article)            4.00", "TOTAL                4.00",
            ])
            return ReceiptIdentity(receipt, pictures: [picture])
        }
        #expect(
            ReceiptSimilarity(identity("OAT BREAD", picture: "a"), identity(article, picture: "b")) == .samePurchase)
    }
}
