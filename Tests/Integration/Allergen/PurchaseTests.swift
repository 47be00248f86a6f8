import EventContracts
import Foundation
import Messaging
import Postgres
import Quantities
import Sealing
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import AllergenService

/// Purchases in the form of `spending`'s events.
extension AllergenHandlers {
    fileprivate func purchase(
        _ names: [String], of account: AccountID, _ receipt: ReceiptID = .random(), version: Int64 = 1,
        code: String? = nil, product: ItemProduct? = nil, daysAgo: Int = 0, deleted: Bool = false
    ) async throws -> ReceiptChanged {
        let now = bench.clock.now()
        var record = ReceiptRecord()
        record.items = names.map { name in
            var item = ReceiptItem(
                itemID: .random(), name: ReceiptField(name, .typed), rawText: name,
                category: ReceiptField(.other, .reckoned), quantity: ReceiptField(1_000, .typed), unit: .each,
                amount: ReceiptField(399, .typed))
            item.code = code
            item.product = product
            return item
        }
        return ReceiptChanged(
            accountID: account, receiptID: receipt, version: version, source: .typed, outcome: nil, advice: [],
            photos: [], record: try await bench.sealer.seal(record, .receiptRecord(receipt, of: account)),
            ledger: Sealed(bytes: [1]), day: CalendarDay(now, in: .gmt).adding(days: -daysAgo), itemsMatchTotal: true,
            twin: nil, canUndo: false, recordedAt: now, changedAt: now, deletedAt: deleted ? now : nil)
    }

    fileprivate func take(_ purchase: ReceiptChanged) async throws {
        try await bench.deliver(purchase, to: judgePurchase, account: purchase.accountID)
    }

    fileprivate func publish(
        _ words: PurchasedProductWords, of account: AccountID, _ product: PurchasedProductID, version: Int64,
        provisional: Bool = false, absorbed: [PurchasedProductID]? = nil, deleted: Bool = false
    ) async throws {
        let now = bench.clock.now()
        try await bench.deliver(
            PurchasedProductChanged(
                accountID: account, productID: product, version: version, isProvisional: provisional,
                words: try await bench.sealer.seal(words, .purchasedProductWords(product, of: account)),
                changedAt: now, deletedAt: deleted ? now : nil, absorbed: absorbed),
            to: knowProduct, account: account)
    }

    fileprivate func keepLabel(
        _ gtin: GTIN, _ allergen: AllergenChoice, standing: Standing = .confirmed
    ) async throws {
        var facts = AllergenFacts()
        facts.contains = [allergen]
        let reading = ProductRecord(
            gtin: gtin, version: 1, scanID: .random(), language: "en", facts: facts, evidence: [], readings: 1,
            firstReadAt: bench.clock.now(), readAt: bench.clock.now(), change: nil, standing: standing)
        try await bench.database.write(.request(correlationID: UUID())) {
            try await ProductRepository.save(reading, in: $0)
        }
    }

    fileprivate func judged() async throws -> [PurchaseJudged] {
        let events: [Event<PurchaseJudged>] = try await bench.database.events()
        return events.map(\.body)
    }

    fileprivate func details(of judged: PurchaseJudged) async throws -> PurchaseAllergenDetails {
        try await bench.sealer.open(judged.details, .purchaseAllergens(judged.receiptID, of: judged.accountID))
    }
}

