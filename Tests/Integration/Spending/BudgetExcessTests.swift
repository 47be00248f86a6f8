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

@testable import SpendingService

@Suite("Exceeded budgets") struct BudgetExcessTests {
    /// A person with a budget, on the day of the purchases.
    private struct Shopper {
        let handlers: SpendingHandlers
        let account: AccountID
        let budget = BudgetID.random()
        let today: CalendarDay

        init(_ handlers: SpendingHandlers) async throws {
            self.handlers = handlers
            account = try await handlers.bench.account()
            today = CalendarDay(handlers.bench.clock.now(), in: .gmt)
        }

        func set(_ cents: Int64, version: Int64 = 1, _ period: BudgetPeriod = .month) async throws {
            let words = try await handlers.bench.sealer.seal(
                BudgetWords(name: "Snacks"), .budgetWords(budget, of: account))
            let terms = BudgetTerms(
                period: period, amount: Money(minorUnits: cents, currency: .cad), category: .snacks)
            try await handlers.bench.deliver(
                SetBudget(accountID: account, budgetID: budget, version: version, terms: terms, words: words),
                to: handlers.keepBudget, account: account)
        }

        @discardableResult
        func buy(_ articles: [(String, Int64)], on day: CalendarDay? = nil) async throws -> ReceiptID {
            try await handlers.keep(
                try SpendingHandlers.typed(articles, on: (day ?? today).description), of: account)
        }

        func judge(_ isUseful: Bool, version: Int64) async throws {
            try await handlers.bench.deliver(
                JudgeBudgetAdvice(accountID: account, budgetID: budget, version: version, isUseful: isUseful),
                to: handlers.judgeAdvice, account: account)
        }

        func published() async throws -> [BudgetExceeded] {
            try await handlers.bench.database.events(BudgetExceeded.self).map(\.body)
        }

        func opened(_ event: BudgetExceeded) async throws -> BudgetExcess {
            try await handlers.bench.sealer.open(event.excess, .budgetExcess(event.budgetID, of: event.accountID))
        }
    }

    @Test("NOT-07: budget: exceeding it is announced once for each period")
    func notifiedOnce() async throws {
        try await SpendingHandlers.with { handlers in
            let shopper = try await Shopper(handlers)
            try await shopper.set(900)
            try await shopper.buy([("POTATO CHIPS 200G", 399)])
            #expect(try await shopper.published().isEmpty)
            try await shopper.buy([("POTATO CHIPS BRAND 200G", 799), ("MILK", 589)])
            let event = try #require(try await shopper.published().first)
            #expect(event.budgetID == shopper.budget && event.from == BudgetPeriod.month.start(of: shopper.today))
            let excess = try await shopper.opened(event)
            #expect(excess.name == "Snacks" && excess.amount == Money(minorUnits: 900, currency: .cad))
            #expect(excess.spent == Money(minorUnits: 1_198, currency: .cad))
            // The expensive chips could have been replaced by the cheap ones, the cheap ones only omitted.
            #expect(excess.steps.map(\.kind).contains(.swap), "\(excess.steps)")
            #expect(excess.steps.first { $0.kind == .swap }?.saving.minorUnits == 400)
            #expect(excess.steps.allSatisfy { $0.product != "MILK" })
            let third = try await shopper.buy([("CRACKERS", 350)])
            try await handlers.edit(
                third, of: shopper.account, version: 2, [ReceiptEdit(.merchant, text: "Far Market")])
            #expect(try await shopper.published().count == 1)
        }
    }

    @Test("NOT-07: a budget set below current spending is announced at once")
    func notifiedWhenSet() async throws {
        try await SpendingHandlers.with { handlers in
            let shopper = try await Shopper(handlers)
            try await shopper.buy([("POTATO CHIPS 200G", 399)])
            try await shopper.set(400)
            #expect(try await shopper.published().isEmpty)
            try await shopper.set(300, version: 2)
            let event = try #require(try await shopper.published().first)
            #expect(event.version == 2)
            #expect(try await shopper.opened(event).spent == Money(minorUnits: 399, currency: .cad))
        }
    }

