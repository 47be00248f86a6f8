import EventContracts
import Foundation
import Purchases
import SpendingService
import Testing

@Suite("Matching items to products (SPD-02, SPD-03)")
struct PersonalProductIndexTests {
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

    private func match(_ index: inout PersonalProductIndex, _ record: inout ReceiptRecord, from number: UInt8) {
        index.match(&record) { PurchasedProductID(Self.uuid(number + UInt8($0))) }
    }

    @Test("C21: an unknown item gets a provisional product, later reused")
    func provisional() {
        var index = PersonalProductIndex(), first = purchase("LOBLAWS", [("2% MILK 4L", "0601")])
        match(&index, &first, from: 1)
        #expect(first.items[0].product?.way == .provisional)
        #expect(index.changed.count == 1)
        var again = purchase("Loblaws", [("MLK 2PC", "0601"), ("2% milk", nil)])
        match(&index, &again, from: 10)
        #expect(
            again.items.map { $0.product?.productID } == [
                first.items[0].product?.productID, first.items[0].product?.productID,
            ])
        #expect(index.changed.count == 1)
    }

    @Test("product: the same code at another shop is another product")
    func otherMerchant() {
        var index = PersonalProductIndex(), first = purchase("LOBLAWS", [("MILK", "1")]),
            second = purchase("METRO", [("SOAP", "1")])
        match(&index, &first, from: 1)
        match(&index, &second, from: 2)
        #expect(first.items[0].product?.productID != second.items[0].product?.productID)
    }

    @Test("product: a user's choice is learned once for the shop's code")
    func learned() throws {
        let milk = PurchasedProductID(Self.uuid(50))
        var index = PersonalProductIndex([
            .init(id: milk, words: PurchasedProductWords(name: "Milk, 2 %", category: .dairy), isProvisional: false)
        ])
        var record = purchase("LOBLAWS", [("ML 2 PRC", "77")])
        match(&index, &record, from: 1)
        record.items[0].product = ItemProduct(productID: milk, name: "Milk, 2 %", way: .chosen)
        index.learn(record)
        var next = purchase("LOBLAWS", [("SOMETHING", "77"), ("ML 2 PRC", nil)])
        match(&index, &next, from: 10)
        #expect(next.items.map { $0.product?.productID } == [milk, milk])
        #expect(next.items.map { $0.product?.way } == [.learned, .learned])
        #expect(next.items[0].category.value == .dairy)
    }

    @Test("SPD-03: a named item is recognized at shops that print it alike")
    func elsewhere() {
        let breast = PurchasedProductID(Self.uuid(50)), thigh = PurchasedProductID(Self.uuid(51))
        var index = PersonalProductIndex([
            .init(id: breast, words: PurchasedProductWords(name: "Breast", category: .meat), isProvisional: false),
            .init(id: thigh, words: PurchasedProductWords(name: "Thigh", category: .meat), isProvisional: false),
        ])
        // Bought at the other shop before: its provisional product is replaced.
        var early = purchase("METRO", [("BNLS CHKN BRST", nil), ("PRODUCE", nil)])
        match(&index, &early, from: 1)
        #expect(early.items.map { $0.product?.way } == [.provisional, .provisional])
        var answered = purchase(
            "NO FRILLS", [("BNLS CHKN BRST", "9"), ("PRODUCE", nil), ("CHKN PK", "10"), ("CHKN PK", "11")])
        for (place, product) in [breast, thigh, breast, thigh].enumerated() {
            answered.items[place].product = ItemProduct(productID: product, name: "", way: .chosen)
        }
        index.learn(answered)
        var next = purchase("METRO", [("BNLS CHKN BRST", nil), ("PRODUCE", nil), ("CHKN PK", nil)])
        match(&index, &next, from: 20)
        #expect(next.items.map { $0.product?.way } == [.elsewhere, .provisional, .provisional])
        #expect(next.items[0].product?.productID == breast && next.items[0].candidates == nil)
        #expect(next.items[0].category.value == .meat)
        // The person's choice for this shop takes precedence over that for another shop.
        next.items[0].product = ItemProduct(productID: thigh, name: "", way: .chosen)
        index.learn(next)
        var last = purchase("METRO", [("BNLS CHKN BRST", nil)])
        match(&index, &last, from: 30)
        #expect(last.items[0].product?.productID == thigh && last.items[0].product?.way == .learned)
    }

    @Test("SPD-03: an answer survives a restart for any order of ids", arguments: [UInt8(40), 60])
    func reloaded(former: UInt8) {
        let milk = PurchasedProductID(Self.uuid(50))
        var index = PersonalProductIndex([
            .init(id: milk, words: PurchasedProductWords(name: "Milk, 2 %", category: .dairy), isProvisional: false)
        ])
        var first = purchase("LOBLAWS", [("MLK 2", "77"), ("OAT DRK", nil)])
        match(&index, &first, from: former)
        // The shop prints another name beside its code, and a code beside its name.
        var answered = purchase("LOBLAWS", [("ML 2 PRC", "77"), ("OAT DRK", "78")])
        match(&index, &answered, from: former + 4)
        for place in answered.items.indices {
            answered.items[place].product = ItemProduct(productID: milk, name: "Milk, 2 %", way: .chosen)
        }
        index.learn(answered)
        var reloaded = PersonalProductIndex(index.all)
        var next = purchase("LOBLAWS", [("MLK 2", "77"), ("ML 2 PRC", nil), ("OAT DRK", nil), ("OAT DRK", "78")])
        match(&reloaded, &next, from: 90)
        #expect(next.items.map { $0.product?.productID } == Array(repeating: milk, count: 4))
    }

    @Test("SPD-03: a choice for one code leaves other codes as they are")
    func otherCodes() {
        let oat = PurchasedProductID(Self.uuid(50)), soy = PurchasedProductID(Self.uuid(51))
        var index = PersonalProductIndex([
            .init(id: oat, words: PurchasedProductWords(name: "Oat", category: .dairy), isProvisional: false),
            .init(id: soy, words: PurchasedProductWords(name: "Soy", category: .dairy), isProvisional: false),
        ])
        var old = purchase("LOBLAWS", [("DRINK", "1"), ("DRINK", "2")])
        for (place, product) in [oat, soy].enumerated() {
            old.items[place].product = ItemProduct(productID: product, name: "", way: .chosen)
        }
        index.learn(old)
        var next = purchase("LOBLAWS", [("DRINK", "1"), ("DRINK", "2")])
        match(&index, &next, from: 1)
        #expect(next.items.map { $0.product?.productID } == [oat, soy])
        next.items[0].product = ItemProduct(productID: soy, name: "", way: .chosen)
        index.learn(next)
        index.learn(old, since: old)
        var last = purchase("LOBLAWS", [("DRINK", "1")])
        match(&index, &last, from: 1)
        #expect(last.items[0].product?.productID == soy)
    }

    @Test("SPD-03: an unnamed product has suggestions, the likeliest first")
    func candidates() {
        let names = ["Whole milk", "Chicken breast", "Rye bread"]
        let known = names.enumerated().map { place, name in
            PersonalProductIndex.Product(
                id: PurchasedProductID(Self.uuid(UInt8(50 + place))),
                words: PurchasedProductWords(name: name, category: .other), isProvisional: false)
        }
        var index = PersonalProductIndex(known), record = purchase("METRO", [("CHKN BRST", "9"), ("SOAP", nil)])
        match(&index, &record, from: 1)
        #expect(record.items[0].candidates?.map(\.name) == ["Chicken breast"])
        #expect(record.items[0].candidates?.first?.productID == known[1].id && record.items[1].candidates == nil)
        record.items[0].product = ItemProduct(productID: known[1].id, name: "", way: .chosen)
        match(&index, &record, from: 10)
        #expect(record.items[0].candidates == nil && record.items[0].product?.name == "Chicken breast")
    }

    @Test("product: a user's choice stays when the shop prints another name")
    func chosen() {
        let milk = PurchasedProductID(Self.uuid(50))
        var index = PersonalProductIndex(), record = purchase("LOBLAWS", [("BREAD", nil)])
        record.items[0].product = ItemProduct(productID: milk, name: "Milk", way: .chosen)
        match(&index, &record, from: 1)
        #expect(record.items[0].product?.productID == milk)
        #expect(index.changed.isEmpty)
    }
}
