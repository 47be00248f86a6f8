import EventContracts
import Foundation
import Messaging
import Postgres
import Purchases
import Quantities
import Sealing
import ServiceRuntime
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import SpendingService

@Suite("Purchases from command to event") struct ReceiptTests {
    @Test("SPD-01, SPD-22: a purchase is stored sealed and published")
    func keeps() async throws {
        try await SpendingHandlers.with { handlers in
            let account = try await handlers.bench.account(), operation = OperationID.random()
            let record = try SpendingHandlers.typed([("2% MILK 4L", 589), ("BANANAS", 131)], total: 720)
            let receipt = try await handlers.keep(record, of: account, operation: operation)
            let published = try #require(try await handlers.published().first)
            #expect(published.attributes.operationID == operation && published.attributes.operationStatus == .succeeded)
            #expect(published.body.version == 1 && published.body.day?.description == "2026-01-14")
            #expect(published.body.itemsMatchTotal == true && !published.body.canUndo && published.body.twin == nil)
            let kept = try await handlers.record(of: published.body)
            #expect(kept.items.map(\.amount.value) == [589, 131])
            #expect(kept.items.map(\.product?.way) == [.provisional, .provisional])
            #expect(try await handlers.ledger(receipt)?.total == 720)
            #expect(try await handlers.publishedProducts().keys.sorted() == ["2% MILK 4L", "BANANAS"])
            let rows = try await handlers.bench.database.pool.query("SELECT record, ledger FROM receipts")
            let (stored, ledger) = try #require(rows.first).decode([UInt8].self, [UInt8].self)
            for secret in ["MILK", "Corner", "589"] {
                #expect(!String(decoding: stored + ledger, as: UTF8.self).contains(secret))
            }
        }
    }

    @Test("SPD-01: photos beside a typed purchase stay with it")
    func photosBeside() async throws {
        try await SpendingHandlers.with { handlers in
            let account = try await handlers.bench.account()
            let facts = PhotoFacts(
                format: .jpeg, width: 600, height: 900, orientation: 1, bytes: 1_000, focalLength: nil)
            let photo = ReceiptPhoto(key: .random(of: account), facts: facts, digest: "digest")
            let record = try SpendingHandlers.typed([("TEA", 300)], total: 300)
            let receipt = try await handlers.keep(record, of: account, photos: [photo])
            let published = try await handlers.last(receipt)
            #expect(published.photos == [photo] && published.source == .typed && published.outcome == nil)
            let other = try await handlers.keep(record, of: account)
            #expect(try await handlers.last(other).photos.isEmpty)
        }
    }

    @Test("VIS-21, SPD-04: printed text becomes a purchase with items")
    func reads() async throws {
        try await SpendingHandlers.with { handlers in
            let account = try await handlers.bench.account(), receipt = ReceiptID.random()
            try await handlers.read(
                [
                    "CORNER MARKET", "12 Main St", "2026-01-14 17:04", "MILK 2% 4L        5.89",
                    "BANANAS           1.31",
                    "SUBTOTAL          7.20", "TOTAL             7.20", "VISA              7.20",
                ], as: receipt, of: account)
            let published = try await handlers.last(receipt), record = try await handlers.record(of: published)
            #expect(published.source == .photo && published.outcome == .read && published.photos.count == 1)
            #expect(record.total?.value == 720 && record.total?.origin == .read)
            #expect(record.items.map(\.amount.value) == [589, 131], "\(record.items.map(\.rawText))")
            #expect(published.itemsMatchTotal == true && published.day?.description == "2026-01-14")
            #expect(record.rows.contains { $0.contains("BANANAS") })
        }
    }

