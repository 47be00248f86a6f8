import EventContracts
import Messaging
import Postgres
import Quantities
import Sealing
import ServiceRuntime
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import SpendingService

@Suite("Budgets from command to event") struct BudgetTests {
    @Test("SPD-06: a budget is set, changed and deleted once, by its owner only")
    func keeps() async throws {
        try await SpendingHandlers.with { handlers in
            let account = try await handlers.bench.account(), other = try await handlers.bench.account()
            let budget = BudgetID.random()
            func set(_ cents: Int64, by person: AccountID, version: Int64) async throws {
                let words = try await handlers.bench.sealer.seal(
                    BudgetWords(name: "Snacks"), .budgetWords(budget, of: person))
                let terms = BudgetTerms(
                    period: .month, amount: Money(minorUnits: cents, currency: .cad), category: .snacks)
                try await handlers.bench.deliver(
                    SetBudget(accountID: person, budgetID: budget, version: version, terms: terms, words: words),
                    to: handlers.keepBudget, account: person)
            }
            func remove(_ version: Int64, by person: AccountID) async throws {
                try await handlers.bench.deliver(
                    DeleteBudget(accountID: person, budgetID: budget, version: version), to: handlers.removeBudget,
                    account: person)
            }
            try await set(4_000, by: account, version: 1)
            try await set(5_000, by: account, version: 2)
            try await set(1, by: account, version: 2)
            await #expect(throws: Rejection.self) { try await set(0, by: account, version: 3) }
            await #expect(throws: Rejection.self) { try await set(1, by: other, version: 3) }
            await #expect(throws: Rejection.self) { try await remove(3, by: other) }
            try await remove(3, by: account)
            // A change from before the deletion does not restore the budget; a later one does, and keeps its date.
            try await set(1, by: account, version: 2)
            try await set(5_000, by: account, version: 4)
            let published = try await handlers.bench.database.events(BudgetChanged.self).map(\.body)
            #expect(published.map(\.terms.amount.minorUnits) == [4_000, 5_000, 5_000, 5_000, 5_000, 5_000])
            #expect(published.map { $0.deletedAt != nil } == [false, false, false, true, true, false])
            #expect(Set(published.map(\.setAt)).count == 1)
            try await remove(5, by: account)
            handlers.bench.clock.advance(by: .seconds(31 * 86_400))
            try await handlers.retention.run()
            #expect(try await handlers.bench.database.count("SELECT count(*) FROM budgets") == 0)
        }
    }
}
