import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import AllergenService

extension AllergenHandlers {
    fileprivate func notified() async throws -> [Event<ProductChanged>] { try await bench.database.events() }

    fileprivate func product() async throws -> ProductChanged { try #require(try await notified().last).body }

    /// Enters the label of a product and handles its reading.
    fileprivate func read(
        _ text: String, _ gtin: String, by account: AccountID, voucher: Voucher? = nil
    ) async throws {
        bench.clock.advance(by: .seconds(60))
        try await assess(text, of: account, gtin: gtin, voucher: voucher)
        try await products.run()
    }

    /// Photographs the label of a product and processes the reading; by an account that counts unless stated otherwise.
    @discardableResult
    fileprivate func show(
        _ text: String, _ gtin: String, by account: AccountID? = nil, voucher: Voucher? = nil
    ) async throws -> AccountID {
        bench.clock.advance(by: .seconds(60))
        let reader = if let account { account } else { try await bench.account() }
        try await photograph(text, of: reader, gtin: gtin, voucher: voucher ?? self.voucher())
        try await products.run()
        return reader
    }
}

@Suite("Product facts")
struct ProductTests {
    private let gtin = "4006381333931"

    @Test("ALG-09: a complete reading yields a product fact without personal data")
    func firstReading() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account()
            try await handlers.show("Ingredients: sugar, WheY POWder, salt. May contain almonds.", gtin, by: account)
            let event = try #require(try await handlers.notified().first), product = event.body
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

    @Test("ALG-09: typed text makes an allergen possible for others")
    func typed() async throws {
        try await AllergenHandlers.with { handlers in
            try await handlers.read("Ingredients: sugar, milk", gtin, by: try await handlers.bench.account())
            let product = try await handlers.product()
            #expect(product.contains.isEmpty && product.mayContain == [.milk] && product.standing == .reported)
            #expect(product.allergens == [ProductAllergen(allergen: .milk, standing: .reported, readings: 1)])
        }
    }

    @Test("ALG-09: all forms of a GTIN are one product")
    func changedRecipe() async throws {
        try await AllergenHandlers.with { handlers in
            try await handlers.show("Ingredients: sugar, milk", "036000291452")
            try await handlers.show("Ingredients: milk, sugar", "0036000291452")
            try await handlers.show("Ingredients: sugar, soy flour", "00036000291452")
            let products = try await handlers.notified().map(\.body)
            #expect(products.map(\.version) == [1, 2, 3] && products.map(\.readings) == [1, 2, 3])
            #expect(products.map(\.contains) == [[.milk], [.milk], [.soybeans, .milk]])
            #expect(products.map(\.standing) == [.reported, .reported, .disputed])
            #expect(products.map { $0.change == nil } == [true, true, false])
            #expect(products[2].change?.added == [.soybeans] && products[2].change?.removed == [.milk])
            #expect(products[2].change?.readings == 1 && products[2].change?.standing == .reported)
            #expect(products[2].firstReadAt == products[0].firstReadAt)
            #expect(products[2].readAt == handlers.bench.clock.now())
        }
    }

    @Test("ALG-09: photos of three independent accounts change the recipe for all")
    func confirmedChange() async throws {
        try await AllergenHandlers.with { handlers in
            for _ in 0..<3 { try await handlers.show("Ingredients: sugar, milk", gtin) }
            #expect(try await handlers.product().standing == .confirmed)
            #expect(try await handlers.product().allergens?.map(\.standing) == [.confirmed])
            try await handlers.show("Ingredients: sugar, salt", gtin)
            let since = handlers.bench.clock.now()
            try await handlers.show("Ingredients: sugar, salt", gtin)
            var product = try await handlers.product()
            #expect(product.contains == [.milk] && product.standing == .disputed)
            #expect(product.change?.at == since && product.change?.readings == 2 && product.change?.removed == [.milk])
            #expect(product.change?.standing == .reported)
            try await handlers.show("Ingredients: sugar, salt", gtin)
            product = try await handlers.product()
            #expect(product.contains.isEmpty && product.mayContain.isEmpty && product.standing == .confirmed)
            #expect(product.change?.removed == [.milk] && product.change?.standing == .confirmed)
            // A later incomplete label does not bring back the allergens of the old one.
            try await handlers.show("Ingredients: sugar, soy flour", gtin)
            product = try await handlers.product()
            #expect(product.contains == [.soybeans] && product.standing == .disputed)
        }
    }

