import EventContracts
import Messaging
import Postgres
import Sealing
import ServiceRuntime
import TestPeers
import TestSupport
import Testing

@testable import AllergenService

@Suite("Allergen profiles")
struct ProfileTests {
    @Test("ALG-01, ALG-17: a profile is stored, published and confirmed")
    func stores() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), operation = OperationID.random()
            try await handlers.setProfile(
                of: account, version: 1, [.milk, .eggs, .milk], others: ["cilantro"], traces: .ignore,
                operation: operation)
            let event = try #require(try await handlers.changedProfiles().first)
            #expect(event.body.allergens == [.eggs, .milk])
            #expect(event.body.traces == .ignore)
            #expect(event.body.changedAt == handlers.bench.clock.now())
            #expect(event.attributes.operationID == operation)
            #expect(event.attributes.operationStatus == .succeeded)
            #expect(event.attributes.subject == account.description)
            let stored = try await handlers.bench.database.write(.request(correlationID: operation.uuid)) {
                transaction in
                try await ProfileRepository.find(account, in: transaction)
            }
            #expect(stored == event.body)
            let others = try await handlers.bench.sealer.open(
                event.body.otherIngredients, .otherIngredients(of: account))
            #expect(others == ["cilantro"])
        }
    }

    @Test("allergen profile: an older version succeeds without effect")
    func olderVersion() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account()
            try await handlers.setProfile(of: account, version: 3, [.fish])
            for version in [Int64(2), 3] {
                try await handlers.setProfile(of: account, version: version, [.milk], operation: .random())
            }
            let events = try await handlers.changedProfiles()
            #expect(events.map(\.body.version) == [3, 3, 3])
            #expect(events.map(\.body.allergens) == [[.fish], [.fish], [.fish]])
            #expect(events.dropFirst().allSatisfy { $0.attributes.operationStatus == .succeeded })
        }
    }

    @Test(
        "allergen profile: an invalid command is rejected and stores nothing",
        arguments: [
            Array(repeating: "mint", count: 51), [String(repeating: "a", count: 81)], ["..."],
        ])
    func rejects(_ others: [String]) async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account()
            let rejection = await #expect(throws: Rejection.self) {
                try await handlers.setProfile(of: account, version: 1, others: others.map { OtherIngredient($0) })
            }
            #expect(rejection?.problem.status == 422)
            #expect(try await handlers.bench.database.count("SELECT count(*) FROM profiles") == 0)
            #expect(try await handlers.changedProfiles().isEmpty)
        }
    }

    @Test("GW-36: ingredients sealed for another account cannot be decrypted")
    func foreignIngredients() async throws {
        try await AllergenHandlers.with { handlers in
            let account = try await handlers.bench.account(), other = try await handlers.bench.account()
            let command = SetAllergenProfile(
                accountID: account, version: 1, allergens: [],
                otherIngredients: try await handlers.bench.sealer.seal(["mint"], .otherIngredients(of: other)),
                diets: [],
                traces: .warn)
            await #expect(throws: SealingError.tampered) {
                try await handlers.bench.deliver(command, to: handlers.setProfile, account: account)
            }
        }
    }

    @Test("profile snapshots: contain every profile in pages, without outcomes")
    func snapshots() async throws {
        try await AllergenHandlers.with { handlers in
            var accounts: Set<AccountID> = []
            for _ in 0..<5 {
                let account = try await handlers.bench.account()
                accounts.insert(account)
                try await handlers.setProfile(of: account, version: 1, operation: .random())
            }
            let pages = try await handlers.snapshot(AllergenService.profileSnapshots)
            let sent = try await handlers.changedProfiles().dropFirst(5)
            #expect(pages == 3)
            #expect(Set(sent.map(\.body.accountID)) == accounts)
            #expect(sent.allSatisfy { $0.attributes.isSnapshot && $0.attributes.operationStatus == nil })
        }
    }
}
