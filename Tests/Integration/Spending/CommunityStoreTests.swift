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

@Suite("Community data on shops and codes") struct CommunityStoreTests {
    @Test("SPD-14: a shop has its register name, never a user's text")
    func names() async throws {
        try await SampleTown.with { town in
            let watcher = try await town.person(sharing: false)
            try await town.buy("MILK 2L", 600, at: "Corner Market", by: watcher)
            try await town.people(3, pay: 400, at: "Call 555 0199 now")
            try await town.handlers.watcher.run()
            #expect(try await town.opened(#require(try await town.published().first)).store.isEmpty)
            #expect(try await town.count("stores") == 0)
            try await town.register("Call 555 0199 now", as: "Far Market #9")
            try await town.handlers.pricePublisher.run()
            let published = try #require(try await town.handlers.bench.database.events(CommunityPriceChanged.self).last)
            #expect(published.body.prices.map(\.name) == ["Far Market #9"])
            town.handlers.bench.clock.advance(by: .seconds(31 * 86_400))
            try await town.handlers.retention.run()
            #expect(try await town.count("price_observations") == 0)
        }
    }

    @Test("SPD-19: one account has one vote on a shop's location")
    func oneVoice() async throws {
        try await SampleTown.with { town in
            let liar = try await town.person(at: (10, 10))
            let receipt = try await town.buy("MILK 2L", 400, at: "Far Market", by: liar)
            for version in 2...6 {
                try await town.handlers.edit(
                    receipt, of: liar, version: Int64(version), [ReceiptEdit(.total, number: 400 + Int64(version))])
            }
            #expect(try await town.voices() == 1)
            try await town.choose(liar, sharing: false, version: 2)
            try await town.choose(liar, sharing: true, at: (11, 11), version: 3)
            try await town.buy("BREAD", 300, at: "Far Market", by: liar)
            #expect(try await town.voices() == 1)
            try await town.handlers.delete(receipt, of: liar, version: 7)
            town.handlers.bench.clock.advance(by: .seconds(40 * 86_400))
            try await town.handlers.retention.run()
            try await town.handlers.keep(
                try SpendingHandlers.typed(
                    [("MILK 2L", 400)], at: "Far Market",
                    on: CalendarDay(town.handlers.bench.clock.now(), in: .gmt).description), of: liar)
            #expect(try await town.voices() == 1)
            #expect(try await town.count("stores") == 0)
        }
    }

    @Test("SPD-03: answers of three people name a shop's code for others (C21)")
    func codes() async throws {
        try await SampleTown.with { town in
            /// A person names a shop's code.
            func say(_ name: String, sharing: Bool = true) async throws {
                let account = try await town.person(sharing: sharing)
                try await town.buy(name, 300, at: "Home", by: account)
                let products = try await town.handlers.bench.database.events(PurchasedProductChanged.self).map(\.body)
                let product = try #require(products.last { $0.accountID == account }).productID
                let receipt = try await town.coded("ML 2 PRC", by: account)
                let item = try #require(try await town.handlers.record(receipt).items.first).itemID
                try await town.handlers.edit(
                    receipt, of: account, version: 2,
                    [ReceiptEdit(.itemProduct, item: item, text: product.description)])
            }
            func product(of receipt: ReceiptID) async throws -> ItemProduct? {
                try await town.handlers.record(receipt).items.first?.product
            }
            let early = try await town.person(), late = try await town.person(sharing: false)
            let unnamed = try await town.coded("ML 2 PRC", by: early)
            try await say("Whole milk")
            try await say("whole MILK")
            try await say("Whole milk", sharing: false)
            #expect(try await product(of: try await town.coded("ML 2 PRC", by: late))?.way == .provisional)
            try await say("Whole Milk")
            let named = try await product(of: try await town.coded("ML 2 PRC", by: late))
            #expect(named?.way == .shared && named?.name == "Whole Milk")
            let again = try await product(of: try await town.coded("ML 2 PRC", by: early))
            #expect(try await product(of: unnamed)?.productID == again?.productID && again?.name == "Whole Milk")
            let rows = try await town.handlers.bench.database.pool.query(
                "SELECT coalesce(string_agg(code_answers::text, ' '), '') FROM code_answers")
            #expect(try !#require(rows.first).decode(String.self).lowercased().contains("milk"))
            // A person's own answer takes precedence.
            try await say("Oat drink")
            let published = try await town.handlers.publishedProducts()
            #expect(published["Oat drink"]?.isProvisional == false)
        }
    }

