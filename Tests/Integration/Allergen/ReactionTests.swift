import EventContracts
import Foundation
import Messaging
import Postgres
import Sealing
import ServiceRuntime
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import AllergenService

/// The commands for the diary.
extension AllergenHandlers {
    fileprivate func record(
        _ reaction: ReactionID, of account: AccountID, version: Int64 = 1, on day: String = "2025-12-31",
        _ allergens: [AllergenChoice] = [.milk], cause: String? = nil, operation: OperationID? = nil
    ) async throws {
        let notes = ReactionNotes(cause: cause, notes: "hives")
        let command = RecordReaction(
            accountID: account, reactionID: reaction, version: version, occurredOn: day, allergens: allergens,
            severity: .mild, notes: try await bench.sealer.seal(notes, .reactionNotes(reaction, of: account)))
        try await bench.deliver(command, to: saveReaction, account: account, operation: operation)
    }

    fileprivate func delete(
        _ reaction: ReactionID, of account: AccountID, version: Int64, operation: OperationID? = nil
    ) async throws {
        let command = DeleteReaction(accountID: account, reactionID: reaction, version: version)
        try await bench.deliver(command, to: removeReaction, account: account, operation: operation)
    }

    fileprivate func changed() async throws -> [Event<ReactionChanged>] { try await bench.database.events() }
}

@Suite("Reaction diary commands")
struct ReactionTests {
    @Test(
        "ALG-13: a reaction on a past day is recorded, and its command succeeds",
        arguments: ["2025-12-31", "1999-02-28"])
    func records(on day: String) async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), reaction = ReactionID.random()
            try await handlers.record(
                reaction, of: account, on: day, [.nuts, .milk], cause: "cake", operation: .random())
            let event = try #require(try await handlers.changed().first)
            #expect(event.attributes.operationStatus == .succeeded)
            #expect(event.attributes.subject == reaction.description)
            #expect(event.body.occurredOn == day)
            #expect(event.body.allergens == [.milk, .nuts])
            #expect(event.body.recordedAt == handlers.bench.clock.now())
            let notes = try await handlers.bench.sealer.open(event.body.notes, .reactionNotes(reaction, of: account))
            #expect(notes.cause == "cake")
            #expect(
                try await handlers.bench.database.count(
                    "SELECT count(*) FROM reactions WHERE occurred_on = \(day)::date AND severity = 'mild'") == 1)
        }
    }

    @Test("ALG-14: a reaction stays when its allergen leaves the profile")
    func outlivesTheProfile() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account()
            try await handlers.setProfile(of: account, version: 1, [.milk])
            try await handlers.record(.random(), of: account, [.milk])
            try await handlers.setProfile(of: account, version: 2, [])
            #expect(
                try await handlers.bench.database.count(
                    "SELECT count(*) FROM reactions WHERE allergens = '{milk}' AND deleted_at IS NULL") == 1)
        }
    }

    @Test("reaction: an older version succeeds without effect")
    func versions() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), reaction = ReactionID.random()
            for (version, day) in [(Int64(1), "2025-01-01"), (3, "2025-03-03"), (2, "2025-02-02")] {
                handlers.bench.clock.advance(by: .seconds(1))
                try await handlers.record(reaction, of: account, version: version, on: day, operation: .random())
            }
            let events = try await handlers.changed()
            #expect(events.map(\.body.version) == [1, 3, 3])
            #expect(events.map(\.body.occurredOn) == ["2025-01-01", "2025-03-03", "2025-03-03"])
            #expect(Set(events.map(\.body.recordedAt)).count == 1)
            #expect(events.allSatisfy { $0.attributes.operationStatus == .succeeded })
        }
    }

    @Test("ALG-13: a deleted reaction can be restored for 30 days")
    func deletes() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), reaction = ReactionID.random()
            try await handlers.record(reaction, of: account)
            try await handlers.delete(reaction, of: account, version: 2, operation: .random())
            #expect(try await handlers.changed().last?.body.deletedAt == handlers.bench.clock.now())
            handlers.bench.clock.advance(by: .seconds(29 * 86_400))
            try await handlers.retention.run()
            try await handlers.record(reaction, of: account, version: 3)
            #expect(try await handlers.changed().last?.body.deletedAt == nil)
            try await handlers.delete(reaction, of: account, version: 4)
            handlers.bench.clock.advance(by: .seconds(31 * 86_400))
            try await handlers.retention.run()
            #expect(try await handlers.bench.database.count("SELECT count(*) FROM reactions") == 0)
        }
    }

    @Test("GW-23: another account's or an unknown reaction is not found")
    func otherPerson() async throws {
        try await AllergenHandlers.with { handlers in
            let owner = try await handlers.bench.account(), other = try await handlers.bench.account()
            let reaction = ReactionID.random()
            try await handlers.record(reaction, of: owner)
            await #expect(throws: Rejection(.notFound)) { try await handlers.delete(reaction, of: other, version: 2) }
            await #expect(throws: Rejection(.notFound)) { try await handlers.record(reaction, of: other, version: 2) }
            await #expect(throws: Rejection(.notFound)) { try await handlers.delete(.random(), of: owner, version: 2) }
            #expect(try await handlers.changed().map(\.body.accountID) == [owner])
        }
    }

    @Test(
        "reaction: an invalid command is rejected",
        arguments: [
            ("2026-02-30", [AllergenChoice.milk]), ("yesterday", [.milk]), ("2030-01-01", [.milk]), ("2025-01-01", []),
        ])
    func rejects(on day: String, _ allergens: [AllergenChoice]) async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account()
            let rejection = await #expect(throws: Rejection.self) {
                try await handlers.record(.random(), of: account, on: day, allergens)
            }
            #expect(rejection?.problem.status == 422)
            #expect(try await handlers.changed().isEmpty)
        }
    }

    @Test("reaction snapshots: contain every entry, including deleted ones")
    func snapshots() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), gone = ReactionID.random()
            for reaction in [gone, .random(), .random()] { try await handlers.record(reaction, of: account) }
            try await handlers.delete(gone, of: account, version: 2)
            let pages = try await handlers.snapshot(AllergenService.reactionSnapshots)
            let sent = try await handlers.changed().dropFirst(4)
            #expect(pages == 2)
            #expect(sent.count == 3)
            #expect(sent.filter { $0.body.deletedAt != nil }.map(\.body.reactionID) == [gone])
        }
    }
}