@Suite("Purchase assessment")
struct PurchaseTests {
    @Test("ALG-05, ALG-07: purchase: findings are listed by item")
    func judges() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account()
            try await handlers.setProfile(of: account, version: 1, [.peanuts])
            try await handlers.take(try await handlers.purchase(["PEANUT BUTTER", "MILK", "zorglub"], of: account))
            let judged = try #require(try await handlers.judged().first)
            #expect(judged.version == 1 && judged.receiptVersion == 1 && judged.news == .purchase)
            let peanuts = try #require(judged.allergens.first { $0.allergen == .group(.peanuts) })
            #expect(peanuts.inProfile && peanuts.likelihood == .named && judged.unknownArticles >= 1)
            #expect(judged.allergens.contains { $0.allergen == .group(.milk) && !$0.inProfile })
            let articles = try await handlers.details(of: judged).articles
            #expect(articles == [.init(name: "PEANUT BUTTER", allergens: [.group(.peanuts)])])
        }
    }

    @Test("ALG-07: a purchase of more than 14 days ago is judged without a notice")
    func longAgo() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account()
            try await handlers.setProfile(of: account, version: 1, [.peanuts])
            for days in [14, 15] {
                try await handlers.take(try await handlers.purchase(["PEANUT BUTTER"], of: account, daysAgo: days))
            }
            let judged = try await handlers.judged()
            #expect(judged.map(\.news) == [.purchase, nil] && judged.allSatisfy { !$0.allergens.isEmpty })
        }
    }

    @Test("purchase assessments: republished with deleted ones, without notices")
    func snapshots() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), gone = ReceiptID.random()
            try await handlers.setProfile(of: account, version: 1, [.peanuts])
            try await handlers.take(try await handlers.purchase(["PEANUT BUTTER"], of: account))
            try await handlers.take(try await handlers.purchase(["MILK"], of: account, gone))
            try await handlers.take(try await handlers.purchase(["MILK"], of: account, gone, version: 2, deleted: true))
            let before = try await handlers.judged().count
            #expect(try await handlers.snapshot(AllergenService.purchaseSnapshots, limit: 1) >= 2)
            let sent = try await handlers.judged().dropFirst(before)
            #expect(sent.count == 2 && sent.allSatisfy { $0.news == nil })
            #expect(sent.first { $0.receiptID == gone }?.deletedAt != nil)
        }
    }

    @Test("ALG-09: the label of an item's number outranks its name")
    func labels() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), gtin = try #require(GTIN("4006381333931"))
            try await handlers.setProfile(of: account, version: 1, [.sesame])
            try await handlers.keepLabel(gtin, .group(.sesame))
            try await handlers.take(try await handlers.purchase(["zorglub"], of: account, code: "4006381333931"))
            try await handlers.take(try await handlers.purchase(["zorglub"], of: account, code: "12"))
            let judged = try await handlers.judged()
            #expect(judged.map { $0.allergens.map(\.likelihood) } == [[.named], []])
            #expect(judged.map(\.news) == [.purchase, nil] && judged.map(\.unknownArticles) == [0, 1])
        }
    }

    @Test(
        "ALG-07: purchase: an unconfirmed label may add warnings, not remove",
        arguments: [Standing.reported, .disputed, .unknown])
    func unconfirmed(_ standing: Standing) async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), gtin = try #require(GTIN("4006381333931"))
            try await handlers.setProfile(of: account, version: 1, [.sesame])
            try await handlers.keepLabel(gtin, .group(.sesame), standing: standing)
            try await handlers.take(try await handlers.purchase(["zorglub"], of: account, code: "4006381333931"))
            let judged = try #require(try await handlers.judged().first)
            #expect(judged.allergens.map(\.likelihood) == [.possible] && judged.unknownArticles == 1)
            #expect(judged.news == .purchase)
        }
    }

    @Test("ALG-07: another user's reading does not clear a purchase of allergens")
    func strangersText() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), liar = try await handlers.bench.account(),
                code = "4006381333931"
            try await handlers.setProfile(of: account, version: 1, [.milk])
            try await handlers.photograph(
                "Ingredients: sugar, milk powder, salt", of: try await handlers.bench.account(), gtin: code)
            try await handlers.products.run()
            try await handlers.assess("Ingredients: sugar, salt", of: liar, gtin: code)
            try await handlers.products.run()
            for buyer in [account, liar] {
                try await handlers.take(try await handlers.purchase(["zorglub"], of: buyer, code: code))
            }
            let judged = try await handlers.judged()
            #expect(judged.map(\.unknownArticles) == [1, 0])
            #expect(judged.allSatisfy { $0.allergens.map(\.allergen) == [.group(.milk)] })
            #expect(judged.first?.news == .purchase)
        }
    }

    @Test("ALG-07: purchase: a label read in part may add warnings, not remove")
    func readInPart() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), code = "4006381333931"
            try await handlers.setProfile(of: account, version: 1, [.milk])
            try await handlers.assess("Ingredients: sugar, salt", of: account, gtin: code)
            try await handlers.products.run()
            try await handlers.take(try await handlers.purchase(["zorglub"], of: account, code: code))
            handlers.bench.clock.advance(by: .seconds(60))
            try await handlers.assess("Ingredients: sugar, blorptan, milk", of: account, gtin: code)
            try await handlers.products.run()
            try await handlers.take(try await handlers.purchase(["zorglub"], of: account, code: code))
            let judged = try await handlers.judged()
            #expect(judged.map(\.unknownArticles) == [0, 1])
            #expect(judged.map { $0.allergens.map(\.allergen) } == [[], [.group(.milk)]])
        }
    }

    @Test("ALG-09: a shop-internal number applies to the scanning account only")
    func shopNumbers() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), other = try await handlers.bench.account()
            try await handlers.setProfile(of: account, version: 1, [.milk])
            try await handlers.assess("Ingredients: sugar, milk, salt", of: account, gtin: "2406024003177")
            try await handlers.products.run()
            for code in ["2406024003177", "2406024005188", "2506024005185"] {
                for buyer in [account, other] {
                    try await handlers.take(try await handlers.purchase(["zorglub"], of: buyer, code: code))
                }
            }
            let judged = try await handlers.judged()
            #expect(judged.map(\.unknownArticles) == [0, 1, 1, 1, 1, 1])
            #expect(judged.map { !$0.allergens.isEmpty } == [true, false, true, false, false, false])
        }
    }

    @Test("NOT-05: recent buyers are alerted when a label gains an allergen")
    func changedLabel() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), code = "4006381333931"
            try await handlers.setProfile(of: account, version: 1, [.milk])
            try await handlers.photograph(
                "Ingredients: sugar, salt", of: try await handlers.bench.account(), gtin: code,
                voucher: handlers.voucher())
            try await handlers.products.run()
            try await handlers.take(try await handlers.purchase(["zorglub"], of: account, code: code))
            try await handlers.take(try await handlers.purchase(["zorglub"], of: account, code: code, daysAgo: 20))
            handlers.bench.clock.advance(by: .seconds(60))
            try await handlers.photograph(
                "Ingredients: sugar, milk, salt", of: try await handlers.bench.account(), gtin: code,
                voucher: handlers.voucher())
            try await handlers.products.run()
            let notified = try await handlers.judged().filter { $0.news != nil }
            #expect(notified.count == 1 && notified.first?.allergens.map(\.allergen) == [.group(.milk)])
            #expect(try await handlers.bench.database.count("SELECT count(*) FROM recipe_changes") == 0)
            handlers.bench.clock.advance(by: .seconds(31 * 86_400))
            try await handlers.retention.run()
            #expect(try await handlers.bench.database.count("SELECT count(*) FROM purchase_numbers") == 0)
        }
    }

    @Test(
        "ALG-05: a later product number or name rechecks purchases once",
        arguments: [true, false])
    func saidLater(isTheLaterLarger: Bool) async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), gtin = try #require(GTIN("4006381333931"))
            try await handlers.setProfile(of: account, version: 1, [.sesame, .peanuts])
            try await handlers.keepLabel(gtin, .group(.sesame))
            // The replacing product counts, whichever of the two ids is smaller.
            let ids = [PurchasedProductID.random(), .random()].sorted()
            let (id, other) = isTheLaterLarger ? (ids[0], ids[1]) : (ids[1], ids[0])
            let made = ItemProduct(productID: id, name: "zorglub", way: .provisional)
            let recent = try await handlers.purchase(["zorglub"], of: account, product: made)
            let old = try await handlers.purchase(["zorglub"], of: account, product: made, daysAgo: 30)
            for purchase in [recent, old] { try await handlers.take(purchase) }
            try await handlers.take(try await handlers.purchase(["apple"], of: account))
            var words = PurchasedProductWords(name: "zorglub", category: .other, gtin: gtin.digits)
            try await handlers.publish(words, of: account, id, version: 1, provisional: true)
            #expect(try await handlers.judged().count == 3, "a provisional product is not judged again")
            try await handlers.publish(words, of: account, id, version: 2)
            try await handlers.publish(words, of: account, id, version: 2)
            var again = try await handlers.judged().dropFirst(3)
            #expect(Set(again.map(\.receiptID)) == [recent.receiptID, old.receiptID] && again.count == 2)
            #expect(again.allSatisfy { $0.allergens.map(\.allergen) == [.group(.sesame)] && $0.version == 2 })
            #expect(again.first { $0.receiptID == recent.receiptID }?.news == .purchase)
            #expect(again.first { $0.receiptID == old.receiptID }?.news == nil, "an old purchase raises no notice")
            words.aliases = [.init(merchant: "shop", code: nil, name: "zorglub")]
            try await handlers.publish(words, of: account, id, version: 3)
            #expect(try await handlers.judged().count == 5, "another printed name does not reassess")
            // The product is merged into another one, which is known to be a food.
            let butter = PurchasedProductWords(
                name: "spread", category: .pantry, foodID: "sr28-16098", foodName: "Peanut butter, smooth style")
            try await handlers.publish(butter, of: account, other, version: 2, absorbed: [id])
            try await handlers.publish(words, of: account, id, version: 4, deleted: true)
            again = try await handlers.judged().dropFirst(5)
            #expect(again.count == 2 && again.allSatisfy { $0.allergens.contains { $0.allergen == .group(.peanuts) } })
            // Late events change nothing; a new purchase uses the product at once.
            try await handlers.publish(butter, of: account, other, version: 1)
            try await handlers.take(try await handlers.purchase(["zorglub"], of: account, product: made))
            let last = try #require(try await handlers.judged().last)
            #expect(
                try await handlers.judged().count == 8 && last.allergens.contains { $0.allergen == .group(.peanuts) })
            #expect(try await handlers.details(of: last).articles.map(\.name) == ["spread"])
        }
    }

    @Test("ALG-07: purchase: the user's product name removes no finding")
    func wrongProduct() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), stranger = try await handlers.bench.account()
            try await handlers.setProfile(of: account, version: 1, [.peanuts])
            let id = PurchasedProductID.random(), foreign = PurchasedProductID.random()
            try await handlers.publish(.init(name: "rice", category: .pantry), of: account, id, version: 1)
            try await handlers.publish(.init(name: "peanuts", category: .snacks), of: stranger, foreign, version: 1)
            let chosen = ItemProduct(productID: id, name: "rice", way: .chosen)
            try await handlers.take(try await handlers.purchase(["PEANUTS"], of: account, product: chosen))
            try await handlers.take(
                try await handlers.purchase(
                    ["rice"], of: account, product: ItemProduct(productID: foreign, name: "rice", way: .learned)))
            #expect(try await handlers.judged().map(\.news) == [.purchase, nil])
        }
    }

    @Test("purchases: old versions, repeats and deleted ones raise no notice")
    func order() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), id = ReceiptID.random()
            try await handlers.setProfile(of: account, version: 1, [.peanuts])
            let first = try await handlers.purchase(["apple"], of: account, id)
            let second = try await handlers.purchase(["peanuts"], of: account, id, version: 2)
            let third = try await handlers.purchase(["peanuts"], of: account, id, version: 3, deleted: true)
            for purchase in [first, second, first, second, third, second] { try await handlers.take(purchase) }
            let judged = try await handlers.judged()
            #expect(judged.map(\.receiptVersion) == [1, 2, 3] && judged.map(\.news) == [nil, .purchase, nil])
            handlers.bench.clock.advance(by: .seconds(31 * 86_400))
            try await handlers.retention.run()
            #expect(try await handlers.bench.database.count("SELECT count(*) FROM purchases") == 0)
        }
    }

    @Test("ALG-11: a new profile causes notices about recent purchases only")
    func profileChanges() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), other = try await handlers.bench.account()
            try await handlers.take(try await handlers.purchase(["peanuts"], of: account))
            try await handlers.take(try await handlers.purchase(["peanuts"], of: account, daysAgo: 20))
            try await handlers.take(try await handlers.purchase(["peanuts"], of: other))
            #expect(try await handlers.judged().allSatisfy { $0.news == nil })
            try await handlers.setProfile(of: account, version: 1, [.peanuts])
            let again = try await handlers.judged().dropFirst(3)
            #expect(again.map(\.accountID) == [account, account] && again.map(\.version) == [2, 2])
            #expect(again.map(\.news) == [nil, .profile])
        }
    }
}

