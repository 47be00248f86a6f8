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

extension AllergenHandlers {
    fileprivate func notified() async throws -> [ProductChanged] {
        try await bench.database.events(ProductChanged.self).map(\.body)
    }

    fileprivate func product() async throws -> ProductChanged { try #require(try await notified().last) }

    /// Photographs a label by an account that counts.
    @discardableResult
    fileprivate func show(_ text: String, _ gtin: String, by account: AccountID? = nil) async throws -> AccountID {
        bench.clock.advance(by: .seconds(60))
        let reader = if let account { account } else { try await bench.account() }
        try await photograph(text, of: reader, gtin: gtin, voucher: voucher())
        try await products.run()
        return reader
    }

    /// Erases an account.
    ///
    /// - Returns: The number of deleted rows by table.
    fileprivate func erase(_ account: AccountID) async throws -> [String: Int] {
        let erasure = AccountErasure(AllergenErasure.list, keyRing: bench.keyRing)
        return try await bench.database.write(.request(correlationID: UUID())) { transaction in
            try await erasure.apply(to: account, .random(), at: Date(), in: transaction)
        }
    }

    /// Assesses a purchase of a product whose printed name is unspecific.
    fileprivate func buy(_ gtin: String, by account: AccountID) async throws {
        let now = bench.clock.now(), receipt = ReceiptID.random()
        var item = ReceiptItem(
            itemID: .random(), name: ReceiptField("zorglub", .typed), rawText: "zorglub",
            category: ReceiptField(.other, .reckoned), quantity: ReceiptField(1_000, .typed), unit: .each,
            amount: ReceiptField(399, .typed))
        item.code = gtin
        var record = ReceiptRecord()
        record.items = [item]
        let purchase = ReceiptChanged(
            accountID: account, receiptID: receipt, version: 1, source: .typed, outcome: nil, advice: [],
            photos: [], record: try await bench.sealer.seal(record, .receiptRecord(receipt, of: account)),
            ledger: Sealed(bytes: [1]), day: CalendarDay(now, in: .gmt), itemsMatchTotal: true, twin: nil,
            canUndo: false, recordedAt: now, changedAt: now, deletedAt: nil)
        try await bench.deliver(purchase, to: judgePurchase, account: account)
    }

    /// Delivers the event that an account was suspended or reinstated.
    fileprivate func deliver(_ standing: AccountStanding, of account: AccountID, version: Int64) async throws {
        let notified = AccountStandingChanged(
            accountID: account, version: version, standing: standing, changedAt: bench.clock.now())
        try await bench.deliver(notified, to: KeepStanding(), account: account)
    }

    /// Delivers the event, weighs the account's products again, and alerts other people in the following run.
    fileprivate func publish(_ standing: AccountStanding, of account: AccountID, version: Int64) async throws {
        try await deliver(standing, of: account, version: version)
        for _ in 0..<2 { try await products.run() }
    }
}

@Suite("Products reported by suspended accounts") struct StandingTests {
    private let gtin = "4006381333931"

    @Test("ALG-09: a suspended account's photo does not confirm a label")
    func confirmsNothing() async throws {
        try await AllergenHandlers.with { handlers in
            for _ in 0..<3 { try await handlers.show("Ingredients: sugar, milk", gtin) }
            let buyer = try await handlers.bench.account()
            try await handlers.setProfile(of: buyer, version: 1, [.milk])
            try await handlers.show("Ingredients: sugar, salt", gtin, by: buyer)
            try await handlers.show("Ingredients: sugar, salt", gtin)
            let liar = try await handlers.show("Ingredients: sugar, salt", gtin)
            let lie = try await handlers.product()
            #expect(lie.standing == .confirmed && lie.contains.isEmpty && lie.mayContain.isEmpty)
            #expect(try await handlers.alerts().isEmpty)

            try await handlers.publish(.suspended, of: liar, version: 1)
            let mended = try await handlers.product()
            #expect(mended.version == lie.version + 1 && mended.readings == lie.readings)
            #expect(mended.contains == [.milk] && mended.standing == .disputed)
            #expect(mended.change?.removed == [.milk] && mended.change?.standing == .reported)
            // Readers without a profile are checked for milk too.
            let alerts = try await handlers.alerts().map(\.body).filter { $0.accountID == buyer }
            #expect(alerts.map(\.cause) == [.recipeChanged] && alerts.map(\.contains) == [[.milk]])

            try await handlers.publish(.active, of: liar, version: 2)
            let again = try await handlers.product()
            #expect(again.contains.isEmpty && again.standing == .confirmed && again.change?.standing == .confirmed)
            #expect(again.version == mended.version + 1)
        }
    }

    @Test("ALG-09: an allergen of a suspended account warns, without an alert")
    func warns() async throws {
        try await AllergenHandlers.with { handlers in
            let buyer = try await handlers.bench.account()
            try await handlers.setProfile(of: buyer, version: 1, [.milk])
            try await handlers.show("Ingredients: sugar, salt", gtin, by: buyer)
            let suspended = try await handlers.bench.account()
            try await handlers.publish(.suspended, of: suspended, version: 1)
            // Sent before the suspension, processed after it.
            try await handlers.show("Ingredients: sugar, milk", gtin, by: suspended)
            let warned = try await handlers.product()
            #expect(warned.contains == [.milk] && warned.standing == .disputed)
            #expect(try await handlers.alerts().isEmpty)
            try await handlers.publish(.active, of: suspended, version: 2)
            // The facts are the same; only now other people are alerted.
            let counted = try await handlers.product()
            #expect(counted.contains == [.milk] && counted.version == warned.version + 1)
            #expect(try await handlers.alerts().map(\.body.accountID) == [buyer])
        }
    }

