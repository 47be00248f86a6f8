import EventContracts
import Foundation
import Messaging
import Postgres
import Purchases
import Quantities
import Sealing
import ServiceRuntime
import TestSupport
import Testing

@testable import SpendingService

@Suite("Prices of many, and lower ones near by") struct CommunityTests {
    /// People who shop in one town.
    private struct Town {
        let purse: Purse
        let today: CalendarDay

        init(_ purse: Purse) {
            self.purse = purse
            today = CalendarDay(purse.bench.clock.now(), in: .gmt)
        }

        /// Somebody who lives at a place and shares their prices, or not.
        func person(
            sharing: Bool = true, at place: (Double, Double)? = (43.65, -79.38), radius: Int = 10,
            ignoring: Set<StoreID> = []
        ) async throws -> AccountID {
            let account = try await purse.bench.account()
            try await choose(account, sharing: sharing, at: place, radius: radius, ignoring: ignoring, version: 1)
            return account
        }

        func choose(
            _ account: AccountID, sharing: Bool, at place: (Double, Double)? = (43.65, -79.38), radius: Int = 10,
            ignoring: Set<StoreID> = [], version: Int64
        ) async throws {
            var wishes = ShoppingWishes()
            wishes.sharesPrices = sharing
            wishes.place = place.flatMap { CoarsePlace(latitude: $0.0, longitude: $0.1) }
            wishes.radius = radius
            wishes.ignored = ignoring
            try await purse.bench.deliver(
                SetShoppingPreferences(
                    accountID: account, version: version,
                    wishes: try await purse.bench.sealer.seal(wishes, .shoppingWishes(of: account))),
                to: purse.chooseShopping, account: account)
        }

        @discardableResult
        func buy(
            _ name: String, _ cents: Int64, at merchant: String, by account: AccountID, daysAgo: Int = 0,
            voucher: Voucher? = nil
        ) async throws -> ReceiptID {
            let day = try #require(today.adding(days: -daysAgo))
            return try await purse.keep(
                try Purse.typed([(name, cents)], at: merchant, on: day.description), of: account, voucher: voucher)
        }

        /// Enters a shop into the register, by the id that receipts of the merchant give it.
        func register(_ merchant: String, as name: String) async throws {
            let store = try #require(try Purse.typed([("x", 1)], at: merchant).storeID)
            try await purse.bench.database.write(.request(correlationID: UUID())) { transaction in
                _ = try await transaction.execute(
                    """
                    INSERT INTO registered_stores (store_id, name, latitude, longitude, source, imported_at)
                    VALUES (\(store.uuid), \(name), 4366, -7938, 'test', now())
                    """)
            }
        }

        /// Buys something that the shop prints with a code.
        func coded(_ name: String, by account: AccountID) async throws -> ReceiptID {
            var record = try Purse.typed([(name, 400)], at: "Far Market", on: today.description)
            record.items[0].code = "77"
            return try await purse.keep(record, of: account)
        }

        /// So many people pay so much.
        func people(_ count: Int, pay cents: Int64, for name: String = "MILK 2L", at merchant: String) async throws {
            for _ in 0..<count { try await buy(name, cents, at: merchant, by: try await person()) }
        }

        func told() async throws -> [LowerPriceFound] {
            try await purse.bench.database.said(LowerPriceFound.self).map(\.body)
        }

        func opened(_ event: LowerPriceFound) async throws -> LowerPrice {
            try await purse.bench.sealer.open(event.details, .lowerPrice(event.productID, of: event.accountID))
        }

        /// Voices about where shops lie, all together.
        func voices() async throws -> Int64 {
            let rows = try await purse.bench.database.pool.query(
                "SELECT coalesce(sum(voices), 0)::bigint FROM store_places")
            return try rows.first?.decode(Int64.self) ?? 0
        }

        func count(_ table: String) async throws -> Int {
            try await purse.bench.database.count("SELECT count(*) FROM \(raw: table)")
        }
    }

    private static func with(_ body: (Town) async throws -> Void) async throws {
        try await Purse.with { purse in try await body(Town(purse)) }
    }

