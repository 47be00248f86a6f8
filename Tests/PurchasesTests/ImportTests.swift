import EventContracts
import Purchases
import Quantities
import Testing

@Suite("Bringing purchases in from a file (SPD-20, SPD-23)")
struct ImportTests {
    private func read(_ text: String, _ currency: Currency? = .cad) -> PurchaseImport? {
        PurchaseImport(text, currency: currency) { Shelf.item(UInt8($0 + 1)) }
    }

    @Test("Rows of one shop and time are one purchase, in any order of columns")
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

    @Test("Each fault is told with its line, and the other rows come in")
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

    @Test("A file without the needed columns is none; a row needs a currency of its own where none is usual")
    func unusable() throws {
        #expect(read("date,item,amount\n2026-11-01,x,1.00") == nil)
        let file = try #require(read("date,merchant,item,amount\n2026-11-01,A,x,1.00", nil))
        #expect(file.faults == [.init(line: 2, column: .currency, reason: .missing)])
    }

    @Test("Quotes inside quotes, and quotes inside plain fields, stay")
    func quotes() {
        let rows = CSVRows.rows("a,b\r\n\"say \"\"hi\"\"\",5\" pipe\r\n")
        #expect(rows.map(\.fields) == [["a", "b"], ["say \"hi\"", "5\" pipe"]])
    }
}
