import EventContracts
import Foundation
import Logging
import Messaging
import Postgres
import Sealing
import ServiceRuntime
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import AllergenService

/// The newest version of each scan, the oldest scan first.
extension AllergenHandlers {
    fileprivate func newest() async throws -> [ScanAssessed] {
        let scans = try await assessed().map(\.body)
        let newest = Dictionary(grouping: scans, by: \.scanID).compactMap { $1.max { $0.version < $1.version } }
        return newest.sorted { $0.scannedAt < $1.scannedAt }
    }

    /// Scans products, a minute apart.
    fileprivate func scan(_ texts: [String], of account: AccountID, profileVersion: Int64 = 1) async throws {
        for text in texts {
            bench.clock.advance(by: .seconds(60))
            try await assess(text, of: account, profileVersion: profileVersion)
        }
    }
}

@Suite("Rechecking of scans")
struct RecheckTests {
    private static let milkLists = (0..<12).map { "Ingredients: \($0.isMultiple(of: 2) ? "milk" : "butter"), sugar" }

    @Test("ALG-11, NOT-05: recheck: an added allergen alerts once for each scan")
    func addedAllergen() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), other = try await handlers.bench.account()
            try await handlers.setProfile(of: account, version: 1, [.fish])
            try await handlers.setProfile(of: other, version: 1, [.fish])
            try await handlers.scan(Self.milkLists, of: account)
            try await handlers.scan(["Ingredients: milk"], of: other)
            try await handlers.setProfile(of: account, version: 2, [.fish, .milk])
            let scans = try await handlers.newest().filter { $0.accountID == account }
            #expect(scans.count == 12)
            #expect(scans.allSatisfy { $0.contains == [.milk] && $0.verdict == .contains && $0.profileVersion == 2 })
            #expect(scans.allSatisfy { $0.reassessment == .profileChanged && $0.profileEmpty == false })
            #expect(scans.map { $0.details == nil } == [true, true] + Array(repeating: false, count: 10))
            let alerts = try await handlers.alerts()
            #expect(alerts.map(\.body.scanID) == scans.map(\.scanID))
            #expect(alerts.allSatisfy { $0.body.contains == [.milk] && $0.body.cause == .profileChanged })
            #expect(alerts.allSatisfy { $0.attributes.key == account.description })
            #expect(Set(alerts.map(\.body.alertID)).count == 12)
        }
    }

    @Test("NOT-05: a finding that returns with the profile alerts once")
    func notifiedOnce() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account()
            try await handlers.setProfile(of: account, version: 1, [.milk])
            try await handlers.scan(["Ingredients: milk, eggs"], of: account)
            try await handlers.setProfile(of: account, version: 2, [.milk, .fish])
            try await handlers.setProfile(of: account, version: 3, [])
            try await handlers.setProfile(of: account, version: 4, [.milk, .eggs])
            #expect(try await handlers.alerts().map(\.body.contains) == [[.eggs]])
            #expect(try await handlers.newest().map(\.contains) == [[.eggs, .milk]])
        }
    }

    @Test("ALG-07: recheck: traces alert only once the profile includes them")
    func ignoredTraces() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account()
            try await handlers.setProfile(of: account, version: 1, [.fish])
            try await handlers.scan(["Ingredients: sugar, salt. May contain hazelnuts."], of: account)
            try await handlers.setProfile(of: account, version: 2, [.nuts], traces: .ignore)
            #expect(try await handlers.alerts().isEmpty)
            #expect(try await handlers.newest().map(\.verdict) == [.notDetected])
            try await handlers.setProfile(of: account, version: 3, [.nuts])
            #expect(try await handlers.alerts().map(\.body.mayContain) == [[.nuts]])
            #expect(try await handlers.newest().map(\.verdict) == [.mayContain])
        }
    }

    @Test("recheck: a newly chosen species is found in scans without text")
    func speciesInCompactFacts() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account()
            try await handlers.setProfile(of: account, version: 1, [.milk])
            try await handlers.scan(
                ["Ingredients: almonds, sugar", "Ingredients: hazelnuts, sugar"]
                    + Array(repeating: "Ingredients: sugar", count: 10), of: account)
            try await handlers.setProfile(of: account, version: 2, [.species(.almond)])
            let scans = try await handlers.newest()
            #expect(scans.prefix(2).allSatisfy { $0.details == nil })
            #expect(scans.prefix(2).map(\.contains) == [[.species(.almond)], []])
            #expect(try await handlers.alerts().map(\.body.contains) == [[.species(.almond)]])
        }
    }

    @Test(
        "recheck: without text, custom ingredients are never \"not detected\"")
    func namedIngredients() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account()
            try await handlers.setProfile(of: account, version: 1, [.milk])
            try await handlers.scan(Array(repeating: "Ingredients: sugar, cilantro, salt", count: 11), of: account)
            try await handlers.setProfile(of: account, version: 2, [.milk], others: ["cilantro"])
            let scans = try await handlers.newest()
            #expect(scans.map(\.verdict) == [.couldNotRead] + Array(repeating: .contains, count: 10))
            #expect(scans[0].details == nil && !scans[0].complete && scans[0].otherMatches == 0)
            let alerts = try await handlers.alerts().map(\.body)
            #expect(alerts.count == 10)
            #expect(alerts.allSatisfy { $0.otherMatches == 1 && $0.contains.isEmpty })
            // Found in the text, then compacted: it stays valid while the custom ingredients are unchanged.
            try await handlers.scan(["Ingredients: sugar"], of: account, profileVersion: 2)
            try await handlers.setProfile(of: account, version: 3, [.milk, .fish], others: ["cilantro"])
            #expect(try await handlers.newest()[1].verdict == .contains)
            #expect(try await handlers.newest()[1].details == nil)
            try await handlers.setProfile(of: account, version: 4, [.milk])
            #expect(try await handlers.newest().allSatisfy { $0.verdict == .notDetected && $0.otherMatches == 0 })
            #expect(try await handlers.alerts().count == 10)
        }
    }

    @Test("C18: without history compact facts are removed permanently")
    func lastTen() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), other = try await handlers.bench.account()
            try await handlers.setProfile(of: account, version: 1, [.milk])
            try await handlers.scan(Self.milkLists, of: account)
            try await handlers.scan(Self.milkLists, of: other, profileVersion: 0)
            try await handlers.setProfile(of: account, version: 2, [.milk], history: .lastTen)
            #expect(try await handlers.changedProfiles().last?.body.history == .lastTen)
            var gone = try await handlers.newest().filter { $0.deletedAt != nil }
            #expect(gone.count == 2 && gone.allSatisfy { $0.accountID == account && $0.details == nil })
            try await handlers.scan(["Ingredients: milk"], of: account, profileVersion: 2)
            try await handlers.compactor.sweep()
            gone = try await handlers.newest().filter { $0.deletedAt != nil }
            #expect(gone.count == 3)
            let count = try await handlers.bench.database.pool.query(
                "SELECT count(*) FROM scans GROUP BY account_id ORDER BY 1"
            ).map { try $0.decode(Int64.self) }
            #expect(count == [10, 12])
        }
    }

    @Test("recheck: a scan waiting for a later profile keeps its verdict")
    func waitingScans() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account()
            try await handlers.assess("Ingredients: milk", of: account, profileVersion: 5)
            handlers.bench.clock.advance(by: .seconds(6))
            try await handlers.sweeper.sweep()
            try await handlers.setProfile(of: account, version: 4, [.fish])
            #expect(try await handlers.newest().map(\.profilePending) == [true])
            try await handlers.setProfile(of: account, version: 5, [.fish])
            #expect(try await handlers.newest().map(\.verdict) == [.notDetected])
            #expect(try await handlers.alerts().isEmpty)
        }
    }

    @Test("recheck: an undecryptable text becomes a compact fact")
    func damagedText() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account()
            try await handlers.setProfile(of: account, version: 1, [.fish])
            try await handlers.scan(["Ingredients: milk", "Ingredients: milk"], of: account)
            try await handlers.bench.database.pool.execute(
                """
                UPDATE scans SET text = '\\x00' WHERE scan_id = (SELECT scan_id FROM scans ORDER BY scanned_at LIMIT 1)
                """
            )
            try await handlers.setProfile(of: account, version: 2, [.milk])
            let scans = try await handlers.newest()
            #expect(scans.map(\.contains) == [[.milk], [.milk]])
            #expect(scans.map { $0.details == nil } == [true, false])
            #expect(try await handlers.alerts().count == 2)
        }
    }

    @Test("recheck: records of releases without facts stay unchanged")
    func scansFromBefore() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account()
            try await handlers.setProfile(of: account, version: 1, [.milk])
            try await handlers.scan(["Ingredients: milk"], of: account)
            try await handlers.bench.database.pool.execute("UPDATE scans SET text = NULL, details = NULL, facts = NULL")
            try await handlers.setProfile(of: account, version: 2, [.fish])
            #expect(try await handlers.newest().map(\.profileVersion) == [1])
        }
    }
}