    @Test("NOT-06, SPD-13: what costs less near by is told once, with shop, saving and how many paid it")
    func toldOnce() async throws {
        try await Self.with { town in
            let watcher = try await town.person(sharing: false)
            try await town.buy("MILK 2L", 600, at: "Corner Market", by: watcher)
            try await town.people(3, pay: 400, at: "Far Market")
            for _ in 0..<2 { try await town.purse.watcher.run() }
            let event = try #require(try await town.told().first), found = try await town.opened(event)
            #expect(event.accountID == watcher)
            #expect(found.product == "MILK 2L" && found.store.isEmpty && found.contributors == 3)
            #expect(found.paid.minorUnits == 600 && found.price.minorUnits == 400 && found.saving.minorUnits == 200)
            #expect(found.kilometres == 0)
            town.purse.bench.clock.advance(by: .seconds(3_600))
            try await town.purse.watcher.run()
            #expect(try await town.told().count == 1)
        }
    }

    @Test("GW-42, SPD-15: two people are no price; a third is, and one of them alone cannot move it")
    func enoughPeople() async throws {
        try await Self.with { town in
            let watcher = try await town.person(sharing: false)
            try await town.buy("MILK 2L", 600, at: "Corner Market", by: watcher)
            try await town.people(2, pay: 400, at: "Far Market")
            let liar = try await town.person()
            for _ in 0..<5 { try await town.buy("MILK 2L", 1, at: "Far Market", by: liar) }
            try await town.purse.watcher.run()
            // Three voices, but one is far from the others and does not count.
            #expect(try await town.told().isEmpty)
            try await town.people(1, pay: 420, at: "Far Market")
            town.purse.bench.clock.advance(by: .seconds(3_600))
            try await town.purse.watcher.run()
            let event = try #require(try await town.told().first), found = try await town.opened(event)
            #expect(found.price.minorUnits == 400 && found.contributors == 3)
        }
    }

    @Test("SPD-07, SPD-08, SPD-14: nothing is told of a shop too far, or ignored, nor to whoever names no place")
    func whereOneShops() async throws {
        try await Self.with { town in
            let record = try Purse.typed([("MILK 2L", 400)], at: "Far Market")
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
            try await town.purse.watcher.run()
            #expect(try await town.told().isEmpty)
        }
    }

    @Test("SPD-19, GW-42: without consent nothing is kept; what is kept names nobody; taking it back removes it")
    func consent() async throws {
        try await Self.with { town in
            let silent = try await town.person(sharing: false), open = try await town.person()
            try await town.buy("MILK 2L", 400, at: "Far Market", by: silent)
            #expect(try await town.count("price_observations") == 0)
            let receipt = try await town.buy("MILK 2L", 400, at: "Far Market", by: open)
            let kept = try await town.buy("BREAD", 300, at: "Far Market", by: open)
            #expect(try await town.count("price_observations") == 2)
            let rows = try await town.purse.bench.database.pool.query(
                "SELECT coalesce(string_agg(price_observations::text, ' '), '') FROM price_observations")
            let text = try #require(try rows.first?.decode(String.self)).lowercased()
            for id in [open.description, receipt.description, kept.description, "milk"] {
                #expect(!text.contains(id.lowercased()), "\(id)")
            }
            try await town.purse.edit(
                receipt, of: open, version: 2, [ReceiptEdit(.merchant, text: "Corner Market")])
            #expect(try await town.count("price_observations") == 2)
            try await town.purse.delete(receipt, of: open, version: 3)
            #expect(try await town.count("price_observations") == 1)
            try await town.purse.undo(receipt, of: open, version: 4)
            try await town.choose(open, sharing: false, version: 2)
            #expect(try await town.count("price_observations") == 0)
            #expect(try await town.count("shoppers WHERE mark IS NOT NULL") == 0)
        }
    }

