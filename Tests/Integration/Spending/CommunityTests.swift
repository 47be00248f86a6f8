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

@Suite("Community prices and price alerts") struct CommunityTests {
    @Test("NOT-06, SPD-13: a lower nearby price is announced once")
    func notifiedOnce() async throws {
        try await SampleTown.with { town in
            let watcher = try await town.person(sharing: false)
            try await town.buy("MILK 2L", 600, at: "Corner Market", by: watcher)
            try await town.people(3, pay: 400, at: "Far Market")
            for _ in 0..<2 { try await town.handlers.watcher.run() }
            let event = try #require(try await town.published().first), found = try await town.opened(event)
            #expect(event.accountID == watcher)
            #expect(found.product == "MILK 2L" && found.store.isEmpty && found.contributors == 3)
            #expect(found.paid.minorUnits == 600 && found.price.minorUnits == 400 && found.saving.minorUnits == 200)
            #expect(found.kilometres == 0)
            town.handlers.bench.clock.advance(by: .seconds(3_600))
            try await town.handlers.watcher.run()
            #expect(try await town.published().count == 1)
        }
    }

    @Test("GW-42, SPD-15: a price needs three people; none can move it alone")
    func enoughPeople() async throws {
        try await SampleTown.with { town in
            let watcher = try await town.person(sharing: false)
            try await town.buy("MILK 2L", 600, at: "Corner Market", by: watcher)
            try await town.people(2, pay: 400, at: "Far Market")
            let liar = try await town.person()
            for _ in 0..<5 { try await town.buy("MILK 2L", 1, at: "Far Market", by: liar) }
            try await town.handlers.watcher.run()
            // There are three people, but one price is an outlier and does not count.
            #expect(try await town.published().isEmpty)
            try await town.people(1, pay: 420, at: "Far Market")
            town.handlers.bench.clock.advance(by: .seconds(3_600))
            try await town.handlers.watcher.run()
            let event = try #require(try await town.published().first), found = try await town.opened(event)
            #expect(found.price.minorUnits == 400 && found.contributors == 3)
        }
    }

    @Test("SPD-07, SPD-08, SPD-14: no alert for distant or ignored shops")
    func whereOneShops() async throws {
        try await SampleTown.with { town in
            let record = try SpendingHandlers.typed([("MILK 2L", 400)], at: "Far Market")
            let store = try #require(record.storeID)
            let people = [
                try await town.person(sharing: false, at: (45.5, -73.57)),
                try await town.person(sharing: false, ignoring: [store]),
                try await town.person(sharing: false, at: nil),
            ]
            for account in people { try await town.buy("MILK 2L", 600, at: "Corner Market", by: account) }
            let late = try await town.person(sharing: false)
            try await town.buy("MILK 2L", 600, at: "Corner Market", by: late, daysAgo: 11)
            try await town.people(3, pay: 400, at: "Far Market")
            try await town.handlers.watcher.run()
            #expect(try await town.published().isEmpty)
        }
    }

    @Test("SPD-19, GW-42: without consent no price is stored")
    func consent() async throws {
        try await SampleTown.with { town in
            let silent = try await town.person(sharing: false), open = try await town.person()
            try await town.buy("MILK 2L", 400, at: "Far Market", by: silent)
            #expect(try await town.count("price_observations") == 0)
            let receipt = try await town.buy("MILK 2L", 400, at: "Far Market", by: open)
            let kept = try await town.buy("BREAD", 300, at: "Far Market", by: open)
            #expect(try await town.count("price_observations") == 2)
            let rows = try await town.handlers.bench.database.pool.query(
                "SELECT coalesce(string_agg(price_observations::text, ' '), '') FROM price_observations")
            let text = try #require(try rows.first?.decode(String.self)).lowercased()
            for id in [open.description, receipt.description, kept.description, "milk"] {
                #expect(!text.contains(id.lowercased()), "\(id)")
            }
            try await town.handlers.edit(
                receipt, of: open, version: 2, [ReceiptEdit(.merchant, text: "Corner Market")])
            #expect(try await town.count("price_observations") == 2)
            try await town.handlers.delete(receipt, of: open, version: 3)
            #expect(try await town.count("price_observations") == 1)
            try await town.handlers.undo(receipt, of: open, version: 4)
            try await town.choose(open, sharing: false, version: 2)
            #expect(try await town.count("price_observations") == 0)
            #expect(try await town.count("shoppers WHERE mark IS NOT NULL") == 0)
        }
    }

