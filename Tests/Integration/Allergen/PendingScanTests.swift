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

@Suite("Scans waiting for a profile")
struct PendingScanTests {
    private static let late = Duration.milliseconds(5_001)

    @Test("ALG-03: a scan waits for the profile version in its command")
    func finishedByProfile() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), operation = OperationID.random()
            try await handlers.setProfile(of: account, version: 1, [.milk])
            let command = try await handlers.assess(
                "Ingredients: peanuts, sugar", of: account, profileVersion: 2, operation: operation)
            #expect(try await handlers.assessed().isEmpty)
            try await handlers.setProfile(of: account, version: 2, [.peanuts], operation: .random())
            let event = try #require(try await handlers.assessed().first)
            #expect(event.attributes.operationID == operation)
            #expect(event.attributes.operationStatus == .succeeded)
            #expect(event.attributes.correlationID == command.correlationID)
            #expect(event.attributes.causationID == command.id)
            #expect(event.body.contains == [.peanuts])
            #expect((event.body.version, event.body.profileVersion) == (1, 2))
            #expect(!event.body.profilePending)
            #expect(try await handlers.bench.database.count("SELECT count(*) FROM pending_scans") == 0)
        }
    }

    @Test("ALG-03: scan: waits although an older profile has arrived")
    func earlierProfile() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account()
            try await handlers.assess("peanuts", of: account, profileVersion: 3)
            try await handlers.setProfile(of: account, version: 2, [.milk])
            #expect(try await handlers.assessed().isEmpty)
            try await handlers.setProfile(of: account, version: 4, [.milk])
            #expect(try await handlers.assessed().count == 1)
        }
    }

    @Test("ALG-03, ALG-16: after 5 s without a profile a scan lists 14 allergens")
    func deadline() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), operation = OperationID.random()
            try await handlers.setProfile(of: account, version: 1, [.milk], others: ["cilantro"], traces: .ignore)
            let command = try await handlers.assess(
                "Ingredients: peanuts, cilantro. May contain nuts.", of: account, profileVersion: 2,
                operation: operation)
            handlers.bench.clock.advance(by: .milliseconds(4_999))
            try await handlers.sweeper.sweep()
            #expect(try await handlers.assessed().isEmpty)
            handlers.bench.clock.advance(by: .milliseconds(2))
            try await handlers.sweeper.sweep()
            try await handlers.sweeper.sweep()
            let events = try await handlers.assessed(), event = try #require(events.first)
            #expect(events.count == 1)
            #expect(event.body.profilePending)
            #expect(event.body.contains == [.peanuts])
            #expect(event.body.mayContain == [.nuts])
            #expect(event.body.otherMatches == 1)
            #expect(event.attributes.operationID == operation)
            #expect(event.attributes.operationStatus == .succeeded)
            #expect(event.attributes.causationID == command.id)
            #expect(event.attributes.correlationID == command.correlationID)
            let id = NamedUUID.event(consumer: "allergen", cause: command.id, ordinal: 0)
            #expect(event.attributes.id == id)
        }
    }

    @Test("ALG-03: a late profile updates the verdict without a second outcome")
    func lateProfile() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), scan = ScanID.random()
            try await handlers.assess(
                "Ingredients: peanuts, sugar", of: account, scan, profileVersion: 1, operation: .random())
            handlers.bench.clock.advance(by: Self.late)
            try await handlers.sweeper.sweep()
            try await handlers.setProfile(of: account, version: 1, [.milk], operation: .random())
            let events = try await handlers.assessed()
            #expect(events.map(\.body.version) == [1, 2])
            #expect(events.map(\.body.verdict) == [.contains, .notDetected])
            #expect(events.map(\.body.profilePending) == [true, false])
            #expect(events.map(\.attributes.operationStatus) == [.succeeded, nil])
            #expect(Set(events.map(\.attributes.id)).count == 2)
            let database = handlers.bench.database
            #expect(try await database.count("SELECT count(*) FROM pending_scans") == 0)
            #expect(try await database.count("SELECT count(*) FROM scans WHERE version = 2") == 1)
        }
    }

    @Test("pending scan: a repeated command waits once")
    func orderedTwice() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), scan = ScanID.random()
            for _ in 0..<2 { try await handlers.assess("milk", of: account, scan, profileVersion: 1) }
            #expect(try await handlers.bench.database.count("SELECT count(*) FROM pending_scans") == 1)
        }
    }

    @Test("pending scans: concurrent sweepers answer each scan once")
    func sweepersAtOnce() async throws {
        try await AllergenHandlers.with { handlers in
            for _ in 0..<10 {
                try await handlers.assess("milk", of: try await handlers.bench.account(), profileVersion: 1)
            }
            handlers.bench.clock.advance(by: Self.late)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<3 { group.addTask { [sweeper = handlers.sweeper] in try await sweeper.sweep() } }
                try await group.waitForAll()
            }
            let events = try await handlers.assessed()
            #expect(events.count == 10)
            #expect(Set(events.map(\.body.scanID)).count == 10)
        }
    }

    @Test("pending scan: a sweep and a late profile give ordered versions")
    func sweepAgainstProfile() async throws {
        try await AllergenHandlers.with { handlers in
            for _ in 0..<10 {
                let account = try await handlers.bench.account()
                try await handlers.assess("peanuts", of: account, profileVersion: 1, operation: .random())
                handlers.bench.clock.advance(by: Self.late)
                async let swept: Void = handlers.sweeper.sweep()
                async let set = handlers.setProfile(of: account, version: 1, [.peanuts])
                _ = try await (swept, set)
                let events = try await handlers.assessed().filter { $0.body.accountID == account }
                #expect(events.filter { $0.attributes.operationStatus == .succeeded }.count == 1)
                #expect(events.map(\.body.version) == Array(1...Int64(events.count)))
                #expect(events.last?.body.profilePending == false)
            }
        }
    }

    @Test("pending scans: those of erased accounts are removed, others judged")
    func keysGone() async throws {
        try await AllergenHandlers.with { handlers in
            let erased = try await handlers.bench.account(), well = try await handlers.bench.account()
            try await handlers.assess("milk", of: erased, profileVersion: 1)
            try await handlers.assess("milk", of: well, profileVersion: 1)
            try await handlers.bench.keyRing.destroyKey(for: erased.uuid)
            handlers.bench.clock.advance(by: Self.late)
            try await handlers.sweeper.sweep()
            #expect(try await handlers.assessed().map(\.body.accountID) == [well])
            let left = try await handlers.bench.database.count(
                "SELECT count(*) FROM pending_scans WHERE account_id = \(erased.uuid)")
            #expect(left == 0)
        }
    }

    @Test("pending scan: removed once no dead letter can hold its profile")
    func retention() async throws {
        try await AllergenHandlers.with { handlers in
            try await handlers.assess("milk", of: try await handlers.bench.account(), profileVersion: 1)
            handlers.bench.clock.advance(by: Self.late)
            try await handlers.sweeper.sweep()
            handlers.bench.clock.advance(by: .seconds(90 * 86_400 - 60))
            try await handlers.retention.run()
            #expect(try await handlers.bench.database.count("SELECT count(*) FROM pending_scans") == 1)
            handlers.bench.clock.advance(by: .seconds(120))
            try await handlers.retention.run()
            #expect(try await handlers.bench.database.count("SELECT count(*) FROM pending_scans") == 0)
        }
    }
}
