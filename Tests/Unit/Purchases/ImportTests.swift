import EventContracts
import Quantities
import Testing

@testable import Purchases

@Suite("Importing purchases from a file (SPD-20, SPD-23)")
struct ImportTests {
    private func read(_ text: String, _ currency: Currency? = .cad) -> PurchaseImport? {
        PurchaseImport(text, currency: currency) { SamplePurchases.item(UInt8($0 + 1)) }
    }

    @Test("purchase import: rows of one shop and time form one purchase")
    func purchases() throws {
        let file = try #require(
            read(
                """
                \u{FEFF}Amount;Item;Store;Date;Currency;Qty;Unit
                6.29;"Milk; 4L";Loblaws;2026-11-01 10:15:00;;;
                3.10;Bananas;Loblaws;2026-11-01 10:15:00;;1.234;kg
                4.00;Milk;Loblaws;2026-11-01 10:15:00;USD;;

                """))
        #expect(file.faults.isEmpty)
        #expect(file.purchases.map(\.items.count) == [2, 1])
        #expect(file.purchases.map(\.total?.value) == [939, 400])
        #expect(file.purchases.map(\.currency?.value) == [.cad, .usd])
        let first = file.purchases[0]
        #expect(first.items[0].name == ReceiptField("Milk; 4L", .imported))
        #expect(first.items[1].quantity.value == 1_234 && first.items[1].unit == .kilogram)
        #expect(first.time?.value == "10:15:00")
    }

    @Test("purchase import: faults are reported by line, other rows imported")
    func faults() throws {
        let file = try #require(
            read(
                """
                date,merchant,item,amount,currency,quantity,unit,category
                2026-13-01,A,x,1.00,,,,
                2026-11-01,,x,1.00,,,,
                2026-11-01,A,"two
                lines",1.00,,,,
                2026-11-01,A,x,1.005,,,,
                2026-11-01,A,x,1.00,dollars,,,
                2026-11-01,A,x,1.00,,0,,
                2026-11-01,A,x,1.00,,,stone,
                2026-11-01,A,x,1.00,,,,toys
                2026-11-01 25:00:00,A,x,-92233720368547758.08,,,,
                """))
        #expect(
            file.faults == [
                .init(line: 2, column: .date, reason: .notADay), .init(line: 3, column: .merchant, reason: .missing),
                .init(line: 6, column: .amount, reason: .notAnAmount),
                .init(line: 7, column: .currency, reason: .notACurrency),
                .init(line: 8, column: .quantity, reason: .notAQuantity),
                .init(line: 9, column: .unit, reason: .unknownUnit),
                .init(line: 10, column: .category, reason: .unknownCategory),
                .init(line: 11, column: .time, reason: .notATime),
                .init(line: 11, column: .amount, reason: .notAnAmount),
            ])
        #expect(file.purchases.flatMap(\.items).map(\.name.value) == ["two\nlines"])
    }

    @Test("SPD-23: decimal commas are read; future days are faults")
    func everyColumn() throws {
        let file = try #require(
            PurchaseImport(
                """
                date;merchant;store;item;price;amount;discount;tax;total
                2026-11-01;Loblaws;1021;Lait;1,25;2,50;0,30;0,11;1.234,56
                2026-11-01;Loblaws;1021;Pain;;4,00;;0,20;1234,56
                2026-11-01;Loblaws;1022;Pain;;4,00;;;
                2026-11-01;Loblaws;1021;Riz;;4,00;;;9,99
                2026-11-03;Loblaws;1021;Riz;;4,00;;;
                2026-11-01;Loblaws;1021;Riz;;1,2,3;;;
                """, currency: .cad, lastDay: SamplePurchases.day("2026-11-02")
            ) { SamplePurchases.item(UInt8($0 + 1)) })
        #expect(
            file.faults == [
                .init(line: 5, column: .total, reason: .contradicts), .init(line: 6, column: .date, reason: .liesAhead),
                .init(line: 7, column: .amount, reason: .notAnAmount),
            ])
        #expect(file.purchases.map(\.store.number) == ["1021", "1022"])
        let first = file.purchases[0]
        #expect(first.items[0].unitPrice?.value == 125 && first.items[0].net == 220)
        #expect(first.charges.map(\.amount.value) == [31])
        #expect(file.purchases.map(\.total?.value) == [123_456, 400])
        #expect(first.storeID != file.purchases[1].storeID && first.storeName == "Loblaws #1021")
    }

    @Test(
        "SPD-23: number formats are read unambiguously or rejected",
        arguments: [
            ("12.34", "12.34"), ("12,34", "12.34"), ("1,234.56", "1234.56"), ("1 234,56", "1234.56"),
            ("1.234.567,89", "1234567.89"), ("-3,10", "-3.10"), ("1,23.4", nil), ("1.2.3", "1.2.3"), ("1,2,3", nil),
        ] as [(String, String?)])
    func numbers(text: String, plain: String?) {
        #expect(PurchaseImport.plain(text) == plain)
    }

    @Test("purchase import: needs its columns, and a currency or default")
    func unusable() throws {
        #expect(read("date,item,amount\n2026-11-01,x,1.00") == nil)
        let file = try #require(read("date,merchant,item,amount\n2026-11-01,A,x,1.00", nil))
        #expect(file.faults == [.init(line: 2, column: .currency, reason: .missing)])
    }

    @Test("purchase import: quotes within quotes and plain fields are kept")
    func quotes() {
        let rows = CSVRows.rows("a,b\r\n\"say \"\"hi\"\"\",5\" pipe\r\n")
        #expect(rows.map(\.fields) == [["a", "b"], ["say \"hi\"", "5\" pipe"]])
    }
}