    @Test("ALG-09: other accounts still confirm a label after a suspension")
    func othersConfirm() async throws {
        try await AllergenHandlers.with { handlers in
            let first = try await handlers.show("Ingredients: sugar, milk", gtin)
            for _ in 0..<3 { try await handlers.show("Ingredients: sugar, salt", gtin) }
            let before = try await handlers.notified().count
            try await handlers.publish(.suspended, of: first, version: 1)
            let product = try await handlers.product()
            #expect(product.standing == .confirmed && product.contains.isEmpty && product.mayContain.isEmpty)
            #expect(try await handlers.notified().count == before, "nothing has changed")
            #expect(
                try await handlers.bench.database.count(
                    "SELECT count(*) FROM product_reports WHERE is_superseded AND is_suspended") == 1)
        }
    }

    @Test("ALG-09: suspension: readings do not count after a later erasure")
    func erased() async throws {
        try await AllergenHandlers.with { handlers in
            let suspended = try await handlers.show("Ingredients: sugar, milk", gtin)
            let other = try await handlers.show("Ingredients: sugar, milk", gtin)
            try await handlers.show("Ingredients: sugar, milk", gtin)
            try await handlers.publish(.suspended, of: suspended, version: 1)
            #expect(try await handlers.erase(suspended)["account_standings"] == 1)
            try await handlers.show("Ingredients: sugar, milk", gtin, by: other)
            #expect(try await handlers.product().standing == .reported)
            try await handlers.show("Ingredients: sugar, milk", gtin)
            #expect(try await handlers.product().standing == .confirmed)
        }
    }

    @Test("ALG-09: suspension: readings do not count after an immediate erasure")
    func erasedAtOnce() async throws {
        try await AllergenHandlers.with { handlers in
            let suspended = try await handlers.show("Ingredients: sugar, milk", gtin)
            for _ in 0..<2 { try await handlers.show("Ingredients: sugar, milk", gtin) }
            #expect(try await handlers.product().standing == .confirmed)
            try await handlers.deliver(.suspended, of: suspended, version: 1)
            #expect(try await handlers.erase(suspended)["account_standings"] == 1)
            try await handlers.products.run()
            let product = try await handlers.product()
            #expect(product.standing == .reported && product.contains == [.milk])
            #expect(
                try await handlers.bench.database.count(
                    "SELECT count(*) FROM product_reports WHERE is_suspended AND due_at IS NULL") == 1)
        }
    }

    @Test("ALG-09: purchases are judged again if a label loses confirmation")
    func doubtsPurchases() async throws {
        try await AllergenHandlers.with { handlers in
            var liars: [AccountID] = []
            for _ in 0..<3 { liars.append(try await handlers.show("Ingredients: sugar, salt", gtin)) }
            #expect(try await handlers.product().standing == .confirmed)
            let buyer = try await handlers.bench.account()
            try await handlers.setProfile(of: buyer, version: 1, [.milk])
            try await handlers.buy(gtin, by: buyer)
            for liar in liars { try await handlers.publish(.suspended, of: liar, version: 1) }
            #expect(try await handlers.product().standing == .reported)
            let judged = try await handlers.bench.database.events(PurchaseJudged.self).map(\.body)
            #expect(judged.map(\.unknownArticles) == [0, 1] && judged.map(\.version) == [1, 2])
            #expect(judged.allSatisfy { $0.news == nil && $0.accountID == buyer })
            #expect(try await handlers.alerts().isEmpty)
            #expect(try await handlers.bench.database.count("SELECT count(*) FROM recipe_changes") == 0)
        }
    }

    @Test("ALG-09: a product that fails re-evaluation does not block others")
    func blocksNoOther() async throws {
        try await AllergenHandlers.with { handlers in
            let broken = try #require(GTIN("4006381333931")), other = try #require(GTIN("5901234123457"))
            var readers: [AccountID] = []
            for _ in 0..<3 { readers.append(try await handlers.show("Ingredients: sugar, salt", broken.digits)) }
            for reader in readers { try await handlers.show("Ingredients: sugar, salt", other.digits, by: reader) }
            let pool = handlers.bench.database.pool
            try await pool.execute("UPDATE product_reports SET facts = '[]' WHERE gtin = \(broken.digits)")
            let before = try await handlers.notified().count
            try await handlers.publish(.suspended, of: readers[0], version: 1)
            let changed = try await handlers.notified().dropFirst(before)
            #expect(changed.map(\.gtin) == [other] && changed.last?.standing == .reported)
            #expect(
                try await handlers.bench.database.count(
                    "SELECT count(*) FROM product_reports WHERE gtin = \(broken.digits) AND due_at > now()") == 1)
            try await pool.execute(
                "UPDATE product_reports SET facts = named WHERE gtin = \(broken.digits)")
            try await pool.execute("UPDATE product_reports SET due_at = now() WHERE due_at IS NOT NULL")
            try await handlers.products.run()
            let mended = try await handlers.product()
            #expect(mended.gtin == broken && mended.standing == .reported)
        }
    }

    @Test("standing of an account: repeated and older versions change nothing")
    func versions() async throws {
        try await AllergenHandlers.with { handlers in
            let reader = try await handlers.show("Ingredients: sugar, milk", gtin)
            for _ in 0..<2 { try await handlers.show("Ingredients: sugar, milk", gtin) }
            try await handlers.publish(.suspended, of: reader, version: 3)
            let count = try await handlers.notified().count
            #expect(try await handlers.product().standing == .reported)
            try await handlers.publish(.suspended, of: reader, version: 3)
            try await handlers.publish(.active, of: reader, version: 2)
            #expect(try await handlers.notified().count == count)
            #expect(try await handlers.bench.database.count("SELECT count(*) FROM account_standings WHERE is_due") == 0)
        }
    }
}
