import EventContracts
import Foundation
import Quantities
import Testing
import UnitSupport

@testable import Purchases

@Suite("Shopping suggestions (SPD-09, SPD-24)")
struct SuggestionTests {
    private static let today = CalendarDay("2026-06-20") ?? .epoch
    private static let corner = StoreID(NamedUUID.make("corner")), far = StoreID(NamedUUID.make("far"))

    private static func id(_ name: String) -> PurchasedProductID { PurchasedProductID(NamedUUID.make(name)) }

    private static func product(
        _ name: String, brand: String? = nil, offers: [CommunityMarket.Offer] = []
    ) -> ShoppingSuggestions.Product {
        .init(
            id: id(name), words: PurchasedProductWords(name: name, brand: brand, category: .dairy), offers: offers)
    }

    private static func offer(
        _ millionths: Int64, at store: StoreID = far, preferred: Bool = false
    ) -> CommunityMarket.Offer {
        .init(
            price: CommunityPrice(
                store: store, name: "Far", place: nil, currency: .cad, unit: .liter, millionths: millionths,
                contributors: 3, day: today),
            unitPrice: UnitPrice(.volume, millionths: millionths), kilometres: 2, isPreferred: preferred)
    }

    /// Purchases of one item each: name, age in days, price in cents, price per liter in millionths of a cent.
    private static func purchases(
        _ bought: [(name: String, daysAgo: Int, net: Int64, millionths: Int64)], category: PurchaseCategory = .dairy
    ) -> [UUID: PurchaseLedger] {
        var purchases: [UUID: PurchaseLedger] = [:]
        for (place, one) in bought.enumerated() {
            var record = ReceiptRecord()
            record.day = today.adding(days: -one.daysAgo).map { ReceiptField($0, .typed) }
            record.currency = ReceiptField(.cad, .typed)
            var ledger = PurchaseLedger(record, store: corner)
            ledger.lines = [
                .init(
                    category: category, product: id(one.name), net: one.net,
                    price: UnitPrice(.volume, millionths: one.millionths))
            ]
            purchases[NamedUUID.make("receipt \(place)")] = ledger
        }
        return purchases
    }

    private static func suggestions(
        _ bought: [(name: String, daysAgo: Int, net: Int64, millionths: Int64)],
        _ products: [ShoppingSuggestions.Product],
        _ filter: SuggestionFilter = .init()
    ) -> [ShoppingSuggestions.Suggestion] {
        ShoppingSuggestions(purchases(bought), products, filter, on: today).suggestions
    }

    @Test("suggestions: cheaper nearby prices come first, with the saving")
    func nearby() throws {
        let found = Self.suggestions(
            [("milk", 3, 600, 300_000_000), ("juice", 2, 400, 400_000_000)],
            [
                Self.product("milk", offers: [Self.offer(200_000_000), Self.offer(205_000_000, preferred: true)]),
                Self.product("juice", offers: [Self.offer(390_000_000), Self.offer(100, at: Self.corner)]),
            ])
        let milk = try #require(found.first)
        #expect(found.map(\.product) == [Self.id("milk"), Self.id("juice")])
        // The preferred shop is only slightly more expensive.
        #expect(milk.reasons == [.cheaperNearby, .preferredShop] && milk.offer?.unitPrice.millionths == 205_000_000)
        #expect(milk.saving == 190)
        #expect(found[1].reasons.isEmpty && found[1].saving == 0, "neither 2 % less nor the current shop is a reason")
    }

