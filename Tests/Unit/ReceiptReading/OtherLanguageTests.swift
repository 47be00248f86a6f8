import Quantities
import ReceiptReading
import Testing

/// Receipts in further languages: sums and payments are never items (VIS-20).
struct OtherLanguageTests {
    struct Words: Sendable, CustomStringConvertible {
        let total: String, cash: String, change: String
        var description: String { total }

        init(_ total: String, _ cash: String, _ change: String) {
            (self.total, self.cash, self.change) = (total, cash, change)
        }
    }

    private static let languages = [
        Words("SUMME EUR", "BAR", "RUECKGELD"), Words("ZU ZAHLEN", "GEGEBEN BAR", "RÜCKGELD"),
        Words("GESAMTBETRAG", "BARGELD", "WECHSELGELD"), Words("TOTAAL", "CONTANT", "WISSELGELD"),
        Words("TE BETALEN", "CONTANT", "TERUG"), Words("TOTALE COMPLESSIVO", "PAGAMENTO CONTANTE", "RESTO"),
        Words("TOTALE EURO", "CONTANTI", "RESTO"), Words("TOTAL A PAGAR", "DINHEIRO", "TROCO"),
        Words("VALOR TOTAL", "NUMERÁRIO", "TROCO"), Words("SUMA PLN", "GOTÓWKA", "RESZTA"),
        Words("DO ZAPŁATY", "GOTOWKA", "RESZTA"), Words("CELKEM", "HOTOVOST", "VRÁCENO"),
        Words("ÖSSZESEN", "KÉSZPÉNZ", "VISSZAJÁRÓ"), Words("SUMMA", "KONTANT", "VÄXEL"),
        Words("I ALT", "KONTANT", "BYTTEPENGE"), Words("YHTEENSÄ", "KÄTEINEN", "TAKAISIN"),
        Words("TOPLAM", "NAKİT", "PARA ÜSTÜ"), Words("總計", "現金", "找續"),
    ]

    @Test("VIS-20: total, cash and change are read in other languages", arguments: languages)
    func reads(words: Words) {
        let receipt = Till.read([
            "KIOSK AM MARKT", "12.03.2026 09:15", "APFEL                          2,10",
            "BROT                           1,40", Till.pair(words.total, "3,50"), Till.pair(words.cash, "5,00"),
            Till.pair(words.change, "1,50"),
        ])
        #expect(receipt.items.map(\.name.value) == ["APFEL", "BROT"])
        #expect(receipt.total?.value == PrintedMoney(350))
        #expect(receipt.advice.isEmpty && ReceiptChecks(receipt).itemsMatchTotal == true)
        #expect(receipt.change?.value == PrintedMoney(150))
        #expect(receipt.tenders.map(\.amount.value.minorUnits) == [500])
    }

    @Test(
        "receipt text: foreign subtotals and taxes are not items",
        arguments: [
            ("ZWISCHENSUMME", "RABATT", "RUNDUNG", "SUMME", "MWST 7%"),
            ("SUBTOTAAL", "KORTING", "AFRONDING", "TOTAAL", "BTW 9%"),
            ("SUBTOTALE", "SCONTO", "ARROTONDAMENTO", "TOTALE COMPLESSIVO", "DI CUI IVA"),
            ("TOTAL PARCIAL", "DESCONTO", "ARREDONDAMENTO", "VALOR A PAGAR", "VALOR IVA"),
            ("SPRZEDAZ OPODATKOWANA A", "OPUST", "ZAOKRAGLENIE", "DO ZAPLATY", "PTU A 5%"),
        ])
    func sums(sub: String, off: String, rounding: String, total: String, tax: String) {
        let receipt = Till.read([
            "KIOSK AM MARKT", "12.03.2026 09:15", "APFEL                          2,11", Till.pair(off, "-0,10"),
            "BROT                           1,40", Till.pair(sub, "3,41"), Till.pair(rounding, "-0,01"),
            Till.pair(total, "3,40"), Till.pair(tax, "0,22"),
        ])
        #expect(receipt.items.map(\.name.value) == ["APFEL", "BROT"])
        #expect(receipt.items.map(\.net.minorUnits) == [201, 140])
        #expect(receipt.subtotal?.value == PrintedMoney(341) && receipt.total?.value == PrintedMoney(340))
        #expect(receipt.charges.map(\.kind) == [.rounding, .tax] && receipt.charges.last?.isIncluded == true)
        #expect(ReceiptChecks(receipt).itemsMatchTotal == true)
    }

    @Test(
        "receipt text: in an unknown language it ends at the total, flagged",
        arguments: [
            ["PIENS                          1,49", "MAIZE                          2,20"],
            ["PIENS                          3,69"],
        ])
    func unknown(articles: [String]) {
        let receipt = Till.read(
            ["VEIKALS", "12.03.2026 09:15"] + articles + [
                "KOPSUMMA                       3,69", "SKAIDRA NAUDA                  5,00",
                "ATLIKUMS                       1,31",
            ])
        #expect(receipt.items.count == articles.count)
        #expect(receipt.advice == [.checkLanguage] && receipt.total == nil)
    }

    @Test("receipt text: foreign words stay names on an English receipt")
    func names() {
        let receipt = Till.read([
            "FERNWOOD TRADING LTD", "2026-03-14 09:15", "BAR SOAP                       3.99",
            "BAR CHOCOLATE                  2.00", "SUMA POMEGRANATE               4.00",
            "TOTAL                          9.99", "VISA                           9.99",
        ])
        #expect(receipt.items.map(\.name.value) == ["BAR SOAP", "BAR CHOCOLATE", "SUMA POMEGRANATE"])
        #expect(receipt.total?.value == PrintedMoney(999) && receipt.advice.isEmpty)
    }
}

/// Several receipts in one photo (VIS-20).
struct SeveralReceiptsTests {
    private static let first = [
        "ALPHA MART", "2026-03-18 09:00", "MILK                           3.00", "BREAD                          2.50",
        "TOTAL                          5.50", "CASH                           5.50",
    ]
    private static let second = [
        "BETA MART", "2026-03-19 18:00", "RICE                           8.00", "SALT                           1.20",
        "OIL                            6.00", "TOTAL                         15.20",
        "VISA                          15.20",
    ]

    private static func print(_ rows: [String], right: Double, down: Double) -> [PrintedLine] {
        Till.print(rows).map { line in
            var moved = line
            moved.corners = line.corners.map { PicturePoint(x: $0.x + right, y: $0.y + down) }
            return moved
        }
    }

    @Test(
        "receipt text: of several receipts only the first is read",
        arguments: [(420.0, 0.0), (400, 95), (0, 280), (60, 330)])
    func several(right: Double, down: Double) {
        let page = Self.print(Self.first, right: 0, down: 0) + Self.print(Self.second, right: right, down: down)
        let receipt = ReceiptParser().parse([page])
        #expect(receipt.advice == [.oneReceipt])
        #expect(receipt.merchant?.value == "ALPHA MART" && receipt.total?.value == PrintedMoney(550))
        #expect(receipt.items.map(\.name.value) == ["MILK", "BREAD"])
    }

    @Test("receipt text: a card slip below is not a second receipt")
    func slip() {
        let slip = ["ALPHA MART", "2026-03-18 09:00", "CARD SALE", "AMOUNT                         5.50", "APPROVED"]
        let page = Self.print(Self.first, right: 0, down: 0) + Self.print(slip, right: 0, down: 300)
        #expect(ReceiptParser().parse([page]).advice.isEmpty)
    }
}