    @Test("NOT-07: budget: a new excess is announced again, a repeat is not")
    func duplicatesAndNewAmounts() async throws {
        try await SpendingHandlers.with { handlers in
            let shopper = try await Shopper(handlers)
            try await shopper.set(300)
            let record = try SpendingHandlers.typed([("CHIPS", 399)], on: shopper.today.description),
                id = ReceiptID.random()
            for _ in 0..<2 { try await handlers.keep(record, as: id, of: shopper.account) }
            #expect(try await shopper.published().map(\.version) == [1])
            try await shopper.set(500, version: 2)
            try await shopper.buy([("CHIPS", 399)])
            try await shopper.buy([("CHIPS", 399)])
            #expect(try await shopper.published().map(\.version) == [1, 2])
        }
    }

    @Test("NOT-07: past periods and other people are not announced")
    func notIdentified() async throws {
        try await SpendingHandlers.with { handlers in
            let shopper = try await Shopper(handlers), other = try await Shopper(handlers)
            try await shopper.set(300, .week)
            try await shopper.buy([("CHIPS", 399)], on: shopper.today.adding(days: -40))
            try await other.buy([("CHIPS", 399)])
            var foreign = try SpendingHandlers.typed([("CHIPS", 399)], on: shopper.today.description)
            foreign.currency?.value = .usd
            try await handlers.keep(foreign, of: shopper.account)
            #expect(try await shopper.published().isEmpty)
            try await shopper.buy([("CHIPS", 301)])
            #expect(try await shopper.published().map(\.accountID) == [shopper.account])
        }
    }

    @Test("SPD-12: feedback on advice is counted, the latest per period")
    func judged() async throws {
        try await SpendingHandlers.with { handlers in
            let shopper = try await Shopper(handlers), other = try await Shopper(handlers)
            try await shopper.set(300)
            await #expect(throws: Rejection.self) { try await shopper.judge(true, version: 2) }
            try await shopper.buy([("CHIPS", 399)])
            try await shopper.judge(false, version: 2)
            try await shopper.judge(true, version: 3)
            try await shopper.judge(false, version: 3)
            await #expect(throws: Rejection.self) { try await other.judge(true, version: 1) }
            let published = try await handlers.bench.database.events(BudgetChanged.self).map(\.body)
            #expect(published.map { $0.judged?.isUseful } == [nil, false, true, true])
            #expect(published.last?.judged?.from == BudgetPeriod.month.start(of: shopper.today))
            let counts = try await BudgetRepository.judgements(on: handlers.bench.database.pool)
            #expect(counts.useful == 1 && counts.useless == 0)
            // Renaming the budget does not announce the excess again.
            try await shopper.set(300, version: 4)
            #expect(try await handlers.bench.database.events(BudgetChanged.self).last?.body.judged?.isUseful == true)
        }
    }

    @Test("SPD-07, SPD-08: preferences apply in the order of versions")
    func preferences() async throws {
        try await SpendingHandlers.with { handlers in
            let account = try await handlers.bench.account()
            func choose(_ radius: Int, version: Int64) async throws {
                var preferences = ShoppingPreferences()
                preferences.radius = radius
                let sealed = try await handlers.bench.sealer.seal(preferences, .shoppingPreferences(of: account))
                try await handlers.bench.deliver(
                    SetShoppingPreferences(accountID: account, version: version, wishes: sealed),
                    to: handlers.chooseShopping, account: account)
            }
            try await choose(5, version: 1)
            try await choose(7, version: 3)
            try await choose(6, version: 2)
            await #expect(throws: Rejection.self) { try await choose(0, version: 4) }
            let published = try await handlers.bench.database.events(ShoppingPreferencesChanged.self).map(\.body)
            var radii: [Int] = []
            for event in published {
                radii.append(
                    try await handlers.bench.sealer.open(event.wishes, .shoppingPreferences(of: account)).radius)
            }
            #expect(radii == [5, 7, 7] && published.map(\.version) == [1, 3, 3])
        }
    }
}