    @Test(
        "SPD-14, SPD-15, GW-42: what three people paid is told to all without a word of them, anew only when it changes"
    )
    func toldToAll() async throws {
        try await Self.with { town in
            func said() async throws -> [Event<CommunityPriceChanged>] { try await town.purse.bench.database.said() }
            try await town.people(2, pay: 400, at: "Far Market")
            try await town.purse.teller.run()
            #expect(try await said().isEmpty, "two people are no price")
            let third = try await town.person()
            try await town.buy("MILK 2L", 420, at: "Far Market", by: third)
            for _ in 0..<2 { try await town.purse.teller.run() }
            let event = try #require(try await said().first), price = try #require(event.body.prices.first)
            #expect(try await said().count == 1 && event.body.version == 1)
            #expect(event.attributes.key == event.body.product.description)
            #expect(price.name.isEmpty && price.contributors == 3 && price.unit == .litre)
            #expect(price.millionths == 200_000_000 && price.currency == .cad && price.day == town.today)
            #expect(price.place == CoarsePlace(latitude: 43.65, longitude: -79.38))
            let words = PurchasedProductWords(name: "milk 2l", category: .dairy)
            #expect(CommunityKey.all(of: words, by: .volume) == [event.body.product])
            // Who takes their prices back is in no price any more.
            try await town.choose(third, sharing: false, version: 2)
            try await town.purse.teller.run()
            let last = try #require(try await said().last)
            #expect(last.body.version == 2 && last.body.prices.isEmpty)
            #expect(last.attributes.correlationID != event.attributes.correlationID)
            try await town.people(1, pay: 410, at: "Far Market")
            try await town.purse.teller.run()
            #expect(try await said().last?.body.version == 3)
            town.purse.bench.clock.advance(by: .seconds(40 * 86_400))
            try await town.purse.teller.run()
            #expect(try await said().last?.body.prices.isEmpty == true, "what is old is no price")
        }
    }

    @Test("SPD-13, SPD-14: one bar code is one thing, whoever named it what; a shop's own numbers are nobody else's")
    func barCodes() async throws {
        try await Self.with { town in
            func buy(_ name: String, _ code: String, _ cents: Int64, at merchant: String, by account: AccountID)
                async throws
            {
                var record = try Purse.typed([(name, cents)], at: merchant, on: town.today.description)
                record.items[0].code = code
                try await town.purse.keep(record, of: account)
            }
            let watcher = try await town.person(sharing: false)
            try await buy("ORG PNT BTR", "036000291452", 600, at: "Corner Market", by: watcher)
            try await buy("DELI 1", "200000000004", 600, at: "Corner Market", by: watcher)
            for _ in 0..<3 {
                let account = try await town.person()
                try await buy("PEANUT BTR ORGANIC", "036000291452", 400, at: "Far Market", by: account)
                try await buy("CHEESE", "200000000004", 100, at: "Far Market", by: account)
            }
            try await town.purse.watcher.run()
            let found = try await town.told()
            #expect(found.count == 1)
            #expect(try await town.opened(#require(found.first)).product == "ORG PNT BTR")
        }
    }

    @Test("SPD-12, SPD-14: advice on a budget knows that others paid less for the same near by, and where")
    func advised() async throws {
        try await Self.with { town in
            let person = try await town.person(sharing: false)
            let far = try await town.person(sharing: false, at: (45.5, -73.57))
            try await town.people(3, pay: 400, at: "Far Market")
            for account in [person, far] {
                let budget = BudgetID.random()
                try await town.purse.bench.deliver(
                    SetBudget(
                        accountID: account, budgetID: budget, version: 1,
                        terms: BudgetTerms(period: .month, amount: Money(minorUnits: 500, currency: .cad)),
                        words: try await town.purse.bench.sealer.seal(
                            BudgetWords(name: "Food"), .budgetWords(budget, of: account))),
                    to: town.purse.keepBudget, account: account)
                try await town.buy("MILK 2L", 600, at: "Corner Market", by: account)
            }
            var steps: [AccountID: [BudgetExcess.Step]] = [:]
            for event in try await town.purse.bench.database.said(BudgetExceeded.self).map(\.body) {
                let context = SealingContext.budgetExcess(event.budgetID, of: event.accountID)
                steps[event.accountID] = try await town.purse.bench.sealer.open(event.excess, context).steps
            }
            let step = try #require(steps[person]?.first)
            #expect(step.kind == .swap && step.product == "MILK 2L" && step.instead == "MILK 2L")
            #expect(step.store == "" && step.saving.minorUnits == 200)
            #expect(steps[far] == [], "nothing is told of a shop too far")
        }
    }