    @Test("VIS-20: photos of one receipt become one purchase; gaps are marked")
    func readsParts() async throws {
        try await SpendingHandlers.with { handlers in
            let account = try await handlers.bench.account(), whole = ReceiptID.random(), torn = ReceiptID.random()
            let top = ["CORNER MARKET", "2026-01-14 17:04", "MILK 2% 4L        5.89", "BANANAS           1.31"]
            let bread = "OAT BREAD         4.00"
            let end = ["BROWN EGGS        5.00", "TOTAL            16.20"]
            try await handlers.read(parts: [top + [bread], [top[3], bread] + end], as: whole, of: account)
            let published = try await handlers.last(whole), record = try await handlers.record(of: published)
            #expect(record.items.map(\.amount.value) == [589, 131, 400, 500] && published.photos.count == 2)
            #expect(published.itemsMatchTotal == true && published.advice.isEmpty)
            try await handlers.read(parts: [top, end], as: torn, of: account, digest: "d2")
            let marked = try await handlers.last(torn), items = try await handlers.record(of: marked).items
            #expect(marked.advice == ["check-parts"] && marked.itemsMatchTotal == false)
            #expect(items.map { ($0.amount.confidence ?? 1) <= 0.3 } == [false, true, true])
        }
    }

    @Test("SPD-04: a return is a negative purchase, not a saving")
    func refund() async throws {
        try await SpendingHandlers.with { handlers in
            let account = try await handlers.bench.account(), receipt = ReceiptID.random()
            try await handlers.read(
                [
                    "CORNER MARKET", "2026-01-14 17:04", "RETURN", "KETTLE           -39.99",
                    "TOWEL             -8.50", "REFUND TOTAL     -48.49", "VISA             -48.49",
                ], as: receipt, of: account)
            let published = try await handlers.last(receipt), record = try await handlers.record(of: published)
            #expect(record.items.map(\.amount.value) == [-3_999, -850] && record.total?.value == -4_849)
            #expect(record.tenders.map(\.amount.value) == [-4_849] && published.itemsMatchTotal == true)
            let ledger = try #require(try await handlers.ledger(receipt))
            #expect(ledger.total == -4_849 && ledger.saved == 0)
        }
    }

    @Test("VIS-22: receipt: advice on the reading precedes advice on the photo")
    func advice() async throws {
        try await SpendingHandlers.with { handlers in
            let account = try await handlers.bench.account(), receipt = ReceiptID.random()
            try await handlers.read(
                [
                    "VEIKALS", "2027-03-14 17:04", "PIENS              1.49", "MAIZE              2.20",
                    "KOPSUMMA           3.69", "SKAIDRA NAUDA      5.00", "ATLIKUMS           1.31",
                ], as: receipt, of: account)
            let published = try await handlers.last(receipt), record = try await handlers.record(of: published)
            #expect(published.advice.prefix(2) == ["check-date", "language-not-read"])
            #expect(record.items.map(\.amount.value) == [149, 220] && (record.day?.confidence ?? 1) < 0.5)
        }
    }

    @Test("receipt: an unreadable one is stored empty with advice, once")
    func unreadable() async throws {
        try await SpendingHandlers.with { handlers in
            let account = try await handlers.bench.account(), receipt = ReceiptID.random()
            try await handlers.read([], as: receipt, of: account, outcome: .undecodable)
            try await handlers.read(["CORNER MARKET", "TOTAL 9.99"], as: receipt, of: account)
            let published = try await handlers.published()
            #expect(published.count == 2 && published.map(\.body.version) == [1, 1])
            #expect(published.allSatisfy { $0.body.outcome == .undecodable && $0.body.advice == ["photograph-closer"] })
            #expect(try await handlers.record(receipt).items.isEmpty)
        }
    }