    @Test("ALG-09: fifty throw-away accounts change nothing for others")
    func sybil() async throws {
        try await AllergenHandlers.with { handlers in
            let unconfirmed = "036000291452", confirmed = gtin
            try await handlers.show("Ingredients: sugar, milk", unconfirmed)
            for _ in 0..<3 { try await handlers.show("Ingredients: sugar, milk", confirmed) }
            let before = try await handlers.product()
            for index in 0..<50 {
                let liar = try await handlers.bench.account()
                let voucher = index.isMultiple(of: 2) ? handlers.voucher(verified: false) : handlers.voucher(daysOld: 3)
                for number in [unconfirmed, confirmed] {
                    try await handlers.read("Ingredients: sugar, salt, peanuts", number, by: liar, voucher: voucher)
                    try await handlers.show("Ingredients: sugar, salt", number, by: liar, voucher: voucher)
                }
            }
            var last = try await handlers.notified().map(\.body).suffix(4)
            let kept = try #require(last.last { $0.gtin == before.gtin })
            #expect(kept.contains == [.milk] && kept.mayContain.isEmpty && kept.standing == .confirmed)
            #expect(kept.change == before.change && kept.allergens?.map(\.standing) == [.confirmed])
            let doubted = try #require(last.last { $0.gtin != before.gtin })
            #expect(doubted.contains == [.milk] && doubted.mayContain == [.peanuts])
            #expect(doubted.standing == .disputed)
            // Eligible accounts of one network have one vote: it makes a fact disputed, and removes nothing.
            let network = UUID()
            for _ in 0..<20 {
                try await handlers.show(
                    "Ingredients: sugar, salt", confirmed, voucher: handlers.voucher(network: network))
            }
            last = try await handlers.notified().map(\.body).suffix(1)
            #expect(last.first?.contains == [.milk] && last.first?.standing == .disputed)
            #expect(try await handlers.alerts().isEmpty, "they raise no alert")
        }
    }

    @Test("ALG-09: accounts of one network do not displace other reports")
    func crowd() async throws {
        try await AllergenHandlers.with { handlers in
            try await handlers.show("Ingredients: sugar, milk", gtin, voucher: handlers.voucher(verified: false))
            let count = ProductReportRepository.maxWeighed + 100
            try await handlers.bench.database.pool.execute(
                """
                INSERT INTO product_reports (
                    gtin, account_id, is_photo, is_worldwide, scan_id, language, facts, named, evidence, read_at,
                    counts_from, network)
                SELECT gtin, gen_random_uuid(), true, true, gen_random_uuid(), 'en',
                    jsonb_set(facts, '{contains}', '[]'), jsonb_set(named, '{contains}', '[]'), '[]'::jsonb,
                    read_at + interval '1 second', read_at, '00000000-0000-4000-8000-000000000001'::uuid
                FROM product_reports, generate_series(1, \(Int64(count)))
                """)
            try await handlers.show("Ingredients: sugar, salt", gtin)
            let product = try await handlers.product()
            #expect(product.contains == [.milk] && product.standing == .disputed)
        }
    }

    @Test("ALG-09: facts stored by an older release have the standing reported")
    func upgraded() async throws {
        try await AllergenHandlers.with { handlers in
            var facts = AllergenFacts()
            facts.contains = [.eggs]
            let now = handlers.bench.clock.now(), number = try #require(GTIN(gtin))
            let stored = ProductRecord(
                gtin: number, version: 4, scanID: .random(), language: "en", facts: facts, evidence: [], readings: 4,
                firstReadAt: now, readAt: now, change: ProductChange(at: now, added: [], removed: [.milk]))
            try await handlers.bench.database.write(.request(correlationID: UUID())) { transaction in
                try await ProductRepository.save(stored, in: transaction)
                try await transaction.execute("UPDATE products SET weighed_version = 0, standing = 'confirmed'")
                let known = try await ProductRepository.labels(of: [number], in: transaction)
                #expect(known[number]?.standing == .reported)
            }
            try await handlers.show("Ingredients: sugar, salt", gtin)
            let product = try await handlers.product()
            #expect(product.version == 5 && product.contains == [.eggs] && product.mayContain == [.milk])
            #expect(product.standing == .disputed)
        }
    }

    @Test(
        "ALG-09: a shop-internal number is not a product",
        arguments: [
            "2144682632529", "0224743411620", "0499754459446", "0000000000000", "9812345678902",
        ])
    func shopNumbers(_ number: String) async throws {
        try await AllergenHandlers.with { handlers in
            #expect(GTIN(number) != nil)
            try await handlers.show("Ingredients: rice, salt, water", number)
            #expect(try await handlers.notified().isEmpty)
        }
    }

    @Test(
        "product fact: none from incomplete readings or texts without a list",
        arguments: ["Состав: молоко, сахар", "Contains milk.", ""])
    func incomplete(_ text: String) async throws {
        try await AllergenHandlers.with { handlers in
            try await handlers.read(text, gtin, by: try await handlers.bench.account())
            #expect(try await handlers.notified().isEmpty)
        }
    }

