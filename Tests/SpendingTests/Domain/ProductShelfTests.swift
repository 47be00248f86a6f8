import EventContracts
import Foundation
import Purchases
import SpendingService
import Testing

@Suite("Articles find their products (SPD-02, SPD-03)")
struct ProductShelfTests {
    private static func uuid(_ number: UInt8) -> UUID {
        UUID(uuid: (1, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, number))
    }

    private func purchase(_ merchant: String, _ articles: [(name: String, code: String?)]) -> ReceiptRecord {
        var record = ReceiptRecord()
        record.merchant = ReceiptField(merchant, .read)
        record.items = articles.enumerated().map { place, article in
            var item = ReceiptItem(
                itemID: ReceiptItemID(Self.uuid(UInt8(100 + place))), name: ReceiptField(article.name, .read),
                rawText: article.name, category: ReceiptField(CategoryWords.category(of: article.name), .reckoned),
                quantity: ReceiptField(1_000, .reckoned), unit: .each, amount: ReceiptField(100, .read))
            item.code = article.code
            return item
        }
        return record
    }

    private func match(_ shelf: inout ProductShelf, _ record: inout ReceiptRecord, from number: UInt8) {
        shelf.match(&record) { PurchasedProductID(Self.uuid(number + UInt8($0))) }
    }

    @Test("An article that nothing is known of gets a provisional product at once, and the same one next time (C21)")
    func provisional() {
        var shelf = ProductShelf(), first = purchase("LOBLAWS", [("2% MILK 4L", "0601")])
        match(&shelf, &first, from: 1)
        #expect(first.items[0].product?.way == .provisional)
        #expect(shelf.changed.count == 1)
        var again = purchase("Loblaws", [("MLK 2PC", "0601"), ("2% milk", nil)])
        match(&shelf, &again, from: 10)
        #expect(
            again.items.map { $0.product?.productID } == [
                first.items[0].product?.productID, first.items[0].product?.productID,
            ])
        #expect(shelf.changed.count == 1)
    }

    @Test("The same code at another merchant is another product")
    func otherMerchant() {
        var shelf = ProductShelf(), first = purchase("LOBLAWS", [("MILK", "1")]),
            second = purchase("METRO", [("SOAP", "1")])
        match(&shelf, &first, from: 1)
        match(&shelf, &second, from: 2)
        #expect(first.items[0].product?.productID != second.items[0].product?.productID)
    }

    @Test("What a person chose is learned once for the shop's code")
    func learned() throws {
        let milk = PurchasedProductID(Self.uuid(50))
        var shelf = ProductShelf([
            .init(id: milk, words: PurchasedProductWords(name: "Milk, 2 %", category: .dairy), isProvisional: false)
        ])
        var record = purchase("LOBLAWS", [("ML 2 PRC", "77")])
        match(&shelf, &record, from: 1)
        record.items[0].product = ItemProduct(productID: milk, name: "Milk, 2 %", way: .chosen)
        shelf.learn(record)
        var next = purchase("LOBLAWS", [("SOMETHING", "77"), ("ML 2 PRC", nil)])
        match(&shelf, &next, from: 10)
        #expect(next.items.map { $0.product?.productID } == [milk, milk])
        #expect(next.items.map { $0.product?.way } == [.learned, .learned])
        #expect(next.items[0].category.value == .dairy)
    }

    @Test("A choice of the person stays, whatever the shop prints")
    func chosen() {
        let milk = PurchasedProductID(Self.uuid(50))
        var shelf = ProductShelf(), record = purchase("LOBLAWS", [("BREAD", nil)])
        record.items[0].product = ItemProduct(productID: milk, name: "Milk", way: .chosen)
        match(&shelf, &record, from: 1)
        #expect(record.items[0].product?.productID == milk)
        #expect(shelf.changed.isEmpty)
    }
}
