import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing
import TestSupport
import Testing

@testable import AllergenService

extension Desk {
    fileprivate func told() async throws -> [Event<ProductChanged>] { try await bench.database.said() }

    /// Scans a product and has the reading taken in.
    fileprivate func read(_ text: String, _ gtin: String, by account: AccountID) async throws {
        bench.clock.advance(by: .seconds(60))
        try await assess(text, of: account, gtin: gtin)
        try await products.run()
    }
}

@Suite("What is known of products")
struct ProductTests {
    private let gtin = "4006381333931"

    @Test("ALG-09: a complete reading makes a fact about the product, in the lexicon's words and without the person")
    func firstReading() async throws {
        try await Desk.with { desk in
            let account = try await desk.bench.account()
            try await desk.read("Ingredients: sugar, WheY POWder, salt. May contain almonds.", gtin, by: account)
            let event = try #require(try await desk.told().first), product = event.body
            #expect(event.attributes.key == "04006381333931" && event.attributes.subject == "04006381333931")
            #expect(product.contains == [.milk])
            #expect(product.mayContain.contains(.species(.almond)))
            #expect((product.version, product.readings, product.language) == (1, 1, "en"))
            #expect(product.change == nil)
            #expect(product.evidence.contains { $0.allergen == .milk && $0.rule == "ingredient-term" })
            let text = String(decoding: try EventCoding.encode(product), as: UTF8.self)
            #expect(!text.contains("WheY") && !text.contains(account.description) && !text.contains("salt"))
            #expect(event.attributes.operationID == nil)
        }
    }

    @Test("The newest reading wins, GTIN-12, -13 and -14 are one product, a changed recipe is pointed out")
    func changedRecipe() async throws {
        try await Desk.with { desk in
            let account = try await desk.bench.account()
            try await desk.read("Ingredients: sugar, milk", "036000291452", by: account)
            try await desk.read("Ingredients: milk, sugar", "0036000291452", by: account)
            try await desk.read("Ingredients: sugar, soy flour", "00036000291452", by: account)
            let products = try await desk.told().map(\.body)
            #expect(products.map(\.version) == [1, 2, 3] && products.map(\.readings) == [1, 2, 3])
            #expect(products.map(\.contains) == [[.milk], [.milk], [.soybeans]])
            #expect(products.map { $0.change == nil } == [true, true, false])
            #expect(products[2].change?.added == [.soybeans] && products[2].change?.removed == [.milk])
            #expect(products[2].firstReadAt == products[0].firstReadAt)
            #expect(products[2].readAt == desk.bench.clock.now())
        }
    }

    @Test(
        "What was not read in full, and a text without a list, say nothing about the product",
        arguments: ["Состав: молоко, сахар", "Contains milk.", ""])
    func incomplete(_ text: String) async throws {
        try await Desk.with { desk in
            try await desk.read(text, gtin, by: try await desk.bench.account())
            #expect(try await desk.told().isEmpty)
        }
    }

    @Test("An older reading that comes late counts, and changes nothing else")
    func lateReading() throws {
        func reading(_ choice: AllergenChoice, at seconds: TimeInterval, _ scan: ScanID = .random()) throws
            -> ProductReading
        {
            var facts = AllergenFacts()
            facts.contains = [choice]
            return ProductReading(
                gtin: try #require(GTIN(gtin)), accountID: .random(), scanID: scan, language: "en", facts: facts,
                evidence: [], readAt: Date(timeIntervalSince1970: seconds), isRecheck: false)
        }
        let product = ProductRecord(try reading(.milk, at: 100))
        let late = try #require(product.taking(try reading(.eggs, at: 50)))
        #expect(late.facts == product.facts && late.readings == 2 && late.change == nil)
        #expect(late.firstReadAt == Date(timeIntervalSince1970: 50))
    }

    @Test("NOT-05: who scanned the product before hears of an added allergen of theirs, the reader and others do not")
    func recipeAlert() async throws {
        try await Desk.with { desk in
            let soy = try await desk.bench.account(), fish = try await desk.bench.account()
            let reader = try await desk.bench.account()
            try await desk.setProfile(of: soy, version: 1, [.soybeans])
            try await desk.setProfile(of: fish, version: 1, [.fish])
            try await desk.setProfile(of: reader, version: 1, [.soybeans])
            for person in [soy, fish, reader] { try await desk.read("Ingredients: sugar, milk", gtin, by: person) }
            try await desk.read("Ingredients: sugar, milk, soy flour", gtin, by: reader)
            try await desk.products.run()
            let alert = try #require(try await desk.alerts().first?.body)
            #expect(try await desk.alerts().count == 1)
            #expect(alert.accountID == soy && alert.cause == .recipeChanged)
            #expect(alert.contains == [.soybeans] && alert.gtin == GTIN(gtin))
            #expect(try await desk.bench.database.count("SELECT count(*) FROM recipe_changes") == 0)
        }
    }

    @Test("Many people at many products at once: no deadlock, every reading counts")
    func manyAtOnce() async throws {
        try await Desk.with { desk in
            let numbers = ["4006381333931", "036000291452", "96385074"]
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<4 {
                    group.addTask {
                        let account = try await desk.bench.account()
                        for turn in 0..<6 {
                            try await desk.assess(
                                "Ingredients: milk, sugar", of: account, gtin: numbers[(turn + index) % 3])
                        }
                    }
                    group.addTask { for _ in 0..<5 { try await desk.products.run() } }
                }
                try await group.waitForAll()
            }
            try await desk.products.run()
            let total = try await desk.bench.database.count("SELECT sum(readings)::bigint FROM products")
            #expect(total == 24)
            #expect(try await desk.bench.database.count("SELECT count(*) FROM product_readings") == 0)
        }
    }

    @Test("Snapshots give every product, page by page")
    func snapshots() async throws {
        try await Desk.with { desk in
            let account = try await desk.bench.account()
            for number in [gtin, "036000291452", "96385074"] {
                try await desk.read("Ingredients: milk, sugar", number, by: account)
            }
            let before = try await desk.told().map(\.body)
            let pages = try await desk.snapshot(ProductSnapshots(products: ProductRepository()))
            let sent = try await desk.told().filter { $0.attributes.isSnapshot }.map(\.body)
            #expect(pages == 2)
            #expect(sent == before.sorted { $0.gtin < $1.gtin })
        }
    }
}