    @Test(
        "C23: where a shop of an open register lies needs no customers who say where they live; a price needs three still"
    )
    func registered() async throws {
        try await Self.with { town in
            let fields: [RegisteredStore.Column: String] = [
                .name: "Far Market", .ref: "9", .latitude: "43.66", .longitude: "-79.40",
            ]
            let now = town.purse.bench.clock.now()
            try await town.purse.bench.database.write(.request(correlationID: UUID())) { transaction in
                _ = try await StoreRegister().save(
                    [RegisteredStore(fields)], from: "test", at: now, in: transaction)
            }
            func buy(_ cents: Int64, by account: AccountID) async throws {
                var record = try Purse.typed([("MILK 2L", cents)], at: "Far Market", on: town.today.description)
                record.store.number = "9"
                try await town.purse.keep(record, of: account)
            }
            let watcher = try await town.person(sharing: false)
            try await town.buy("MILK 2L", 600, at: "Corner Market", by: watcher)
            for _ in 0..<2 { try await buy(400, by: try await town.person(at: nil)) }
            try await town.purse.watcher.run()
            #expect(try await town.told().isEmpty)
            try await buy(400, by: try await town.person(at: nil))
            town.purse.bench.clock.advance(by: .seconds(3_600))
            try await town.purse.watcher.run()
            let found = try await town.opened(#require(try await town.told().first))
            #expect(found.store == "Far Market #9" && found.kilometres == 2)
        }
    }

    @Test("SPD-14: a shop has the name of the register and never a person's words; what is old goes")
    func names() async throws {
        try await Self.with { town in
            let watcher = try await town.person(sharing: false)
            try await town.buy("MILK 2L", 600, at: "Corner Market", by: watcher)
            try await town.people(3, pay: 400, at: "Call 555 0199 now")
            try await town.purse.watcher.run()
            #expect(try await town.opened(#require(try await town.told().first)).store.isEmpty)
            #expect(try await town.count("stores") == 0)
            try await town.register("Call 555 0199 now", as: "Far Market #9")
            try await town.purse.teller.run()
            let told = try #require(try await town.purse.bench.database.said(CommunityPriceChanged.self).last)
            #expect(told.body.prices.map(\.name) == ["Far Market #9"])
            town.purse.bench.clock.advance(by: .seconds(31 * 86_400))
            try await town.purse.retention.run()
            #expect(try await town.count("price_observations") == 0)
        }
    }

    @Test("GW-42: fifty throw-away accounts move no price, no place and no name for others")
    func sybil() async throws {
        try await Self.with { town in
            let watcher = try await town.person(sharing: false), network = UUID()
            try await town.buy("MILK 2L", 600, at: "Corner Market", by: watcher)
            for index in 0..<50 {
                // Unverified, too young, or all from one network.
                let voucher =
                    switch index % 3 {
                    case 0: town.purse.voucher(verified: false)
                    case 1: town.purse.voucher(daysOld: 3)
                    default: town.purse.voucher(network: network)
                    }
                try await town.buy("MILK 2L", 400, at: "Sham Market", by: town.person(), voucher: voucher)
                let liar = try await town.person()
                try await town.buy("Free money", 300, at: "Home", by: liar, voucher: voucher)
                let products = try await town.purse.bench.database.said(PurchasedProductChanged.self).map(\.body)
                let chosen = try #require(products.last { $0.accountID == liar }).productID
                var record = try Purse.typed([("ML 2 PRC", 400)], at: "Far Market", on: town.today.description)
                record.items[0].code = "77"
                record.items[0].product = ItemProduct(productID: chosen, name: "Free money", way: .chosen)
                try await town.purse.keep(record, of: liar, voucher: voucher)
            }
            try await town.purse.watcher.run()
            try await town.purse.teller.run()
            #expect(try await town.told().isEmpty)
            #expect(try await town.purse.bench.database.said(CommunityPriceChanged.self).isEmpty)
            #expect(try await town.count("store_middles") == 0)
            #expect(try await town.count("code_names") == 0)
        }
    }

    @Test("SPD-15: a price far below what others pay tells nobody, though three people say so")
    func outlier() async throws {
        try await Self.with { town in
            let watcher = try await town.person(sharing: false)
            try await town.buy("MILK 2L", 600, at: "Corner Market", by: watcher)
            try await town.people(3, pay: 30, at: "Sham Market")
            try await town.purse.watcher.run()
            #expect(try await town.told().isEmpty)
            try await town.people(3, pay: 400, at: "Far Market")
            town.purse.bench.clock.advance(by: .seconds(3_600))
            try await town.purse.watcher.run()
            #expect(try await town.opened(#require(try await town.told().first)).price.minorUnits == 400)
        }
    }

    @Test(
        "SPD-03: a name shown to others holds no number or address that somebody put into it",
        arguments: [
            ("Whole milk 2 L", "Whole milk 2 L"), ("Milk 5550199", "milk"),
            ("Milk www.example.com", "milk www example com"),
            ("Milk!!! http://x", "milk http x"), ("Lait 2,5 %", "Lait 2,5 %"),
        ])
    func sharedNames(_ typed: String, _ shown: String) {
        #expect(SharedName.make(typed) == shown)
    }

    @Test("SPD-19: one account has one voice about where a shop lies, however often it changes its mind")
    func oneVoice() async throws {
        try await Self.with { town in
            let liar = try await town.person(at: (10, 10))
            let receipt = try await town.buy("MILK 2L", 400, at: "Far Market", by: liar)
            for version in 2...6 {
                try await town.purse.edit(
                    receipt, of: liar, version: Int64(version), [ReceiptEdit(.total, number: 400 + Int64(version))])
            }
            #expect(try await town.voices() == 1)
            try await town.choose(liar, sharing: false, version: 2)
            try await town.choose(liar, sharing: true, at: (11, 11), version: 3)
            try await town.buy("BREAD", 300, at: "Far Market", by: liar)
            #expect(try await town.voices() == 1)
            try await town.purse.delete(receipt, of: liar, version: 7)
            town.purse.bench.clock.advance(by: .seconds(40 * 86_400))
            try await town.purse.retention.run()
            try await town.purse.keep(
                try Purse.typed(
                    [("MILK 2L", 400)], at: "Far Market",
                    on: CalendarDay(town.purse.bench.clock.now(), in: .gmt).description), of: liar)
            #expect(try await town.voices() == 1)
            #expect(try await town.count("stores") == 0)
        }
    }

    @Test("SPD-03: what three people say of a shop's code names it for whoever has said nothing (C21)")
    func codes() async throws {
        try await Self.with { town in
            /// Somebody says what the shop's code is.
            func say(_ name: String, sharing: Bool = true) async throws {
                let account = try await town.person(sharing: sharing)
                try await town.buy(name, 300, at: "Home", by: account)
                let products = try await town.purse.bench.database.said(PurchasedProductChanged.self).map(\.body)
                let product = try #require(products.last { $0.accountID == account }).productID
                let receipt = try await town.coded("ML 2 PRC", by: account)
                let item = try #require(try await town.purse.record(receipt).items.first).itemID
                try await town.purse.edit(
                    receipt, of: account, version: 2,
                    [ReceiptEdit(.itemProduct, item: item, text: product.description)])
            }
            func product(of receipt: ReceiptID) async throws -> ItemProduct? {
                try await town.purse.record(receipt).items.first?.product
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
            let rows = try await town.purse.bench.database.pool.query(
                "SELECT coalesce(string_agg(code_answers::text, ' '), '') FROM code_answers")
            #expect(try !#require(rows.first).decode(String.self).lowercased().contains("milk"))
            // Who has said what it is keeps it.
            try await say("Oat drink")
            let told = try await town.purse.shelf()
            #expect(told["Oat drink"]?.isProvisional == false)
        }
    }

    @Test("SPD-03: what the staff let be shared of a code names it too, until three people say something else (C21)")
    func reviewed() async throws {
        try await Self.with { town in
            let asker = try await town.person(sharing: false), late = try await town.person(sharing: false)
            let words = PurchasedProductWords(
                name: "Whole milk", category: .dairy,
                aliases: [
                    .init(merchant: MerchantKey.make("Far Market"), code: "77", name: "ML 2 PRC"),
                    .init(merchant: "elsewhere", code: nil, name: "MILK"),
                ])
            let product = PurchasedProductID.random()
            let sealed = try await town.purse.bench.sealer.seal(words, .purchasedProductWords(product, of: asker))
            for _ in 0..<2 {
                try await town.purse.bench.deliver(
                    ShareProductName(
                        accountID: asker, productID: product, words: sealed, reviewedAt: town.purse.bench.clock.now()),
                    to: town.purse.shareReviewedName, account: asker)
            }
            #expect(try await town.count("code_names") == 1)
            func named(by account: AccountID) async throws -> ItemProduct? {
                try await town.purse.record(try await town.coded("ML 2 PRC", by: account)).items.first?.product
            }
            #expect(try await named(by: late)?.name == "Whole milk")
            #expect(try await named(by: late)?.way == .shared)
            func say(_ name: String) async throws {
                let account = try await town.person()
                try await town.buy(name, 300, at: "Home", by: account)
                let products = try await town.purse.bench.database.said(PurchasedProductChanged.self).map(\.body)
                let chosen = try #require(products.last { $0.accountID == account }).productID
                let receipt = try await town.coded("ML 2 PRC", by: account)
                let item = try #require(try await town.purse.record(receipt).items.first).itemID
                try await town.purse.edit(
                    receipt, of: account, version: 2, [ReceiptEdit(.itemProduct, item: item, text: chosen.description)])
            }
            try await say("Oat drink")
            let other = try await town.person(sharing: false)
            #expect(try await named(by: other)?.name == "Whole milk", "one voice takes nothing back")
            for _ in 0..<2 { try await say("Oat drink") }
            let last = try await town.person(sharing: false)
            #expect(try await named(by: last)?.name == "Oat drink")
        }
    }

    @Test("SPD-15, SPD-19: what is shared is the price on the shelf, without coupons, of what was read for sure")
    func shelfPrice() async throws {
        try await Self.with { town in
            let account = try await town.person()
            var record = try Purse.typed(
                [("MILK 2L", 400), ("BREAD", 300)], at: "Far Market", on: town.today.description)
            record.items[0].discounts = [ReceiptCharge(.discount, label: "COUPON", amount: ReceiptField(-200, .read))]
            record.items[1].amount = ReceiptField(300, .read, confidence: 0.5)
            try await town.purse.keep(record, of: account)
            let rows = try await town.purse.bench.database.pool.query(
                "SELECT dimension, price FROM price_observations")
            let prices = try rows.map { try $0.decode(String.self, Int64.self) }
            #expect(prices.count == 1 && prices.first?.0 == "volume" && prices.first?.1 == 200_000_000)
        }
    }

    @Test("NOT-06: who cannot be looked at holds up nobody, and is looked at again the next time")
    func heldUp() async throws {
        try await Self.with { town in
            let broken = try await town.person(sharing: false), watcher = try await town.person(sharing: false)
            for account in [broken, watcher] { try await town.buy("MILK 2L", 600, at: "Corner Market", by: account) }
            try await town.people(3, pay: 400, at: "Far Market")
            let session = try await DedicatedSession.open(town.purse.bench.administrator)
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
            await #expect(throws: (any Error).self) { try await town.purse.watcher.run() }
            #expect(try await town.told().map(\.accountID) == [watcher])
            try await session.execute("DROP TRIGGER refuse ON spending.price_findings")
            town.purse.bench.clock.advance(by: PriceWatcher.interval)
            try await town.purse.watcher.run()
            #expect(try await town.told().map(\.accountID) == [watcher, broken])
        }
    }

    @Test("GW-36: of an erased account nothing is told, and everybody else is")
    func erased() async throws {
        try await Self.with { town in
            let gone = try await town.person(sharing: false), watcher = try await town.person(sharing: false)
            for account in [gone, watcher] { try await town.buy("MILK 2L", 600, at: "Corner Market", by: account) }
            try await town.people(3, pay: 400, at: "Far Market")
            try await town.purse.bench.keyRing.destroyKey(for: gone.uuid)
            try await town.purse.watcher.run()
            #expect(try await town.told().map(\.accountID) == [watcher])
        }
    }
}
