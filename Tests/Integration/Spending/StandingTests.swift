import EventContracts
import Foundation
import Messaging
import Postgres
import Purchases
import Quantities
import Sealing
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import SpendingService

extension SampleTown {
    /// Delivers the event that an account was suspended or reinstated.
    fileprivate func publish(_ standing: AccountStanding, of account: AccountID, version: Int64) async throws {
        try await handlers.bench.deliver(
            AccountStandingChanged(
                accountID: account, version: version, standing: standing, changedAt: handlers.bench.clock.now()),
            to: KeepStanding(sealer: handlers.bench.sealer), account: account)
    }

    /// The last published prices, after another run.
    fileprivate func published() async throws -> CommunityPriceChanged? {
        try await handlers.pricePublisher.run()
        return try await handlers.bench.database.events(CommunityPriceChanged.self).last?.body
    }

    /// A person names a shop's code.
    fileprivate func publish(_ name: String, by account: AccountID) async throws {
        try await buy(name, 300, at: "Home", by: account)
        let products = try await handlers.bench.database.events(PurchasedProductChanged.self).map(\.body)
        let product = try #require(products.last { $0.accountID == account }).productID
        let receipt = try await coded("ML 2 PRC", by: account)
        let item = try #require(try await handlers.record(receipt).items.first).itemID
        try await handlers.edit(
            receipt, of: account, version: 2, [ReceiptEdit(.itemProduct, item: item, text: product.description)])
    }
}

@Suite("Prices and names of suspended accounts") struct StandingTests {
    @Test("GW-42: prices of a suspended account do not count for others")
    func prices() async throws {
        try await SampleTown.with { town in
            let watcher = try await town.person(sharing: false), third = try await town.person()
            try await town.buy("MILK 2L", 600, at: "Corner Market", by: watcher)
            try await town.people(2, pay: 400, at: "Far Market")
            try await town.buy("MILK 2L", 400, at: "Far Market", by: third)
            #expect(try await town.published()?.prices.first?.contributors == 3)
            try await town.publish(.suspended, of: third, version: 1)
            let withdrawn = try #require(try await town.published())
            #expect(withdrawn.version == 2 && withdrawn.prices.isEmpty)
            // Sent before the suspension, processed after it.
            try await town.buy("MILK 2L", 400, at: "Far Market", by: third)
            #expect(try await town.published()?.version == 2)
            try await town.handlers.watcher.run()
            #expect(try await town.published().isEmpty)
            try await town.publish(.active, of: third, version: 2)
            let again = try #require(try await town.published())
            #expect(again.version == 3 && again.prices.first?.contributors == 3)
            // Late and repeated events change nothing.
            for version in [1, 2] as [Int64] { try await town.publish(.suspended, of: third, version: version) }
            #expect(try await town.published()?.version == 3)
        }
    }

    @Test("GW-42: a first price shared after the suspension does not count")
    func firstPrice() async throws {
        try await SampleTown.with { town in
            let suspended = try await town.person()
            try await town.publish(.suspended, of: suspended, version: 1)
            try await town.buy("MILK 2L", 400, at: "Far Market", by: suspended)
            #expect(try await town.count("price_observations") == 1)
            #expect(try await town.voices() == 0)
            try await town.people(2, pay: 400, at: "Far Market")
            #expect(try await town.published() == nil)
            #expect(try await town.count("suspended_contributors") == 1)
            try await town.choose(suspended, sharing: false, version: 2)
            #expect(try await town.count("suspended_contributors") == 0)
        }
    }