    @Test("SPD-03: shared name: only eligible accounts choose its spelling (C21)")
    func spelling() async throws {
        try await SampleTown.with { town in
            func say(_ name: String, _ voucher: Voucher) async throws {
                let account = try await town.person()
                try await town.buy(name, 300, at: "Home", by: account)
                let products = try await town.handlers.bench.database.events(PurchasedProductChanged.self).map(\.body)
                let product = try #require(products.last { $0.accountID == account }).productID
                let receipt = try await town.coded("ML 2 PRC", by: account)
                let item = try #require(try await town.handlers.record(receipt).items.first).itemID
                try await town.handlers.edit(
                    receipt, of: account, version: 2,
                    [ReceiptEdit(.itemProduct, item: item, text: product.description)], voucher: voucher)
            }
            // A week later three eligible accounts agree; no answer was shared before.
            for _ in 0..<3 { try await say("Whole milk", town.handlers.voucher(daysOld: 3)) }
            town.handlers.bench.clock.advance(by: .seconds(10 * 86_400))
            try await say("Whole milk 12 34 56", town.handlers.voucher(verified: false))
            try await say("Whole milk 12 34 56", town.handlers.voucher(daysOld: 3))
            #expect(try await town.count("code_names") == 0)
            try await say("Whole milk", town.handlers.voucher())
            let reader = try await town.person(sharing: false)
            let named = try await town.handlers.record(try await town.coded("ML 2 PRC", by: reader)).items.first?
                .product
            #expect(named?.way == .shared && named?.name == "Whole milk")
        }
    }

    @Test("SPD-03: shared name: three people override the staff's name (C21)")
    func reviewed() async throws {
        try await SampleTown.with { town in
            let asker = try await town.person(sharing: false), late = try await town.person(sharing: false)
            let words = PurchasedProductWords(
                name: "Whole milk", category: .dairy,
                aliases: [
                    .init(merchant: MerchantKey.make("Far Market"), code: "77", name: "ML 2 PRC"),
                    .init(merchant: "elsewhere", code: nil, name: "MILK"),
                ])
            let product = PurchasedProductID.random()
            let sealed = try await town.handlers.bench.sealer.seal(words, .purchasedProductWords(product, of: asker))
            for _ in 0..<2 {
                try await town.handlers.bench.deliver(
                    ShareProductName(
                        accountID: asker, productID: product, words: sealed, reviewedAt: town.handlers.bench.clock.now()
                    ),
                    to: town.handlers.shareReviewedName, account: asker)
            }
            #expect(try await town.count("code_names") == 1)
            func named(by account: AccountID) async throws -> ItemProduct? {
                try await town.handlers.record(try await town.coded("ML 2 PRC", by: account)).items.first?.product
            }
            #expect(try await named(by: late)?.name == "Whole milk")
            #expect(try await named(by: late)?.way == .shared)
            func say(_ name: String) async throws {
                let account = try await town.person()
                try await town.buy(name, 300, at: "Home", by: account)
                let products = try await town.handlers.bench.database.events(PurchasedProductChanged.self).map(\.body)
                let chosen = try #require(products.last { $0.accountID == account }).productID
                let receipt = try await town.coded("ML 2 PRC", by: account)
                let item = try #require(try await town.handlers.record(receipt).items.first).itemID
                try await town.handlers.edit(
                    receipt, of: account, version: 2, [ReceiptEdit(.itemProduct, item: item, text: chosen.description)])
            }
            try await say("Oat drink")
            let other = try await town.person(sharing: false)
            #expect(try await named(by: other)?.name == "Whole milk", "one account cannot revoke a shared name")
            for _ in 0..<2 { try await say("Oat drink") }
            let last = try await town.person(sharing: false)
            #expect(try await named(by: last)?.name == "Oat drink")
        }
    }
}
