import EventContracts
import Foundation
import Messaging
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import AllergenService

@Suite("Names of label scans")
struct ScanNameTests {
    @Test("scan name: set with or after the command; the verdict stays")
    func names() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), scan = ScanID.random(), operation = OperationID.random()
            try await handlers.assess("Ingredients: milk", of: account, scan, name: "Oat bar")
            let first = try #require(try await handlers.assessed().last?.body)
            #expect(try await handlers.name(of: first) == "Oat bar")
            try await handlers.name(scan, "Milk bar", of: account, operation: operation)
            let event = try #require(try await handlers.assessed().last)
            #expect(event.attributes.operationID == operation && event.attributes.operationStatus == .succeeded)
            #expect(event.body.version == 2 && event.body.verdict == first.verdict)
            #expect(event.body.assessedAt == first.assessedAt && event.body.details == first.details)
            #expect(try await handlers.name(of: event.body) == "Milk bar")
            try await handlers.name(scan, nil, of: account)
            let last = try #require(try await handlers.assessed().last?.body)
            #expect(last.version == 3 && last.name == nil)
        }
    }

    @Test("scan name: survives profile changes and compaction")
    func nameStays() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), scan = ScanID.random()
            try await handlers.assess("Ingredients: milk", of: account, scan)
            try await handlers.name(scan, "Milk bar", of: account)
            try await handlers.setProfile(of: account, version: 1, [.milk])
            let rechecked = try #require(try await handlers.assessed().last?.body)
            #expect(rechecked.reassessment == .profileChanged)
            #expect(try await handlers.name(of: rechecked) == "Milk bar")
            for _ in 0..<ScanRepository.keptInFull {
                handlers.bench.clock.advance(by: .seconds(1))
                try await handlers.assess("Ingredients: salt", of: account)
            }
            try await handlers.compact()
            let fact = try #require(try await handlers.assessed().last { $0.body.scanID == scan }?.body)
            #expect(fact.details == nil && fact.reassessment == .compacted)
            #expect(try await handlers.name(of: fact) == "Milk bar")
            try await handlers.name(scan, "Bar", of: account)
            #expect(try await handlers.name(of: try #require(try await handlers.assessed().last?.body)) == "Bar")
        }
    }

    @Test("scan name: a scan waiting for its profile keeps its latest name")
    func waiting() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), scan = ScanID.random(), renamed = ScanID.random()
            for scan in [scan, renamed] {
                try await handlers.assess("Ingredients: milk", of: account, scan, profileVersion: 1, name: "Oat bar")
            }
            handlers.bench.clock.advance(by: .seconds(6))
            try await handlers.sweeper.sweep()
            try await handlers.name(renamed, nil, of: account)
            try await handlers.setProfile(of: account, version: 1, [.milk])
            let scans = try await handlers.assessed().map(\.body)
            let last = try #require(scans.last { $0.scanID == scan })
            #expect(!last.profilePending)
            #expect(try await handlers.name(of: last) == "Oat bar")
            #expect(scans.last { $0.scanID == renamed }?.name == nil)
        }
    }

    @Test("scan name: refused for unknown scans and those of other accounts")
    func othersScans() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), other = try await handlers.bench.account()
            let scan = ScanID.random()
            try await handlers.assess("Ingredients: milk", of: account, scan)
            await #expect(throws: Rejection.self) { try await handlers.name(scan, "x", of: other) }
            await #expect(throws: Rejection.self) { try await handlers.name(.random(), "x", of: account) }
            #expect(try await handlers.assessed().count == 1)
        }
    }
}
