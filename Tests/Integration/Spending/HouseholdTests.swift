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

@testable import SpendingService

@Suite("Household budgets") struct HouseholdTests {
    /// Two people of one household with a budget set by the first one, on the day of the purchases.
    private struct Home {
        let handlers: SpendingHandlers
        let ann: AccountID
        let ben: AccountID
        let household = HouseholdID.random()
        let annMember = HouseholdMemberID.random()
        let benMember = HouseholdMemberID.random()
        let budget = BudgetID.random()
        let today: CalendarDay

        init(_ handlers: SpendingHandlers) async throws {
            self.handlers = handlers
            ann = try await handlers.bench.account()
            ben = try await handlers.bench.account()
            today = CalendarDay(handlers.bench.clock.now(), in: .gmt)
        }

        func join() async throws {
            try await belong(annMember, ann, version: 1)
            try await belong(benMember, ben, version: 1)
        }

        func belong(
            _ member: HouseholdMemberID, _ account: AccountID, version: Int64, hasLeft: Bool = false
        ) async throws {
            let now = handlers.bench.clock.now()
            try await handlers.bench.deliver(
                HouseholdMemberChanged(
                    accountID: account, memberID: member, householdID: household, version: version, joinedAt: now,
                    endedAt: hasLeft ? now : nil), to: handlers.keepMember, account: account)
        }

        func set(_ cents: Int64, by member: HouseholdMemberID?, version: Int64 = 1) async throws {
            let words = try await handlers.bench.sealer.seal(BudgetWords(name: "Food"), .budgetWords(budget, of: ann))
            let terms = BudgetTerms(
                period: .month, amount: Money(minorUnits: cents, currency: .cad), memberID: member)
            try await handlers.bench.deliver(
                SetBudget(accountID: ann, budgetID: budget, version: version, terms: terms, words: words),
                to: handlers.keepBudget, account: ann)
        }

        func share(
            _ receipt: ReceiptID, of account: AccountID, by member: HouseholdMemberID?, version: Int64 = 1
        ) async throws {
            try await handlers.bench.deliver(
                ReceiptSharingChanged(
                    accountID: account, receiptID: receipt, version: version, memberID: member,
                    changedAt: handlers.bench.clock.now()), to: handlers.keepSharing, account: account)
        }

        func buy(_ cents: Int64, by account: AccountID, as id: ReceiptID = .random()) async throws -> ReceiptID {
            try await handlers.keep(
                try SpendingHandlers.typed([("MILK", cents)], on: today.description), as: id, of: account)
        }

        /// Buys and shares, with the events in either order.
        @discardableResult
        func spend(
            _ cents: Int64, by account: AccountID, _ member: HouseholdMemberID, sharedFirst: Bool = false
        ) async throws -> ReceiptID {
            let id = ReceiptID.random()
            if sharedFirst { try await share(id, of: account, by: member) }
            _ = try await buy(cents, by: account, as: id)
            if !sharedFirst { try await share(id, of: account, by: member) }
            return id
        }

        func published() async throws -> [BudgetExceeded] {
            try await handlers.bench.database.events(BudgetExceeded.self).map(\.body)
        }
    }

    @Test(
        "SPD-25: exceeding a shared budget notifies each member once",
        arguments: [true, false])
    func bothTold(sharedFirst: Bool) async throws {
        try await SpendingHandlers.with { handlers in
            let home = try await Home(handlers)
            try await home.join()
            try await home.set(1_000, by: home.annMember)
            try await home.spend(600, by: home.ann, home.annMember, sharedFirst: sharedFirst)
            #expect(try await home.published().isEmpty)
            _ = try await home.buy(9_000, by: home.ben)
            #expect(try await home.published().isEmpty, "unshared purchases do not count")
            try await home.spend(500, by: home.ben, home.benMember, sharedFirst: sharedFirst)
            let published = try await home.published()
            #expect(Set(published.map(\.accountID)) == [home.ann, home.ben] && published.count == 2)
            #expect(Set(published.map(\.memberID)) == [home.annMember, home.benMember])
            for event in published {
                let excess = try await handlers.bench.sealer.open(
                    event.excess, .budgetExcess(home.budget, of: event.accountID))
                #expect(excess.name == "Food" && excess.spent.minorUnits == 1_100 && excess.steps.isEmpty)
            }
            try await home.spend(100, by: home.ann, home.annMember, sharedFirst: sharedFirst)
            #expect(try await home.published().count == 2)
        }
    }

