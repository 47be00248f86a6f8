import EventContracts
import Foundation
import Logging
import Messaging
import Postgres
import Sealing
import TestSupport
import Testing

@testable import AllergenService

@Suite("Lexicon upgrade")
struct LexiconRecheckTests {
    private func walk(_ desk: Desk, begunAt: Date = Date()) -> LexiconRecheck {
        LexiconRecheck(
            database: desk.bench.database, lock: AccountLock(), profiles: desk.profiles, lexicons: .lexicons,
            recheck: desk.recheck, begunAt: begunAt, logger: Logger(label: "test"))
    }

    /// Makes the scans look as if an older lexicon had read them and found nothing.
    private func forget(_ desk: Desk, lexicon: String = "old") async throws {
        try await KnowledgeRepository.lexicons.begin(lexicon, at: .distantPast, on: desk.bench.database.pool)
        try await desk.bench.database.pool.execute(
            """
            UPDATE scans SET lexicon_version = \(lexicon), verdict = 'notDetected', contains = '{}', told_contains = '{}'
            """)
    }

    @Test("ALG-11: all full scans are rechecked once, and new findings are reported")
    func readsAgain() async throws {
        try await Desk.with { desk in
            var accounts: Set<AccountID> = []
            for _ in 0..<3 {
                let account = try await desk.bench.account()
                accounts.insert(account)
                try await desk.setProfile(of: account, version: 1, [.milk])
                for _ in 0..<2 {
                    desk.bench.clock.advance(by: .seconds(1))
                    try await desk.assess("Ingredients: milk, sugar", of: account, profileVersion: 1)
                }
            }
            try await forget(desk)
            try await walk(desk).run()
            try await walk(desk).run()
            let read = try await desk.assessed().map(\.body).filter { $0.reassessment == .lexiconChanged }
            #expect(read.count == 6)
            #expect(
                read.allSatisfy { $0.contains == [.milk] && $0.lexiconVersion == desk.recheck.assessor.lexiconVersion })
            let alerts = try await desk.alerts().map(\.body)
            #expect(alerts.count == 6 && Set(alerts.map(\.accountID)) == accounts)
            #expect(alerts.allSatisfy { $0.cause == .lexiconChanged && $0.contains == [.milk] })
        }
    }

    @Test("Two versions of the service: only the one started last rechecks")
    func newestWins() async throws {
        try await Desk.with { desk in
            let account = try await desk.bench.account()
            try await desk.assess("Ingredients: milk", of: account)
            try await forget(desk)
            let now = Date()
            try await KnowledgeRepository.lexicons.begin("newer", at: now, on: desk.bench.database.pool)
            try await walk(desk, begunAt: now - 60).run()
            #expect(try await desk.assessed().count == 1)
            try await walk(desk, begunAt: now + 60).run()
            #expect(try await desk.assessed().count == 2)
        }
    }

    @Test("An account without a key does not block others")
    func erased() async throws {
        try await Desk.with { desk in
            let gone = try await desk.bench.account(), other = try await desk.bench.account()
            try await desk.assess("Ingredients: milk", of: gone)
            try await desk.assess("Ingredients: milk", of: other)
            try await forget(desk)
            try await desk.bench.keyRing.destroyKey(for: gone.uuid)
            try await walk(desk).run()
            let read = try await desk.assessed().map(\.body).filter { $0.reassessment == .lexiconChanged }
            #expect(read.map(\.accountID) == [other])
            #expect(
                try await desk.bench.database.count("SELECT count(*) FROM scans WHERE lexicon_version = 'old'") == 0)
        }
    }

    @Test("A scan waiting for its profile stays judged for all 14")
    func pendingStaysPending() async throws {
        try await Desk.with { desk in
            let account = try await desk.bench.account()
            try await desk.setProfile(of: account, version: 1, [.fish])
            try await desk.assess("Ingredients: milk", of: account, profileVersion: 2)
            desk.bench.clock.advance(by: .seconds(6))
            try await desk.sweeper.sweep()
            try await forget(desk)
            try await walk(desk).run()
            let last = try #require(try await desk.assessed().last?.body)
            #expect(last.profilePending && last.contains == [.milk] && last.reassessment == .lexiconChanged)
        }
    }
}
