import EventContracts
import Foundation
import IngestionAccounts
import IngestionCore
import IngestionService
import Messaging
import Postgres
import TestPeers
import TestSupport
import Testing

@Suite("Concurrent attempts to guess a secret") struct TryCountingTests {
    private static let atOnce = 50

    /// Sends concurrent requests; returns the number of each status.
    private func statuses(
        _ count: Int = TryCountingTests.atOnce, _ send: @escaping @Sendable (Int) async throws -> TestHTTPClient.Answer
    ) async throws -> [Int: Int] {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<count { group.addTask { try await send(number).status } }
            return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
    }

    @Test("GW-12: of 50 concurrent attempts after a pause, one is checked")
    func oneAfterPause() {
        let backoff = SignInBackoff(), now = ContinuousClock.now, key: [UInt8] = [1]
        let first = (0..<Self.atOnce).filter { _ in backoff.admit(key, at: now) == nil }
        #expect(first.count == SignInBackoff.freeFailures + 1)
        var later = now
        for round in 1...8 {
            later += SignInBackoff.maxPause
            let admitted = (0..<Self.atOnce).filter { _ in backoff.admit(key, at: later) == nil }
            #expect(admitted.count == 1, "round \(round)")
            backoff.failed(key, at: later)
        }
        backoff.succeeded(key)
        #expect(backoff.admit(key, at: later) == nil)
    }

    @Test("GW-12: attempts withdrawn before the check do not count")
    func withdraws() {
        let backoff = SignInBackoff(), now = ContinuousClock.now, key: [UInt8] = [1]
        for _ in 0..<Self.atOnce {
            #expect(backoff.admit(key, at: now) == nil)
            backoff.withdraw(key)
        }
        for _ in 0..<SignInBackoff.freeFailures { #expect(backoff.admit(key, at: now) == nil) }
        backoff.withdraw([2])
        #expect(backoff.admit([2], at: now) == nil)
    }

    @Test("GW-12: of 50 concurrent wrong passwords, six are checked")
    func passwords() async throws {
        try await TestGateway.with {
            $0.hashingQueue = 100
        } _: { gateway in
            let person = try await gateway.register()
            for email in [person.email, "nobody@example.com"] {
                let found = try await statuses { number in
                    try await gateway.client.send(
                        "POST", "/v1/sessions", json: ["email": email, "password": "guess \(number)"])
                }
                #expect(found == [401: SignInBackoff.freeFailures + 1, 429: 44], "\(email)")
            }
            #expect(try await gateway.audited("sign-in-refused") == 12)
        }
    }

    @Test("GW-12: of 50 concurrent wrong password proofs, six are checked")
    func proofs() async throws {
        try await TestGateway.with {
            $0.hashingQueue = 100
        } _: { gateway in
            let person = try await gateway.register()
            let found = try await statuses { number in
                try await person.send("POST", "/v1/account/totp", #"{"currentPassword":"guess \#(number)"}"#)
            }
            #expect(found == [422: SignInBackoff.freeFailures + 1, 429: 44])
        }
    }

    @Test("GW-12: of 50 concurrent wrong codes, six are checked", arguments: ["000000", "A-B"])
    func codes(code: String) async throws {
        try await TestGateway.with { gateway in
            let (person, _, _) = try await SecondFactorTests.guarded(gateway)
            var challenges: [String] = []
            for _ in 0..<Self.atOnce { challenges.append(try await SecondFactorTests.challenge(gateway, person)) }
            let known = challenges
            let found = try await statuses { number in
                try await gateway.client.send(
                    "POST", "/v1/sessions", json: ["challenge": known[number], "code": code])
            }
            #expect(found == [401: SignInBackoff.freeFailures + 1, 429: 44])
        }
    }

    @Test("GW-12: a correct password resets the count of wrong ones")
    func success() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            func signIn(_ password: String) async throws -> Int {
                try await gateway.client.send(
                    "POST", "/v1/sessions", json: ["email": person.email, "password": password]
                ).status
            }
            for _ in 0..<3 {
                for _ in 0..<SignInBackoff.freeFailures { #expect(try await signIn("guess") == 401) }
                #expect(try await signIn(person.password) == 201)
            }
        }
    }

    @Test("SPD-25: a household code used by 12 people at once admits one")
    func householdCode() async throws {
        try await TestGateway.with { gateway in
            let owner = try await gateway.register()
            let household = #"{"name":"Home","displayName":"A"}"#
            #expect(try await owner.send("POST", "/v1/households", household).status == 201)
            let code = try #require(
                try await owner.client.send("POST", "/v1/household/invitations").json["code"]?.string)
            var people: [Person] = []
            for _ in 0..<12 { people.append(try await gateway.register()) }
            let guests = people
            let found = try await statuses(12) { number in
                try await guests[number].send(
                    "POST", "/v1/household/members", #"{"code":"\#(code)","displayName":"B"}"#)
            }
            #expect(found == [201: 1, 404: 11])
        }
    }
}
