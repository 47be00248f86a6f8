import EventContracts
import Foundation
import Messaging
import Postgres
import Quantities
import Sealing
import TestSupport
import Testing

@testable import AllergenService

/// Purchases as `spending` tells them.
extension Desk {
    fileprivate func purchase(
        _ names: [String], of account: AccountID, _ receipt: ReceiptID = .random(), version: Int64 = 1,
        code: String? = nil, daysAgo: Int = 0, deleted: Bool = false
    ) async throws -> ReceiptChanged {
        let now = bench.clock.now()
        var record = ReceiptRecord()
        record.items = names.map { name in
            var item = ReceiptItem(
                itemID: .random(), name: ReceiptField(name, .typed), rawText: name,
                category: ReceiptField(.other, .reckoned), quantity: ReceiptField(1_000, .typed), unit: .each,
                amount: ReceiptField(399, .typed))
            item.code = code
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

    fileprivate func judged() async throws -> [PurchaseJudged] {
        let events: [Event<PurchaseJudged>] = try await bench.database.said()
        return events.map(\.body)
    }

    fileprivate func details(of judged: PurchaseJudged) async throws -> PurchaseAllergenDetails {
        try await bench.sealer.open(judged.details, .purchaseAllergens(judged.receiptID, of: judged.accountID))
    }
}

@Suite("Purchases are looked at for allergens")
struct PurchaseTests {
    @Test("ALG-05, ALG-07: what an article names is found, by article; what is unknown is counted and never cleared")
    func judges() async throws {
        try await Desk.with { desk in
            let account = try await desk.bench.account()
            try await desk.setProfile(of: account, version: 1, [.peanuts])
            try await desk.take(try await desk.purchase(["PEANUT BUTTER", "MILK", "zorglub"], of: account))
            let judged = try #require(try await desk.judged().first)
            #expect(judged.version == 1 && judged.receiptVersion == 1 && judged.news == .purchase)
            let peanuts = try #require(judged.allergens.first { $0.allergen == .group(.peanuts) })
            #expect(peanuts.inProfile && peanuts.likelihood == .named && judged.unknownArticles >= 1)
            #expect(judged.allergens.contains { $0.allergen == .group(.milk) && !$0.inProfile })
            let articles = try await desk.details(of: judged).articles
            #expect(articles == [.init(name: "PEANUT BUTTER", allergens: [.group(.peanuts)])])
        }
    }

    @Test("ALG-09: what a label of the article's number names is found, though its name says nothing")
    func labels() async throws {
        try await Desk.with { desk in
            let account = try await desk.bench.account(), gtin = try #require(GTIN("4006381333931"))
            try await desk.setProfile(of: account, version: 1, [.sesame])
            var facts = AllergenFacts()
            facts.contains = [.group(.sesame)]
            let reading = ProductRecord(
                gtin: gtin, version: 1, scanID: .random(), language: "en", facts: facts, evidence: [], readings: 1,
                firstReadAt: desk.bench.clock.now(), readAt: desk.bench.clock.now(), change: nil)
            try await desk.bench.database.write(.request(correlationID: UUID())) {
                try await ProductRepository().save(reading, in: $0)
            }
            try await desk.take(try await desk.purchase(["zorglub"], of: account, code: "4006381333931"))
            try await desk.take(try await desk.purchase(["zorglub"], of: account, code: "12"))
            let judged = try await desk.judged()
            #expect(judged.map { $0.allergens.map(\.likelihood) } == [[.named], []])
            #expect(judged.map(\.news) == [.purchase, nil] && judged.map(\.unknownArticles) == [0, 1])
        }
    }

    @Test("Older versions change nothing, doubles tell once, and of a deleted purchase nobody is told")
    func order() async throws {
        try await Desk.with { desk in
            let account = try await desk.bench.account(), id = ReceiptID.random()
            try await desk.setProfile(of: account, version: 1, [.peanuts])
            let first = try await desk.purchase(["apple"], of: account, id)
            let second = try await desk.purchase(["peanuts"], of: account, id, version: 2)
            let third = try await desk.purchase(["peanuts"], of: account, id, version: 3, deleted: true)
            for purchase in [first, second, first, second, third, second] { try await desk.take(purchase) }
            let judged = try await desk.judged()
            #expect(judged.map(\.receiptVersion) == [1, 2, 3] && judged.map(\.news) == [nil, .purchase, nil])
            desk.bench.clock.advance(by: .seconds(31 * 86_400))
            try await desk.retention.run()
            #expect(try await desk.bench.database.count("SELECT count(*) FROM purchases") == 0)
        }
    }

    @Test("ALG-11: a new profile judges purchases again; of late ones their owner is told, of older ones not")
    func profileChanges() async throws {
        try await Desk.with { desk in
            let account = try await desk.bench.account(), other = try await desk.bench.account()
            try await desk.take(try await desk.purchase(["peanuts"], of: account))
            try await desk.take(try await desk.purchase(["peanuts"], of: account, daysAgo: 20))
            try await desk.take(try await desk.purchase(["peanuts"], of: other))
            #expect(try await desk.judged().allSatisfy { $0.news == nil })
            try await desk.setProfile(of: account, version: 1, [.peanuts])
            let again = try await desk.judged().dropFirst(3)
            #expect(again.map(\.accountID) == [account, account] && again.map(\.version) == [2, 2])
            #expect(again.map(\.news) == [nil, .profile])
        }
    }
}