    @Test("ALG-09: a partly read label warns others and removes no allergen")
    func readInPart() async throws {
        try await AllergenHandlers.with { handlers in
            let first = try await handlers.show("Ingredients: sugar, salt", gtin)
            for _ in 0..<2 { try await handlers.show("Ingredients: sugar, salt", gtin) }
            try await handlers.show("Ingredients: sugar, blorptan, milk", gtin)
            var product = try await handlers.product()
            #expect(product.standing == .confirmed && product.contains.isEmpty && product.mayContain == [.milk])
            #expect(product.readings == 3 && product.change == nil)
            // An account that confirmed the old label withdraws its confirmation.
            try await handlers.show("Ingredients: sugar, blorptan, eggs", gtin, by: first)
            product = try await handlers.product()
            #expect(product.standing == .reported && product.contains == [.eggs, .milk])
        }
    }

    @Test("ALG-09: product: a late older reading only adds its allergens")
    func lateReading() throws {
        func reading(_ choice: AllergenChoice, at seconds: TimeInterval) throws -> ProductReading {
            var facts = AllergenFacts()
            facts.contains = [choice]
            return ProductReading(
                gtin: try #require(GTIN(gtin)), accountID: .random(), scanID: .random(), language: "en", facts: facts,
                evidence: [], readAt: Date(timeIntervalSince1970: seconds), isRecheck: false, isPhoto: true)
        }
        let first = try reading(.milk, at: 100), second = try reading(.eggs, at: 50), now = Date()
        let reports = [ProductReport(first)], both = reports + [ProductReport(second)]
        let product = ProductRecord(first, reports, WeighedReports(reports, at: now))
        let late = try #require(product.taking(second, both, WeighedReports(both, at: now)))
        #expect(late.facts.contains == [.milk, .eggs] && late.readings == 2 && late.scanID == product.scanID)
        #expect(late.firstReadAt == Date(timeIntervalSince1970: 50) && late.readAt == product.readAt)
        let own = try #require(ProductReport(first).taking(second))
        #expect(own.facts.contains == [.milk] && own.named.contains == [.milk, .eggs])
    }

    @Test("NOT-05: people who scanned are alerted to an added allergen")
    func recipeAlert() async throws {
        try await AllergenHandlers.with { handlers in
            let soy = try await handlers.bench.account(), fish = try await handlers.bench.account()
            let reader = try await handlers.bench.account()
            try await handlers.setProfile(of: soy, version: 1, [.soybeans])
            try await handlers.setProfile(of: fish, version: 1, [.fish])
            try await handlers.setProfile(of: reader, version: 1, [.soybeans])
            for person in [soy, fish, reader] { try await handlers.show("Ingredients: sugar, milk", gtin, by: person) }
            try await handlers.read("Ingredients: sugar, milk, soy flour", gtin, by: try await handlers.bench.account())
            let young = try await handlers.bench.account()
            try await handlers.show("Ingredients: soy flour", gtin, by: young, voucher: handlers.voucher(daysOld: 1))
            #expect(try await handlers.alerts().isEmpty, "neither a text nor a young account alarms others")
            try await handlers.show("Ingredients: sugar, milk, soy flour", gtin, by: reader)
            try await handlers.products.run()
            let alert = try #require(try await handlers.alerts().first?.body)
            #expect(try await handlers.alerts().count == 1)
            #expect(alert.accountID == soy && alert.cause == .recipeChanged)
            #expect(alert.contains == [.soybeans] && alert.gtin == GTIN(gtin))
            #expect(try await handlers.bench.database.count("SELECT count(*) FROM recipe_changes") == 0)
        }
    }

    @Test("product facts: concurrent readings all count, without a deadlock")
    func manyAtOnce() async throws {
        try await AllergenHandlers.with { handlers in
            let numbers = ["4006381333931", "036000291452", "96385074"]
            try await withThrowingTaskGroup(of: Void.self) { group in
                for index in 0..<4 {
                    group.addTask {
                        let account = try await handlers.bench.account()
                        for turn in 0..<6 {
                            try await handlers.assess(
                                "Ingredients: milk, sugar", of: account, gtin: numbers[(turn + index) % 3])
                        }
                    }
                    group.addTask { for _ in 0..<5 { try await handlers.products.run() } }
                }
                try await group.waitForAll()
            }
            try await handlers.products.run()
            let total = try await handlers.bench.database.count("SELECT sum(readings)::bigint FROM products")
            #expect(total == 24)
            #expect(try await handlers.bench.database.count("SELECT count(*) FROM product_readings") == 0)
        }
    }

    @Test("product snapshots: contain every product, in pages")
    func snapshots() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account()
            for number in [gtin, "036000291452", "96385074"] {
                try await handlers.read("Ingredients: milk, sugar", number, by: account)
            }
            let before = try await handlers.notified().map(\.body)
            let pages = try await handlers.snapshot(ProductSnapshots())
            let sent = try await handlers.notified().filter { $0.attributes.isSnapshot }.map(\.body)
            #expect(pages == 2)
            #expect(sent == before.sorted { $0.gtin < $1.gtin })
        }
    }
}