    @Test("suggestions: brands and small packages have cheaper equivalents")
    func alike() throws {
        let found = Self.suggestions(
            [
                ("oat milk 1L", 5, 400, 400_000_000), ("oat milk 2L", 4, 500, 250_000_000),
                ("oat milk", 3, 390, 390_000_000),
            ],
            [
                Self.product("oat milk 1L", brand: "Posh"), Self.product("oat milk 2L", brand: "Posh"),
                Self.product("oat milk"),
            ])
        let large = try #require(found.first)
        #expect(large.product == Self.id("oat milk 2L") && large.reasons == [.bulk])
        #expect(large.insteadOf == Self.id("oat milk 1L") && large.saving == 150)
        #expect(
            found.first { $0.product == Self.id("oat milk") }?.reasons.isEmpty == true, "hardly less than the brand")
    }

    @Test("suggestions: reasons: low price, season, frequent purchase")
    func prices() throws {
        let usual = (0..<8).map {
            (name: "berries", daysAgo: 30 + $0 * 45, net: Int64(500), millionths: Int64(500_000_000))
        }
        let june = [(name: "berries", daysAgo: 370, net: Int64(300), millionths: Int64(300_000_000))]
        let now = [(name: "berries", daysAgo: 2, net: Int64(310), millionths: Int64(310_000_000))]
        let last = try #require(Self.suggestions(usual + june + now, [Self.product("berries")]).first)
        #expect(last.reasons == [.belowUsual, .inSeason] || last.reasons == [.belowUsual, .inSeason, .oftenBought])
        #expect(last.paid == 310)
        let dear = [(name: "berries", daysAgo: 2, net: Int64(510), millionths: Int64(510_000_000))]
        let other = try #require(Self.suggestions(usual + dear, [Self.product("berries")]).first)
        #expect(other.reasons.isDisjoint(with: [.belowUsual, .inSeason]))
        let often = (0..<3).map {
            (name: "bread", daysAgo: 3 + $0 * 7, net: Int64(300), millionths: Int64(300_000_000))
        }
        #expect(Self.suggestions(often, [Self.product("bread")]).first?.reasons == [.oftenBought])
    }

    /// Of 400 random items exactly those that match are shown.
    @Test("SPD-09: filters by category, price range and budget are exact", .slow)
    func filters() {
        var dice = SeededGenerator(seed: 9)
        var purchases: [UUID: PurchaseLedger] = [:], products: [ShoppingSuggestions.Product] = []
        var truth: [PurchasedProductID: (category: PurchaseCategory, currency: Currency, net: Int64)] = [:]
        for place in 0..<400 {
            let category = PurchaseCategory.allCases[Int.random(in: 0..<17, using: &dice)]
            let currency: Currency = Bool.random(using: &dice) ? .cad : .usd,
                net = Int64.random(in: 1...2_000, using: &dice)
            let product = Self.product("thing \(place)")
            var record = ReceiptRecord()
            record.day = ReceiptField(Self.today, .typed)
            record.currency = ReceiptField(currency, .typed)
            var ledger = PurchaseLedger(record, store: nil)
            ledger.lines = [.init(category: category, product: product.id, net: net, price: nil)]
            purchases[NamedUUID.make("r\(place)")] = ledger
            products.append(product)
            truth[product.id] = (category, currency, net)
        }
        let snacks = BudgetTerms(
            period: .month, amount: Money(minorUnits: 5_000, currency: .cad), category: .snacks)
        let filters: [SuggestionFilter] = [
            .init(), .init(category: .dairy), .init(currency: .usd, prices: 250...999), .init(prices: 2_001...3_000),
            .init(category: .meat, currency: .cad, prices: 0...500), .init(budget: .init(terms: snacks, left: 700)),
            .init(budget: .init(terms: snacks, left: -1)),
        ]
        for filter in filters {
            let shown = ShoppingSuggestions(purchases, products, filter, on: Self.today).suggestions
            let wanted = truth.filter { _, one in
                let inBudget = filter.budget.map {
                    one.currency == .cad && one.category == .snacks && one.net <= $0.left
                }
                return filter.category.map { $0 == one.category } ?? true
                    && filter.currency.map { $0 == one.currency } ?? true && filter.prices.contains(one.net)
                    && inBudget ?? true
            }
            #expect(Set(shown.map(\.product)) == Set(wanted.keys) && shown.count == wanted.count)
        }
    }
}