    @Test(
        "SPD-14, SPD-15, GW-42: community price: of three people, anonymous"
    )
    func publishedToAll() async throws {
        try await SampleTown.with { town in
            func events() async throws -> [Event<CommunityPriceChanged>] {
                try await town.handlers.bench.database.events()
            }
            try await town.people(2, pay: 400, at: "Far Market")
            try await town.handlers.pricePublisher.run()
            #expect(try await events().isEmpty, "two people are not enough")
            let third = try await town.person()
            try await town.buy("MILK 2L", 420, at: "Far Market", by: third)
            for _ in 0..<2 { try await town.handlers.pricePublisher.run() }
            let event = try #require(try await events().first), price = try #require(event.body.prices.first)
            #expect(try await events().count == 1 && event.body.version == 1)
            #expect(event.attributes.key == event.body.product.description)
            #expect(price.name.isEmpty && price.contributors == 3 && price.unit == .liter)
            #expect(price.millionths == 200_000_000 && price.currency == .cad && price.day == town.today)
            #expect(price.place == CoarsePlace(latitude: 43.65, longitude: -79.38))
            let words = PurchasedProductWords(name: "milk 2l", category: .dairy)
            #expect(CommunityKey.all(of: words, by: .volume) == [event.body.product])
            // Withdrawn prices are part of no shared price.
            try await town.choose(third, sharing: false, version: 2)
            try await town.handlers.pricePublisher.run()
            let last = try #require(try await events().last)
            #expect(last.body.version == 2 && last.body.prices.isEmpty)
            #expect(last.attributes.correlationID != event.attributes.correlationID)
            try await town.people(1, pay: 410, at: "Far Market")
            try await town.handlers.pricePublisher.run()
            #expect(try await events().last?.body.version == 3)
            town.handlers.bench.clock.advance(by: .seconds(40 * 86_400))
            try await town.handlers.pricePublisher.run()
            #expect(try await events().last?.body.prices.isEmpty == true, "old prices do not count")
        }
    }

    @Test("SPD-13, SPD-14: one barcode is one product under any name")
    func barCodes() async throws {
        try await SampleTown.with { town in
            func buy(_ name: String, _ code: String, _ cents: Int64, at merchant: String, by account: AccountID)
                async throws
            {
                var record = try SpendingHandlers.typed([(name, cents)], at: merchant, on: town.today.description)
                record.items[0].code = code
                try await town.handlers.keep(record, of: account)
            }
            let watcher = try await town.person(sharing: false)
            try await buy("ORG PNT BTR", "036000291452", 600, at: "Corner Market", by: watcher)
            try await buy("DELI 1", "200000000004", 600, at: "Corner Market", by: watcher)
            for _ in 0..<3 {
                let account = try await town.person()
                try await buy("PEANUT BTR ORGANIC", "036000291452", 400, at: "Far Market", by: account)
                try await buy("CHEESE", "200000000004", 100, at: "Far Market", by: account)
            }
            try await town.handlers.watcher.run()
            let found = try await town.published()
            #expect(found.count == 1)
            #expect(try await town.opened(#require(found.first)).product == "ORG PNT BTR")
        }
    }

