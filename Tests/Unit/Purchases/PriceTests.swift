import EventContracts
import Purchases
import Quantities
import Testing
import UnitSupport

@Suite("Community prices and alerts (SPD-13, SPD-14, SPD-15, SPD-19, C22)")
struct PriceTests {
    private func seen(
        _ person: String, _ price: Int64, store: UInt8 = 1, _ day: String = "2026-11-20", _ currency: Currency = .cad,
        network: String? = nil
    ) -> PriceObservation {
        PriceObservation(
            contributor: person, network: network ?? person, store: SamplePurchases.store(store),
            day: SamplePurchases.day(day),
            currency: currency,
            price: UnitPrice(.mass, millionths: price))
    }

    private let today = SamplePurchases.day("2026-11-22")

    @Test("community price: none from fewer than three people")
    func fewest() {
        let two = (0..<50).map { seen($0 % 2 == 0 ? "a" : "b", 100) }
        #expect(CommunityPrices.figures(two, on: today).isEmpty)
        let figures = CommunityPrices.figures(two + [seen("c", 104)], on: today)
        #expect(figures.map(\.contributors) == [3])
        #expect(figures.first?.price.millionths == 100)
    }

    @Test("community price: accounts of one network count as one person")
    func oneNetwork() {
        let family = ["a", "b", "c", "d"].map { seen($0, 100, network: "home") }
        #expect(CommunityPrices.figures(family + [seen("e", 100)], on: today).isEmpty)
        let enough = CommunityPrices.figures(family + [seen("e", 100), seen("f", 100)], on: today)
        #expect(enough.map(\.contributors) == [3])
    }

    @Test("community price: below half of the usual one it is ignored")
    func outlier() {
        func three(_ price: Int64, store: UInt8) -> [PriceObservation] {
            ["a", "b", "c"].map { seen("\($0)\(store)", price, store: store) }
        }
        let fair = three(400, store: 1) + three(500, store: 2)
        #expect(CommunityPrices.figures(fair + three(100, store: 3), on: today).count == 2)
        #expect(CommunityPrices.figures(fair + three(250, store: 3), on: today).count == 3)
    }

    @Test("community price: one account cannot move it beyond the others'")
    func oneAccount() {
        var random = SeededGenerator(seed: 21)
        for _ in 0..<300 {
            let honest = (0..<Int.random(in: 3...8, using: &random)).map {
                seen("p\($0)", .random(in: 400...600, using: &random))
            }
            let lies = (0..<20).map { _ in seen("liar", .random(in: 1...100_000, using: &random)) }
            let values = honest.map(\.price.millionths)
            for figure in CommunityPrices.figures(honest + lies, on: today) {
                #expect((values.min() ?? 0)...(values.max() ?? 0) ~= figure.price.millionths)
            }
        }
    }

    @Test("community prices: old and future observations are ignored")
    func apart() {
        let old = ["a", "b", "c"].map { seen($0, 100, "2026-10-01") }
        let future = ["a", "b", "c"].map { seen($0, 100, "2026-11-23") }
        #expect(CommunityPrices.figures(old + future, on: today).isEmpty)
        let mixed = [seen("a", 100), seen("b", 100), seen("c", 100, "2026-11-20", .usd), seen("d", 100, store: 2)]
        #expect(CommunityPrices.figures(mixed, on: today).isEmpty)
    }

    @Test("place: is stored to about a kilometer only")
    func coarse() throws {
        let home = try #require(CoarsePlace(latitude: 43.651_07, longitude: -79.347_015))
        #expect(home == CoarsePlace(latitude: 43.648, longitude: -79.352))
        let montreal = try #require(CoarsePlace(latitude: 45.508_9, longitude: -73.554))
        #expect((500...510).contains(home.kilometres(to: montreal)))
        #expect(CoarsePlace(latitude: 91, longitude: 0) == nil)
        #expect(CoarsePlace(latitude: .nan, longitude: 0) == nil)
    }

    private func find(
        bought day: String = "2026-11-12", paid: Int64 = 1_000, _ change: (inout ShoppingPreferences) -> Void = { _ in }
    ) throws -> PriceWatch.Find? {
        let figures = CommunityPrices.figures(
            ["a", "b", "c"].flatMap { [seen($0, 900_000_000, store: 2), seen($0, 800_000_000, store: 3)] }, on: today)
        var preferences = ShoppingPreferences()
        preferences.place = CoarsePlace(latitude: 43.65, longitude: -79.35)
        change(&preferences)
        let purchase = PriceWatch.Purchase(
            product: SamplePurchases.product(1), store: SamplePurchases.store(1), day: SamplePurchases.day(day),
            currency: .cad, paid: paid,
            price: UnitPrice(.mass, millionths: 1_000_000_000))
        let places = [
            SamplePurchases.store(2): try #require(CoarsePlace(latitude: 43.66, longitude: -79.35)),
            SamplePurchases.store(3): try #require(CoarsePlace(latitude: 44.65, longitude: -79.35)),
        ]
        return PriceWatch.find(purchase, figures, preferences, places: places, today: today)
    }

    @Test("price alert: within the radius, or at a preferred shop")
    func watch() throws {
        #expect(try find()?.figure.store == SamplePurchases.store(2))
        #expect(try find()?.saving == 100)
        #expect(try find { $0.radius = 200 }?.figure.store == SamplePurchases.store(3))
        #expect(try find { $0.preferred = [SamplePurchases.store(3)] }?.saving == 200)
    }

    @Test("price alert: not sent for ignored shops and unknown places")
    func silence() throws {
        #expect(try find { $0.ignored = [SamplePurchases.store(2)] } == nil)
        #expect(try find(bought: "2026-11-11") == nil)
        #expect(try find(bought: "2026-11-23") == nil)
        #expect(try find { $0.place = nil } == nil)
    }

    @Test("price alert: the travel cost is deducted from the saving")
    func way() throws {
        #expect(try find { $0.wayCost = Money(minorUnits: 50, currency: .cad) } == nil)
        let near = try find { $0.wayCost = Money(minorUnits: 20, currency: .cad) }
        #expect((50...60).contains(near?.saving ?? 0))
        #expect(try find { $0.wayCost = Money(minorUnits: 50, currency: .usd) }?.saving == 100)
    }
}