    @Test("SPD-25: repeated or late membership and sharing events change nothing")
    func duplicatesAndReorder() async throws {
        try await SpendingHandlers.with { handlers in
            let home = try await Home(handlers)
            try await home.set(1_000, by: home.annMember)
            // The sharing event arrives before the membership, as when events are republished.
            let first = try await home.spend(600, by: home.ann, home.annMember)
            for _ in 0..<2 { try await home.join() }
            for _ in 0..<2 { try await home.share(first, of: home.ann, by: home.annMember) }
            let second = try await home.buy(500, by: home.ben)
            try await home.share(second, of: home.ben, by: nil, version: 2)
            try await home.share(second, of: home.ben, by: home.benMember, version: 1)
            #expect(try await home.published().isEmpty, "not shared anymore, despite late events")
            try await home.belong(home.benMember, home.ben, version: 2, hasLeft: true)
            try await home.belong(home.benMember, home.ben, version: 1)
            try await home.share(second, of: home.ben, by: home.benMember, version: 3)
            #expect(try await home.published().isEmpty, "former members share nothing")
            for _ in 0..<2 { try await home.spend(500, by: home.ann, home.annMember) }
            #expect(try await home.published().map(\.accountID) == [home.ann])
        }
    }

    @Test("SPD-25: leaving removes shared purchases; own budgets become personal")
    func leaving() async throws {
        try await SpendingHandlers.with { handlers in
            let home = try await Home(handlers)
            try await home.join()
            try await home.set(1_000, by: home.annMember)
            try await home.spend(900, by: home.ben, home.benMember)
            try await home.belong(home.benMember, home.ben, version: 2, hasLeft: true)
            try await home.spend(500, by: home.ann, home.annMember)
            #expect(try await home.published().isEmpty)
            // Joining again starts a new stay, without earlier shared purchases.
            let again = HouseholdMemberID.random()
            try await home.belong(again, home.ben, version: 1)
            try await home.spend(100, by: home.ben, again)
            #expect(try await home.published().isEmpty)
            try await home.belong(home.annMember, home.ann, version: 2, hasLeft: true)
            try await home.spend(300, by: home.ben, again)
            #expect(try await home.published().isEmpty, "the budget leaves the household with its creator")
            _ = try await home.buy(501, by: home.ann)
            let published = try await home.published()
            #expect(published.map(\.accountID) == [home.ann] && published.map(\.memberID) == [nil])
        }
    }

    @Test("SPD-25, GW-23: sharing another person's purchases is rejected")
    func others() async throws {
        try await SpendingHandlers.with { handlers in
            let home = try await Home(handlers), eve = try await handlers.bench.account()
            try await home.join()
            try await home.set(100, by: home.benMember)
            let receipt = try await home.spend(900, by: home.ben, home.benMember)
            #expect(try await home.published().isEmpty, "the membership is not the creator's")
            try await home.set(100, by: home.annMember, version: 2)
            try await home.share(receipt, of: home.ben, by: nil, version: 2)
            try await home.share(receipt, of: eve, by: home.annMember, version: 9)
            let own = try await home.buy(900, by: eve)
            try await home.share(own, of: eve, by: home.annMember)
            _ = try await home.buy(900, by: eve)
            #expect(try await home.published().isEmpty)
        }
    }

    @Test("SPD-25, GW-19: household: an erased member's data blocks no member")
    func erased() async throws {
        try await SpendingHandlers.with { handlers in
            let home = try await Home(handlers)
            try await home.join()
            try await home.set(1_000, by: home.annMember)
            try await home.spend(900, by: home.ben, home.benMember)
            try await handlers.bench.keyRing.destroyKey(for: home.ben.uuid)
            try await home.spend(500, by: home.ann, home.annMember)
            #expect(try await home.published().isEmpty)
            try await home.spend(600, by: home.ann, home.annMember)
            #expect(try await home.published().map(\.accountID) == [home.ann])
        }
    }

    @Test("SPD-25, SPD-17: purchases in other currencies are not added")
    func currencies() async throws {
        try await SpendingHandlers.with { handlers in
            let home = try await Home(handlers)
            try await home.join()
            try await home.set(1_000, by: home.annMember)
            var foreign = try SpendingHandlers.typed([("MILK", 5_000)], on: home.today.description)
            foreign.currency?.value = .usd
            let id = try await handlers.keep(foreign, of: home.ben)
            try await home.share(id, of: home.ben, by: home.benMember)
            #expect(try await home.published().isEmpty)
        }
    }

    @Test("SPD-25: concurrent purchases of two members are both counted")
    func together() async throws {
        try await SpendingHandlers.with { handlers in
            let home = try await Home(handlers)
            try await home.join()
            try await home.set(1_000, by: home.annMember)
            for round in 0..<5 {
                let ids = [ReceiptID.random(), ReceiptID.random()]
                try await home.share(ids[0], of: home.ann, by: home.annMember)
                try await home.share(ids[1], of: home.ben, by: home.benMember)
                try await home.set(1_000 + Int64(round), by: home.annMember, version: Int64(round) + 2)
                let before = try await home.published().count
                async let first = home.buy(600, by: home.ann, as: ids[0])
                async let second = home.buy(600, by: home.ben, as: ids[1])
                _ = try await (first, second)
                #expect(try await home.published().count == before + 2, "round \(round)")
                try await home.share(ids[0], of: home.ann, by: nil, version: 2)
                try await home.share(ids[1], of: home.ben, by: nil, version: 2)
            }
        }
    }
}