    @Test("SPD-05: edits apply once, in order; undo reverts the newest")
    func changes() async throws {
        try await SpendingHandlers.with { handlers in
            let account = try await handlers.bench.account()
            let receipt = try await handlers.keep(try SpendingHandlers.typed([("MILK", 589)], total: 589), of: account)
            let item = try #require(try await handlers.record(receipt).items.first?.itemID)
            try await handlers.edit(receipt, of: account, version: 2, [ReceiptEdit(.total, number: 600)])
            try await handlers.edit(
                receipt, of: account, version: 3, [ReceiptEdit(.itemName, item: item, text: "OAT DRINK")])
            // The same command is delivered again.
            try await handlers.edit(receipt, of: account, version: 3, [ReceiptEdit(.itemName, item: item, text: "X")])
            #expect(try await handlers.record(receipt).items.first?.name.value == "OAT DRINK")
            let changed = try await handlers.last(receipt)
            #expect(changed.canUndo && changed.itemsMatchTotal == false)
            try await handlers.delete(receipt, of: account, version: 4)
            #expect(try await handlers.last(receipt).deletedAt != nil)
            try await handlers.undo(receipt, of: account, version: 5)
            #expect(try await handlers.last(receipt).deletedAt == nil)
            #expect(try await handlers.record(receipt).items.first?.name.value == "OAT DRINK")
            try await handlers.undo(receipt, of: account, version: 6)
            #expect(try await handlers.record(receipt).items.first?.name.value == "MILK")
            #expect(try await handlers.record(receipt).total?.value == 600)
            try await handlers.undo(receipt, of: account, version: 7)
            #expect(try await handlers.record(receipt).total?.value == 589)
            #expect(try await !handlers.last(receipt).canUndo)
            await #expect(throws: Rejection.self) { try await handlers.undo(receipt, of: account, version: 8) }
            #expect(try await handlers.published().count == 8)
        }
    }

