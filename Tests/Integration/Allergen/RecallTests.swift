import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import AllergenService

extension AllergenHandlers {
    fileprivate func recall(_ gtin: String, lot: String? = nil) async throws -> RecallID {
        let recall = Recall(
            recallID: .random(), gtin: try #require(GTIN(gtin)), lot: lot, reason: "Peanuts are not declared.",
            issuedAt: bench.clock.now())
        try await bench.database.pool.withTransaction { try await RecallRepository.add(recall, in: $0) }
        return recall.recallID
    }

    fileprivate func publish() async throws { try await recalls.run(on: bench.database, lock: AccountLock()) }

    fileprivate func withdraw(_ recall: RecallID) async throws -> Bool {
        let now = bench.clock.now()
        return try await bench.database.pool.withTransaction {
            try await RecallRepository.withdraw(recall, at: now, in: $0)
        }
    }
}

@Suite("Recalls")
struct RecallTests {
    private let gtin = "4006381333931"

    @Test("recall: people who scanned before or after it are notified once")
    func earlierAndLater() async throws {
        try await AllergenHandlers.with { handlers in
            let earlier = try await handlers.bench.account(), later = try await handlers.bench.account()
            let other = try await handlers.bench.account()
            for _ in 0..<2 { try await handlers.assess("Ingredients: sugar", of: earlier, gtin: gtin) }
            try await handlers.assess("Ingredients: sugar", of: other, gtin: "96385074")
            let recall = try await handlers.recall("0\(gtin)", lot: "L42")
            try await handlers.publish()
            try await handlers.publish()
            #expect(try await handlers.alerts().map(\.body.accountID) == [earlier])
            for person in [later, earlier, later] {
                try await handlers.assess("Ingredients: sugar", of: person, gtin: gtin)
            }
            try await handlers.publish()
            let alerts = try await handlers.alerts().map(\.body)
            #expect(alerts.map(\.accountID) == [earlier, later])
            #expect(alerts.allSatisfy { $0.cause == .recall && $0.gtin == GTIN(gtin) })
            #expect(alerts.allSatisfy { $0.recall?.recallID == recall && $0.recall?.lot == "L42" })
            #expect(Set(alerts.map(\.alertID)).count == 2)
            let listed = try await RecallRepository.list(on: handlers.bench.database.pool)
            #expect(listed.map(\.notified) == [2] && listed.first?.recall.notifiedAt != nil)
        }
    }

    @Test("withdrawn recall: only people alerted before get the withdrawal")
    func withdrawn() async throws {
        try await AllergenHandlers.with { handlers in
            let notified = try await handlers.bench.account(), later = try await handlers.bench.account()
            try await handlers.assess("Ingredients: sugar", of: notified, gtin: gtin)
            let recall = try await handlers.recall(gtin)
            try await handlers.publish()
            handlers.bench.clock.advance(by: .seconds(60))
            #expect(try await handlers.withdraw(recall))
            #expect(try await !handlers.withdraw(recall))
            try await handlers.assess("Ingredients: sugar", of: later, gtin: gtin)
            try await handlers.publish()
            try await handlers.publish()
            let alerts = try await handlers.alerts().map(\.body)
            #expect(alerts.map(\.accountID) == [notified, notified])
            #expect(alerts.map { $0.recall?.withdrawnAt } == [nil, handlers.bench.clock.now()])
            #expect(Set(alerts.map(\.alertID)).count == 1)
        }
    }

    @Test("recall: withdrawn before any notice, it notifies no one")
    func withdrawnAtOnce() async throws {
        try await AllergenHandlers.with { handlers in
            try await handlers.assess("Ingredients: sugar", of: try await handlers.bench.account(), gtin: gtin)
            #expect(try await handlers.withdraw(try await handlers.recall(gtin)))
            try await handlers.publish()
            #expect(try await handlers.alerts().isEmpty)
        }
    }

    @Test("recall: waits for scans in progress, so none is missed")
    func between() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), number = try #require(GTIN(gtin))
            let (opened, isOpen) = AsyncStream.makeStream(of: Void.self)
            let (closing, close) = AsyncStream.makeStream(of: Void.self)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await handlers.bench.database.pool.withTransaction { transaction in
                        let standing = try await RecallRepository.standing(of: number, in: transaction)
                        #expect(standing.isEmpty)
                        isOpen.finish()
                        for await _ in closing {}
                    }
                }
                for await _ in opened {}
                group.addTask { _ = try await handlers.recall(gtin) }
                try await eventually("the recall waits") {
                    try await handlers.bench.database.count(
                        """
                        SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
                            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                        """) > 0
                }
                #expect(try await handlers.bench.database.count("SELECT count(*) FROM recalls") == 0)
                close.finish()
                try await group.waitForAll()
            }
            try await handlers.assess("Ingredients: sugar", of: account, gtin: gtin)
            #expect(try await handlers.alerts().count == 1)
        }
    }
}