    @Test("SPD-12, SPD-14: budget advice includes lower community prices nearby")
    func advised() async throws {
        try await SampleTown.with { town in
            let person = try await town.person(sharing: false)
            let far = try await town.person(sharing: false, at: (45.5, -73.57))
            try await town.people(3, pay: 400, at: "Far Market")
            for account in [person, far] {
                let budget = BudgetID.random()
                try await town.handlers.bench.deliver(
                    SetBudget(
                        accountID: account, budgetID: budget, version: 1,
                        terms: BudgetTerms(period: .month, amount: Money(minorUnits: 500, currency: .cad)),
                        words: try await town.handlers.bench.sealer.seal(
                            BudgetWords(name: "Food"), .budgetWords(budget, of: account))),
                    to: town.handlers.keepBudget, account: account)
                try await town.buy("MILK 2L", 600, at: "Corner Market", by: account)
            }
            var steps: [AccountID: [BudgetExcess.Step]] = [:]
            for event in try await town.handlers.bench.database.events(BudgetExceeded.self).map(\.body) {
                let context = SealingContext.budgetExcess(event.budgetID, of: event.accountID)
                steps[event.accountID] = try await town.handlers.bench.sealer.open(event.excess, context).steps
            }
            let step = try #require(steps[person]?.first)
            #expect(step.kind == .swap && step.product == "MILK 2L" && step.instead == "MILK 2L")
            #expect(step.store == "" && step.saving.minorUnits == 200)
            #expect(steps[far] == [], "no notice about a shop that is too far")
        }
    }