    @Test("receipt: another account's is not found; bad values are rejected")
    func refusals() async throws {
        try await SpendingHandlers.with { handlers in
            let account = try await handlers.bench.account(), other = try await handlers.bench.account()
            let receipt = try await handlers.keep(try SpendingHandlers.typed([("MILK", 589)]), of: account)
            await #expect(throws: Rejection.self) {
                try await handlers.edit(receipt, of: other, version: 2, [ReceiptEdit(.total, number: 1)])
            }
            await #expect(throws: Rejection.self) { try await handlers.delete(receipt, of: other, version: 2) }
            await #expect(throws: Rejection.self) {
                try await handlers.keep(try SpendingHandlers.typed([("TEA", 1)]), as: receipt, of: other)
            }
            await #expect(throws: Rejection.self) {
                try await handlers.edit(receipt, of: account, version: 2, [ReceiptEdit(.day, text: "yesterday")])
            }
            #expect(try await handlers.record(receipt).items.map(\.name.value) == ["MILK"])
        }
    }

    @Test("duplicate: found by photo, or by shop, time and total, until denied")
    func twins() async throws {
        try await SpendingHandlers.with { handlers in
            let account = try await handlers.bench.account(), other = try await handlers.bench.account()
            let record = try SpendingHandlers.typed([("MILK", 589)], time: "17:04", total: 589)
            let first = try await handlers.keep(record, of: account)
            let second = try await handlers.keep(record, of: account),
                foreign = try await handlers.keep(record, of: other)
            let later = try await handlers.keep(
                try SpendingHandlers.typed([("MILK", 589)], time: "18:30", total: 589), of: account)
            #expect(try await handlers.last(second).twin == ReceiptTwin(receiptID: first, reason: .samePurchase))
            #expect(try await handlers.last(foreign).twin == nil)
            #expect(try await handlers.last(later).twin == nil)
            try await handlers.edit(second, of: account, version: 2, [], isNoDuplicate: true)
            #expect(try await handlers.last(second).twin == nil)
            try await handlers.edit(second, of: account, version: 3, [ReceiptEdit(.merchant, text: "Corner market")])
            #expect(try await handlers.last(second).twin == nil)
            let photographed = ReceiptID.random(), again = ReceiptID.random()
            try await handlers.read(["SHOP"], as: photographed, of: account, digest: "same")
            try await handlers.read(["SHOP"], as: again, of: account, digest: "same")
            #expect(try await handlers.last(again).twin == ReceiptTwin(receiptID: photographed, reason: .samePicture))
        }
    }

    @Test("duplicate: a purchase is compared with the latest of its day")
    func maxAlike() async throws {
        try await SpendingHandlers.with { handlers in
            let account = try await handlers.bench.account()
            let record = try SpendingHandlers.typed([("MILK", 589)], time: "17:04", total: 589)
            let first = try await handlers.keep(record, of: account)
            func keepOther(_ number: Int) async throws {
                handlers.bench.clock.advance(by: .seconds(1))
                let cents = Int64(number)
                try await handlers.keep(
                    try SpendingHandlers.typed([("TEA", cents)], time: "09:00", total: cents), of: account)
            }
            for number in 1..<ReceiptRepository.maxAlike { try await keepOther(number) }
            let again = try await handlers.keep(record, of: account)
            #expect(try await handlers.last(again).twin == ReceiptTwin(receiptID: first, reason: .samePurchase))
            try await handlers.delete(again, of: account, version: 2)
            try await keepOther(ReceiptRepository.maxAlike)
            let late = try await handlers.keep(record, of: account)
            #expect(try await handlers.last(late).twin == nil)
        }
    }

    @Test("SPD-02, SPD-03: naming an item affects later purchases")
    func products() async throws {
        try await SpendingHandlers.with { handlers in
            let account = try await handlers.bench.account()
            try await handlers.keep(
                try SpendingHandlers.typed([("GRN APPL", 349), ("APPLES GREEN", 210)]), of: account)
            let shelf = try await handlers.publishedProducts()
            let apple = try #require(shelf["GRN APPL"]).productID, twin = try #require(shelf["APPLES GREEN"]).productID
            try await handlers.name(
                apple, of: account, PurchasedProductWords(name: "green apples", category: .produce), absorbs: twin)
            #expect(try await handlers.publishedProducts().keys.sorted() == ["green apples"])
            let next = try await handlers.keep(
                try SpendingHandlers.typed([("GRN APPL", 401), ("APPLES GREEN", 99)], on: "2026-01-15"), of: account)
            let items = try await handlers.record(next).items
            #expect(items.map(\.product?.productID) == [apple, apple])
            #expect(items.map(\.product?.way) == [.learned, .learned])
            let elsewhere = try await handlers.keep(
                try SpendingHandlers.typed([("GRN APPL", 401)], at: "Another Shop", on: "2026-01-15"), of: account)
            let known = try await handlers.record(elsewhere).items.first?.product
            #expect(known?.way == .elsewhere && known?.productID == apple)
            await #expect(throws: Rejection.self) {
                try await handlers.name(.random(), of: account, PurchasedProductWords(name: "x", category: .other))
            }
        }
    }

    @Test("SPD-03: a chosen product sets the name, and can be undone")
    func chosen() async throws {
        try await SpendingHandlers.with { handlers in
            let account = try await handlers.bench.account(), other = try await handlers.bench.account()
            try await handlers.keep(try SpendingHandlers.typed([("MILK 2% 4L", 589)]), of: account)
            try await handlers.keep(try SpendingHandlers.typed([("FOREIGN", 1)]), of: other)
            let shelf = try await handlers.publishedProducts(), milk = try #require(shelf["MILK 2% 4L"]).productID
            let foreign = try #require(shelf["FOREIGN"]).productID
            let receipt = try await handlers.keep(
                try SpendingHandlers.typed([("ZZ 4471", 600)], on: "2026-01-15"), of: account)
            let item = try #require(try await handlers.record(receipt).items.first), former = try #require(item.product)
            #expect(item.category.value == .other)
            for wrong in [foreign, .random()] {
                await #expect(throws: Rejection.self) {
                    try await handlers.edit(
                        receipt, of: account, version: 2,
                        [ReceiptEdit(.itemProduct, item: item.itemID, text: wrong.description)])
                }
            }
            try await handlers.edit(
                receipt, of: account, version: 2,
                [ReceiptEdit(.itemProduct, item: item.itemID, text: milk.description)])
            let chosen = try #require(try await handlers.record(receipt).items.first)
            #expect(chosen.product == ItemProduct(productID: milk, name: "MILK 2% 4L", way: .chosen))
            #expect(chosen.category.value == .dairy)
            #expect(try await handlers.ledger(receipt)?.lines.map(\.product) == [milk])
            try await handlers.undo(receipt, of: account, version: 3)
            #expect(try await handlers.record(receipt).items.first?.product?.productID == former.productID)
            let next = try await handlers.keep(
                try SpendingHandlers.typed([("ZZ 4471", 600)], on: "2026-01-16"), of: account)
            #expect(try await handlers.record(next).items.first?.product?.productID == former.productID)
        }
    }

    @Test("SPD-05: undo also reverts the answer about a duplicate")
    func duplicateAskedAgain() async throws {
        try await SpendingHandlers.with { handlers in
            let account = try await handlers.bench.account()
            let record = try SpendingHandlers.typed([("MILK", 589)], total: 589)
            let first = try await handlers.keep(record, of: account),
                second = try await handlers.keep(record, of: account)
            let twin = ReceiptTwin(receiptID: first, reason: .samePurchase)
            #expect(try await handlers.last(second).twin == twin)
            try await handlers.edit(second, of: account, version: 2, [], isNoDuplicate: true)
            #expect(try await handlers.last(second).twin == nil)
            try await handlers.undo(second, of: account, version: 3)
            #expect(try await handlers.last(second).twin == twin)
        }
    }

    @Test("SPD-03: a merged product is published; budgets follow its successor")
    func absorbed() async throws {
        try await SpendingHandlers.with { handlers in
            let account = try await handlers.bench.account(), today = CalendarDay(handlers.bench.clock.now(), in: .gmt)
            try await handlers.keep(
                try SpendingHandlers.typed([("GRN APPL", 349), ("APPLES GREEN", 210)], on: today.description),
                of: account)
            let shelf = try await handlers.publishedProducts()
            let apple = try #require(shelf["GRN APPL"]).productID, gone = try #require(shelf["APPLES GREEN"]).productID
            try await handlers.name(
                apple, of: account, PurchasedProductWords(name: "green apples", category: .produce), absorbs: gone)
            #expect(try await handlers.publishedProducts()["green apples"]?.absorbed == [gone])
            let budget = BudgetID.random()
            let words = try await handlers.bench.sealer.seal(
                BudgetWords(name: "Apples"), .budgetWords(budget, of: account))
            let terms = BudgetTerms(
                period: .month, amount: Money(minorUnits: 500, currency: .cad), productID: gone)
            try await handlers.bench.deliver(
                SetBudget(accountID: account, budgetID: budget, version: 1, terms: terms, words: words),
                to: handlers.keepBudget, account: account)
            let published = try await handlers.bench.database.events(BudgetExceeded.self).map(\.body)
            #expect(published.map(\.budgetID) == [budget])
            let excess = try await handlers.bench.sealer.open(
                try #require(published.first).excess, .budgetExcess(budget, of: account))
            #expect(excess.spent.minorUnits == 559)
        }
    }

    @Test("purchases: 30 days after the deletion they are removed")
    func retention() async throws {
        try await SpendingHandlers.with { handlers in
            let account = try await handlers.bench.account(), pool = handlers.bench.database.pool
            let gone = try await handlers.keep(try SpendingHandlers.typed([("MILK", 589)]), of: account)
            let kept = try await handlers.keep(try SpendingHandlers.typed([("TEA", 300)], at: "Tea House"), of: account)
            try await handlers.delete(gone, of: account, version: 2)
            try await handlers.retention.run()
            #expect(try await handlers.bench.database.count("SELECT count(*) FROM receipts") == 2)
            handlers.bench.clock.advance(by: .seconds(31 * 86_400))
            try await handlers.retention.run()
            let rows = try await pool.query("SELECT receipt_id FROM receipts")
            #expect(try rows.map { ReceiptID(try $0.decode(UUID.self)) } == [kept])
            #expect(try await handlers.bench.database.count("SELECT count(*) FROM receipt_changes") == 0)
            let page = try await handlers.bench.database.write(.request(correlationID: UUID())) { transaction in
                try await ReceiptRepository.page(after: nil, limit: 10, in: transaction)
            }
            #expect(page.map(\.receiptID) == [kept])
            #expect(try await handlers.record(of: page[0]).items.map(\.name.value) == ["TEA"])
        }
    }
}