    @Test("GW-42: a price shared during a reinstatement counts afterwards")
    func reinstatementMeanwhile() async throws {
        try await SampleTown.with { town in
            let person = try await town.person(), database = town.handlers.bench.database
            try await town.buy("MILK 2L", 400, at: "Far Market", by: person)
            try await town.publish(.suspended, of: person, version: 1)
            #expect(try await town.count("suspended_contributors") == 1)
            let (opened, isOpen) = AsyncStream.makeStream(of: Void.self)
            let (closing, close) = AsyncStream.makeStream(of: Void.self)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    // What the reinstatement does.
                    try await database.pool.withTransaction { transaction in
                        try await transaction.execute("UPDATE account_standings SET version = 2, is_suspended = false")
                        try await transaction.execute("DELETE FROM suspended_contributors")
                        isOpen.finish()
                        for await _ in closing {}
                    }
                }
                for await _ in opened {}
                group.addTask { _ = try await town.buy("MILK 2L", 400, at: "Far Market", by: person) }
                try await eventually("the purchase waits") {
                    try await database.count(
                        """
                        SELECT count(*) FROM pg_stat_activity
                        WHERE wait_event_type = 'Lock' AND datname = current_database()
                        """) > 0
                }
                close.finish()
                try await group.waitForAll()
            }
            #expect(try await town.count("suspended_contributors") == 0)
        }
    }

    @Test("SPD-03: a shared name that a suspended account supported is withdrawn")
    func names() async throws {
        try await SampleTown.with { town in
            var people: [AccountID] = []
            for _ in 0..<3 { people.append(try await town.person()) }
            for account in people { try await town.publish("Whole milk", by: account) }
            #expect(try await town.count("code_names") == 1)
            try await town.publish(.suspended, of: people[0], version: 1)
            #expect(try await town.count("code_names") == 0)
            try await town.publish("Oat drink", by: try await town.person())
            try await town.publish(.active, of: people[0], version: 2)
            try await town.publish("Whole milk", by: try await town.person())
            #expect(try await town.count("code_names") == 1)
            // Three other people still support the name.
            try await town.publish(.suspended, of: people[0], version: 3)
            #expect(try await town.count("code_names") == 1)
        }
    }

    @Test("SPD-03: answers given while suspended count from the reinstatement")
    func answersMeanwhile() async throws {
        try await SampleTown.with { town in
            let suspended = try await town.person()
            try await town.publish(.suspended, of: suspended, version: 1)
            for account in [suspended, try await town.person()] { try await town.publish("Whole milk", by: account) }
            try await town.publish(.active, of: suspended, version: 2)
            try await town.publish("Whole milk", by: try await town.person())
            #expect(try await town.count("code_names") == 1)
        }
    }

    @Test("SPD-03: a suspended account chooses no spelling for others")
    func spellingMeanwhile() async throws {
        try await SampleTown.with { town in
            for _ in 0..<2 { try await town.publish("Whole milk", by: try await town.person()) }
            let suspended = try await town.person(), third = try await town.person()
            try await town.publish("Whole milk", by: third)
            #expect(try await town.count("code_names") == 1)
            try await town.publish(.suspended, of: suspended, version: 1)
            // The others agree, but their name was lost.
            try await town.handlers.bench.database.pool.execute("DELETE FROM code_names")
            try await town.publish("Whole milk", by: suspended)
            #expect(try await town.count("code_names") == 0)
        }
    }

    @Test("GW-42: data shared by a suspended account is deleted after 30 days")
    func retention() async throws {
        try await SampleTown.with { town in
            let suspended = try await town.person(), other = try await town.person()
            for account in [suspended, other] { try await town.publish("Whole milk", by: account) }
            try await town.publish(.suspended, of: suspended, version: 1)
            town.handlers.bench.clock.advance(by: .seconds(20 * 86_400))
            try await town.buy("MILK 2L", 400, at: "Far Market", by: suspended)
            town.handlers.bench.clock.advance(by: .seconds(20 * 86_400))
            try await town.handlers.retention.run()
            #expect(try await town.count("suspended_contributors") == 1)
            #expect(try await town.count("code_answers") == 2)
            town.handlers.bench.clock.advance(by: .seconds(11 * 86_400))
            try await town.handlers.retention.run()
            #expect(try await town.count("suspended_contributors") == 0)
            #expect(try await town.count("code_answers") == 1)
            // Shared before the suspension ended, processed later.
            try await town.buy("MILK 2L", 400, at: "Far Market", by: suspended)
            #expect(try await town.count("suspended_contributors") == 1)
        }
    }
}
