import EventContracts
import Testing

@testable import Purchases

@Suite("Grouping of community prices") struct CommunityKeyTests {
    @Test(
        "SPD-14, SPD-18: a product has one key under several till names",
        arguments: [
            ("GRN APPL", "Green Apple", PurchaseUnit.Dimension.mass, true), ("MILK 2L", "milk 1 L", .volume, true),
            ("EGGS 12", "EGGS 6", .count, false), ("苹果", "香蕉", .mass, false), ("MILK", "SOY MILK", .volume, false),
        ])
    func names(first: String, second: String, dimension: PurchaseUnit.Dimension, isSame: Bool) throws {
        let keys = try [first, second].map { try #require(CommunityKey.make(name: $0, gtin: nil, by: dimension)) }
        #expect((keys[0] == keys[1]) == isSame)
        #expect(CommunityKey.make(name: first, gtin: nil, by: dimension) == keys[0])
    }

    @Test("SPD-14: a trade item number outranks a name as the key")
    func numbers() {
        let known = CommunityKey.make(name: "MILK", gtin: "4006381333931", by: .count)
        #expect(known == CommunityKey.make(name: "LAIT", gtin: "04006381333931", by: .count))
        #expect(known != CommunityKey.make(name: "MILK", gtin: "4006381333932", by: .count))
        #expect(CommunityKey.make(name: "2 L", gtin: nil, by: .volume) == nil)
    }

    @Test("SPD-15: a shop lies where most of its customers live")
    func places() {
        let near = StorePlace.Voice(latitude: 4_365, longitude: -7_938, count: 3)
        let far = StorePlace.Voice(latitude: 0, longitude: 0, count: 1)
        #expect(StorePlace.middle(of: [near, far]) == CoarsePlace(latitude: 43.65, longitude: -79.38))
        #expect(StorePlace.middle(of: [.init(latitude: 0, longitude: 0, count: 2)]) == nil)
    }

    @Test("SPD-14: shop-internal numbers are not shared")
    func everyKey() throws {
        for own in ["200000000004", "4011", "12345670", "0200000000004", "036000291453"] {
            #expect(CommunityKey.number(own) == nil, "\(own)")
        }
        #expect(CommunityKey.number("036000291452") == "00036000291452")
        #expect(CommunityKey.number("4006381333931") == "04006381333931")
        for (text, isWorldwide) in [("96385074", true), ("20000004", false), ("5012345678900", true)] {
            #expect(try #require(GTIN(text), "\(text)").isWorldwide == isWorldwide, "\(text)")
        }
        let words = PurchasedProductWords(
            name: "Oat drink", category: .beverages,
            aliases: [
                .init(merchant: "far", code: "036000291452", name: "OAT DRK"),
                .init(merchant: "near", code: "4011", name: "OAT"),
            ])
        let keys = CommunityKey.all(of: words, by: .volume)
        let named = try #require(CommunityKey.make(name: "oat DRINK", gtin: nil, by: .volume))
        let numbered = try #require(CommunityKey.make(name: "x", gtin: "036000291452", by: .volume))
        #expect(keys == [CommunityProductID(named), CommunityProductID(numbered)])
        #expect(keys.isDisjoint(with: CommunityKey.all(of: words, by: .mass)))
    }

    @Test(
        "GTIN: global numbers, shop-internal numbers, coupons, invalid ones",
        arguments: [
            ("4006381333931", true), ("036000291452", true), ("2144682632529", false), ("0224743411620", false),
            ("0499754459446", false), ("0512345678900", false), ("9812345678902", false), ("9912345678909", false),
            ("0000000000000", false), ("55555555", false), ("9780306406157", true), ("012345678905", false),
            ("1234567890128", false), ("12345670", false), ("0123456789012", false), ("5012345678900", true),
        ])
    func worldwide(_ text: String, _ isWorldwide: Bool) throws {
        #expect(try #require(GTIN(text)).isWorldwide == isWorldwide)
    }

    @Test(
        "GTIN: UPC-E expands to its full number",
        arguments: [
            ("04252614", "00042100005264"), ("01234565", "00012345000065"), ("01234532", nil),
            ("96385074", "00000096385074"),
        ])
    func upcE(_ text: String, _ digits: String?) {
        #expect(GTIN(text)?.digits == digits)
    }

    @Test("GTIN: variable-weight codes of one item are equal")
    func articles() throws {
        let first = try #require(GTIN("2406024003177")), second = try #require(GTIN("2406024005188"))
        #expect(first.isSameArticle(as: second) && first != second)
        let world = try #require(GTIN("4006381333931"))
        #expect(world.articlePart == nil && world.isSameArticle(as: world) && !world.isSameArticle(as: first))
    }
}