    @Test(
        "C23: a registered shop needs no places of its customers"
    )
    func registered() async throws {
        try await SampleTown.with { town in
            let fields: [RegisteredStore.Column: String] = [
                .name: "Far Market", .ref: "9", .latitude: "43.66", .longitude: "-79.40",
            ]
            let now = town.handlers.bench.clock.now()
            try await town.handlers.bench.database.write(.request(correlationID: UUID())) { transaction in
                _ = try await RegisteredStoreRepository.save(
                    [RegisteredStore(fields)], from: "test", at: now, in: transaction)
            }
            func buy(_ cents: Int64, by account: AccountID) async throws {
                var record = try SpendingHandlers.typed(
                    [("MILK 2L", cents)], at: "Far Market", on: town.today.description)
                record.store.number = "9"
                try await town.handlers.keep(record, of: account)
            }
            let watcher = try await town.person(sharing: false)
            try await town.buy("MILK 2L", 600, at: "Corner Market", by: watcher)
            for _ in 0..<2 { try await buy(400, by: try await town.person(at: nil)) }
            try await town.handlers.watcher.run()
            #expect(try await town.published().isEmpty)
            try await buy(400, by: try await town.person(at: nil))
            town.handlers.bench.clock.advance(by: .seconds(3_600))
            try await town.handlers.watcher.run()
            let found = try await town.opened(#require(try await town.published().first))
            #expect(found.store == "Far Market #9" && found.kilometres == 2)
        }
    }

    @Test("GW-42: fifty throw-away accounts move no price, place or name")
    func sybil() async throws {
        try await SampleTown.with { town in
            let watcher = try await town.person(sharing: false), network = UUID()
            try await town.buy("MILK 2L", 600, at: "Corner Market", by: watcher)
            for index in 0..<50 {
                // Accounts that are unverified, too young, or all in one network.
                let voucher =
                    switch index % 3 {
                    case 0: town.handlers.voucher(verified: false)
                    case 1: town.handlers.voucher(daysOld: 3)
                    default: town.handlers.voucher(network: network)
                    }
                try await town.buy("MILK 2L", 400, at: "Sham Market", by: town.person(), voucher: voucher)
                let liar = try await town.person()
                try await town.buy("Free money", 300, at: "Home", by: liar, voucher: voucher)
                let products = try await town.handlers.bench.database.events(PurchasedProductChanged.self).map(\.body)
                let chosen = try #require(products.last { $0.accountID == liar }).productID
                var record = try SpendingHandlers.typed(
                    [("ML 2 PRC", 400)], at: "Far Market", on: town.today.description)
                record.items[0].code = "77"
                record.items[0].product = ItemProduct(productID: chosen, name: "Free money", way: .chosen)
                try await town.handlers.keep(record, of: liar, voucher: voucher)
            }
            try await town.handlers.watcher.run()
            try await town.handlers.pricePublisher.run()
            #expect(try await town.published().isEmpty)
            #expect(try await town.handlers.bench.database.events(CommunityPriceChanged.self).isEmpty)
            #expect(try await town.count("store_middles") == 0)
            #expect(try await town.count("code_names") == 0)
        }
    }

    @Test("SPD-15: suggestions: no price far below the median")
    func outlier() async throws {
        try await SampleTown.with { town in
            let watcher = try await town.person(sharing: false)
            try await town.buy("MILK 2L", 600, at: "Corner Market", by: watcher)
            try await town.people(3, pay: 30, at: "Sham Market")
            try await town.handlers.watcher.run()
            #expect(try await town.published().isEmpty)
            try await town.people(3, pay: 400, at: "Far Market")
            town.handlers.bench.clock.advance(by: .seconds(3_600))
            try await town.handlers.watcher.run()
            #expect(try await town.opened(#require(try await town.published().first)).price.minorUnits == 400)
        }
    }

    @Test(
        "SPD-03: shared names contain no personal numbers or addresses",
        arguments: [
            ("Whole milk 2 L", "Whole milk 2 L"), ("Milk 5550199", "milk"),
            ("Milk www.example.com", "milk www example com"),
            ("Milk!!! http://x", "milk http x"), ("Lait 2,5 %", "Lait 2,5 %"),
            ("Milk 555 123 4567", "milk"), ("Cola 12 x 355 ml", "Cola 12 x 355 ml"),
        ])
    func sharedNames(_ typed: String, _ shown: String) {
        #expect(SharedName.make(typed) == shown)
    }

    @Test("SPD-15, SPD-19: community price: shelf prices without coupons only")
    func shelfPrice() async throws {
        try await SampleTown.with { town in
            let account = try await town.person()
            var record = try SpendingHandlers.typed(
                [("MILK 2L", 400), ("BREAD", 300)], at: "Far Market", on: town.today.description)
            record.items[0].discounts = [ReceiptCharge(.discount, label: "COUPON", amount: ReceiptField(-200, .read))]
            record.items[1].amount = ReceiptField(300, .read, confidence: 0.5)
            try await town.handlers.keep(record, of: account)
            let rows = try await town.handlers.bench.database.pool.query(
                "SELECT dimension, price FROM price_observations")
            let prices = try rows.map { try $0.decode(String.self, Int64.self) }
            #expect(prices.count == 1 && prices.first?.0 == "volume" && prices.first?.1 == 200_000_000)
        }
    }

    @Test("NOT-06: price job: a failing account is retried, others continue")
    func heldUp() async throws {
        try await SampleTown.with { town in
            let broken = try await town.person(sharing: false), watcher = try await town.person(sharing: false)
            for account in [broken, watcher] { try await town.buy("MILK 2L", 600, at: "Corner Market", by: account) }
            try await town.people(3, pay: 400, at: "Far Market")
            let session = try await DedicatedSession.open(town.handlers.bench.administrator)
            defer { session.close() }
            try await session.execute(
                """
                CREATE FUNCTION spending.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN RAISE EXCEPTION 'refused'; END $$
                """)
            try await session.execute(
                """
                CREATE TRIGGER refuse BEFORE INSERT ON spending.price_findings FOR EACH ROW
                WHEN (NEW.account_id = '\(raw: broken.uuid.uuidString)') EXECUTE FUNCTION spending.refuse()
                """)
            await #expect(throws: (any Error).self) { try await town.handlers.watcher.run() }
            #expect(try await town.published().map(\.accountID) == [watcher])
            try await session.execute("DROP TRIGGER refuse ON spending.price_findings")
            town.handlers.bench.clock.advance(by: PriceWatcher.interval)
            try await town.handlers.watcher.run()
            #expect(try await town.published().map(\.accountID) == [watcher, broken])
        }
    }

    @Test("GW-36: an erased account is skipped, all others are processed")
    func erased() async throws {
        try await SampleTown.with { town in
            let gone = try await town.person(sharing: false), watcher = try await town.person(sharing: false)
            for account in [gone, watcher] { try await town.buy("MILK 2L", 600, at: "Corner Market", by: account) }
            try await town.people(3, pay: 400, at: "Far Market")
            try await town.handlers.bench.keyRing.destroyKey(for: gone.uuid)
            try await town.handlers.watcher.run()
            #expect(try await town.published().map(\.accountID) == [watcher])
        }
    }
}