@Suite("Lexicon upgrade: purchases")
struct PurchaseRecheckTests {
    @Test("ALG-11: a new lexicon rechecks all purchases once")
    func judgesAgain() async throws {
        try await AllergenHandlers.with { handlers in
            let database = handlers.bench.database
            let account = try await handlers.bench.account(), erased = try await handlers.bench.account()
            for person in [account, erased] {
                try await handlers.setProfile(of: person, version: 1, [.peanuts])
                for days in [30, 1] {
                    try await handlers.take(try await handlers.purchase(["PEANUT BUTTER"], of: person, daysAgo: days))
                }
            }
            // As if an older lexicon had assessed them and found nothing.
            try await KnowledgeRepository.purchases.begin("old/1", at: .distantPast, on: database.pool)
            try await database.pool.execute(
                """
                UPDATE purchases SET judged = jsonb_set(jsonb_set(judged, '{knowledgeVersion}', '"old/1"'),
                    '{allergens}', '[]'),
                    told = '{"possible": [], "likely": [], "otherMatches": 0}'
                """)
            try await handlers.bench.keyRing.destroyKey(for: erased.uuid)
            let recheck = KnowledgeRecheck(
                database: database, lock: AccountLock(), knowledge: .purchases,
                writer: handlers.judgePurchase.writer, turn: .purchases, begunAt: Date())
            for _ in 0..<2 { try await recheck.run() }
            let again = try await handlers.judged().dropFirst(4)
            #expect(again.map(\.accountID) == [account, account] && again.map(\.version) == [2, 2])
            #expect(again.compactMap(\.news) == [.purchase], "the older purchase is judged in silence")
            #expect(again.allSatisfy { $0.allergens.contains { $0.allergen == .group(.peanuts) && $0.inProfile } })
            #expect(
                try await database.count("SELECT count(*) FROM purchases WHERE judged ->> 'knowledgeVersion' = 'old/1'")
                    == 0)
        }
    }
}
