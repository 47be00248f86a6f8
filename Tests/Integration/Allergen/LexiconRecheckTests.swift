import EventContracts
import Foundation
import Logging
import Messaging
import Postgres
import Sealing
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import AllergenService

@Suite("Lexicon upgrade")
struct LexiconRecheckTests {
    private func walk(_ handlers: AllergenHandlers, begunAt: Date = Date()) -> LexiconRecheck {
        LexiconRecheck(
            database: handlers.bench.database, lock: AccountLock(), lexicons: .lexicons, recheck: handlers.recheck,
            begunAt: begunAt, logger: Logger(label: "test"))
    }

    /// Makes the scans look as if an older lexicon had read them and found no allergens.
    private func forget(_ handlers: AllergenHandlers, lexicon: String = "old") async throws {
        try await KnowledgeRepository.lexicons.begin(lexicon, at: .distantPast, on: handlers.bench.database.pool)
        try await handlers.bench.database.pool.execute(
            """
            UPDATE scans SET lexicon_version = \(lexicon), verdict = 'notDetected', contains = '{}',
                told_contains = '{}'
            """)
    }

    @Test("ALG-11: a new lexicon rechecks all full scans once")
    func readsAgain() async throws {
        try await AllergenHandlers.with { handlers in
            var accounts: Set<AccountID> = []
            for _ in 0..<3 {
                let account = try await handlers.bench.account()
                accounts.insert(account)
                try await handlers.setProfile(of: account, version: 1, [.milk])
                for _ in 0..<2 {
                    handlers.bench.clock.advance(by: .seconds(1))
                    try await handlers.assess("Ingredients: milk, sugar", of: account, profileVersion: 1)
                }
            }
            try await forget(handlers)
            try await walk(handlers).run()
            try await walk(handlers).run()
            let read = try await handlers.assessed().map(\.body).filter { $0.reassessment == .lexiconChanged }
            #expect(read.count == 6)
            #expect(
                read.allSatisfy {
                    $0.contains == [.milk] && $0.lexiconVersion == handlers.recheck.assessor.lexiconVersion
                })
            let alerts = try await handlers.alerts().map(\.body)
            #expect(alerts.count == 6 && Set(alerts.map(\.accountID)) == accounts)
            #expect(alerts.allSatisfy { $0.cause == .lexiconChanged && $0.contains == [.milk] })
        }
    }

    @Test("new lexicon: of two running versions the last started one rechecks")
    func newestWins() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account()
            try await handlers.assess("Ingredients: milk", of: account)
            try await forget(handlers)
            let now = Date()
            try await KnowledgeRepository.lexicons.begin("newer", at: now, on: handlers.bench.database.pool)
            try await walk(handlers, begunAt: now - 60).run()
            #expect(try await handlers.assessed().count == 1)
            try await walk(handlers, begunAt: now + 60).run()
            #expect(try await handlers.assessed().count == 2)
        }
    }

    @Test("new lexicon: an account without a key does not block others")
    func erased() async throws {
        try await AllergenHandlers.with { handlers in
            let gone = try await handlers.bench.account(), other = try await handlers.bench.account()
            try await handlers.assess("Ingredients: milk", of: gone)
            try await handlers.assess("Ingredients: milk", of: other)
            try await forget(handlers)
            try await handlers.bench.keyRing.destroyKey(for: gone.uuid)
            try await walk(handlers).run()
            let read = try await handlers.assessed().map(\.body).filter { $0.reassessment == .lexiconChanged }
            #expect(read.map(\.accountID) == [other])
            #expect(
                try await handlers.bench.database.count("SELECT count(*) FROM scans WHERE lexicon_version = 'old'") == 0
            )
        }
    }

    @Test("new lexicon: a scan without its profile is checked for all allergens")
    func pendingStaysPending() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account()
            try await handlers.setProfile(of: account, version: 1, [.fish])
            try await handlers.assess("Ingredients: milk", of: account, profileVersion: 2)
            handlers.bench.clock.advance(by: .seconds(6))
            try await handlers.sweeper.sweep()
            try await forget(handlers)
            try await walk(handlers).run()
            let last = try #require(try await handlers.assessed().last?.body)
            #expect(last.profilePending && last.contains == [.milk] && last.reassessment == .lexiconChanged)
        }
    }
}
