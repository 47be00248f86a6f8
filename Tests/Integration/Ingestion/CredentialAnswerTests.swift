import EventContracts
import Foundation
import IngestionCore
import IngestionService
import Messaging
import Postgres
import TestPeers
import TestSupport
import Testing
import UnitSupport

/// Two client addresses: a response with tokens is repeated to the same client only.
@Suite("Repeated responses with tokens") struct CredentialAnswerTests {
    private static let home = "198.51.100.7", away = "203.0.113.9"

    private func withGateway(_ body: @escaping @Sendable (TestGateway) async throws -> Void) async throws {
        try await TestGateway.with({ $0.trustedProxies = 1 }, body)
    }

    private func send(
        _ gateway: TestGateway, _ path: String, _ body: [String: String], key: String? = "k",
        from address: String = home
    ) async throws -> TestHTTPClient.Answer {
        var headers = ["x-forwarded-for": address]
        headers["idempotency-key"] = key
        return try await gateway.client.send("POST", path, json: body, headers: headers)
    }

    private func signIn(
        _ gateway: TestGateway, _ person: Person, _ password: String? = nil, key: String? = "k",
        from address: String = home
    ) async throws -> TestHTTPClient.Answer {
        try await send(
            gateway, "/v1/sessions", ["email": person.email, "password": password ?? person.password], key: key,
            from: address)
    }

    private func refresh(
        _ gateway: TestGateway, _ token: String, from address: String = home
    ) async throws -> TestHTTPClient.Answer {
        try await send(gateway, "/v1/sessions/refresh", ["refreshToken": token], from: address)
    }

    private func registration(_ email: String, _ password: String = "a long enough password") -> [String: String] {
        ["email": email, "password": password, "acceptedTerms": TestGateway.terms]
    }

    private func token(_ answer: TestHTTPClient.Answer) throws -> String {
        try #require(try answer.json["session"]?["refreshToken"]?.string)
    }

    @Test("sign-in: a repeated request within minutes gets the same session")
    func repeatsSignIn() async throws {
        try await withGateway { gateway in
            let person = try await gateway.register()
            let first = try await signIn(gateway, person), again = try await signIn(gateway, person)
            #expect(first.status == 201 && again.text == first.text)
            #expect(try await gateway.database.count("SELECT count(*) FROM sessions") == 2)
            let elsewhere = try await signIn(gateway, person, from: Self.away)
            #expect(elsewhere.status == 201)
            #expect(try token(elsewhere) != token(first))
            gateway.clock.advance(by: .seconds(601))
            let late = try await signIn(gateway, person)
            #expect(late.status == 201)
            #expect(try token(late) != token(first))
        }
    }

    @Test("sign-in: a retry requires a second factor that was added meanwhile")
    func asksForNewFactor() async throws {
        try await withGateway { gateway in
            let person = try await gateway.register()
            #expect(try await signIn(gateway, person).status == 201)
            _ = try await SecondFactorTests.guarded(gateway, person)
            let again = try await signIn(gateway, person)
            #expect(again.status == 401 && again.problem == "second-factor-required")
        }
    }

    @Test("sign-in: wrong passwords under a known key are counted and audited")
    func countsUnderKey() async throws {
        try await withGateway { gateway in
            let person = try await gateway.register()
            #expect(try await signIn(gateway, person, from: Self.away).status == 201)
            var statuses: [Int] = []
            for guess in 0..<8 { statuses.append(try await signIn(gateway, person, "guess \(guess)").status) }
            #expect(statuses.prefix(6).allSatisfy { $0 == 401 } && statuses.suffix(2).allSatisfy { $0 == 429 })
            #expect(try await gateway.audited("sign-in-refused") == 6)
        }
    }

    @Test("registration: wrong passwords under its key are counted and audited")
    func countsRegistrations() async throws {
        try await withGateway { gateway in
            let email = "anna@example.com"
            let first = try await send(gateway, "/v1/accounts", registration(email))
            #expect(first.status == 201)
            #expect(try await send(gateway, "/v1/accounts", registration(email)).text == first.text)
            var statuses: [Int] = []
            for guess in 0..<8 {
                let body = registration(email, "a long enough guess \(guess)")
                statuses.append(try await send(gateway, "/v1/accounts", body).status)
            }
            #expect(statuses.prefix(6).allSatisfy { $0 == 409 } && statuses.suffix(2).allSatisfy { $0 == 429 })
            #expect(try await gateway.audited("sign-in-refused") == 6)
            let elsewhere = try await send(gateway, "/v1/accounts", registration(email), from: Self.away)
            #expect(elsewhere.status == 409)
        }
    }

    @Test("refresh: a used token and its key from another address end the session")
    func refreshElsewhere() async throws {
        try await withGateway { gateway in
            let person = try await gateway.register()
            let first = try await refresh(gateway, person.refreshToken)
            #expect(try await refresh(gateway, person.refreshToken).text == first.text)
            let stolen = try await refresh(gateway, person.refreshToken, from: Self.away)
            #expect(stolen.status == 401 && stolen.problem == "session-ended")
            #expect(try await refresh(gateway, person.refreshToken).status == 401)
            #expect(try await refresh(gateway, try token(first)).status == 401)
            #expect(try await gateway.audited("token-replayed") == 1)
        }
    }

    @Test("refresh: reuse ends the session once the successor was used")
    func refreshLater() async throws {
        try await withGateway { gateway in
            for isUsed in [true, false] {
                let person = try await gateway.register()
                let first = try await refresh(gateway, person.refreshToken)
                if isUsed {
                    #expect(try await refresh(gateway, try token(first)).status == 201)
                } else {
                    gateway.clock.advance(by: .seconds(601))
                }
                #expect(try await refresh(gateway, person.refreshToken).problem == "session-ended")
            }
        }
    }

    @Test("refresh: a repeated request gets no tokens of an ended session")
    func refreshEnded() async throws {
        try await withGateway { gateway in
            let person = try await gateway.register()
            let first = try await refresh(gateway, person.refreshToken)
            let renewed = try Person(first, email: "", password: "", client: gateway.client)
            #expect(try await renewed.client.send("DELETE", "/v1/sessions/current").status == 204)
            #expect(try await refresh(gateway, person.refreshToken).problem == "session-ended")
        }
    }

    @Test("second factor: another code under an answered key is wrong")
    func codeUnderKey() async throws {
        try await withGateway { gateway in
            let (person, secret, _) = try await SecondFactorTests.guarded(gateway)
            let challenge = try await SecondFactorTests.challenge(gateway, person)
            let right = ["challenge": challenge, "code": SecondFactorTests.code(secret, gateway)]
            let entered = try await send(gateway, "/v1/sessions", right)
            #expect(entered.status == 201)
            var statuses: [Int] = []
            for _ in 0..<8 {
                statuses.append(
                    try await send(gateway, "/v1/sessions", ["challenge": challenge, "code": "12345"]).status)
            }
            #expect(statuses.prefix(6).allSatisfy { $0 == 401 } && statuses.suffix(2).allSatisfy { $0 == 429 })
            #expect(try await gateway.audited("second-factor-refused") == 6)
        }
    }

    @Test("passkey: another response under an answered key is wrong")
    func passkeyUnderKey() async throws {
        try await withGateway { gateway in
            let person = try await gateway.register()
            var phone = SoftAuthenticator()
            _ = try await person.add(phone)
            let options = try await gateway.send("/v1/sessions/passkey/options", "{}").json
            func signIn(_ credential: String, from address: String = Self.home) async throws -> TestHTTPClient.Answer {
                let headers = [
                    "content-type": "application/json", "idempotency-key": "k", "x-forwarded-for": address,
                ]
                return try await gateway.client.send(
                    "POST", "/v1/sessions/passkey", headers: headers,
                    body: Array(#"{"credential":\#(credential)}"#.utf8))
            }
            phone.signCount += 1
            let right = phone.assertion(options)
            let first = try await signIn(right)
            #expect(first.status == 201)
            #expect(try await signIn(right).text == first.text)
            #expect(try await signIn(right, from: Self.away).status == 401)
            phone.signCount += 1
            phone.spoilSignature = { $0[0] ^= 1 }
            let wrong = phone.assertion(options)
            var statuses: [Int] = []
            for _ in 0..<8 { statuses.append(try await signIn(wrong).status) }
            #expect(statuses.prefix(6).allSatisfy { $0 == 401 } && statuses.suffix(2).allSatisfy { $0 == 429 })
            #expect(try await gateway.audited("passkey-refused") == 6)
        }
    }

    @Test("stored token responses: removed when a sign-in method changes")
    func forgets() async throws {
        try await withGateway { gateway in
            func kept() async throws -> Int {
                try await gateway.database.count("SELECT count(*) FROM credential_answers")
            }
            let person = try await gateway.register()
            func expectForgotten(_ what: Comment, _ change: () async throws -> Int) async throws {
                let answer = try await signIn(gateway, person, key: UUID().uuidString)
                #expect(answer.status == 201, what)
                #expect(try await kept() == 1, what)
                let status = try await change()
                #expect((200...204).contains(status), what)
                #expect(try await kept() == 0, what)
            }
            try await expectForgotten("passkey") { try await person.add(SoftAuthenticator()).status }
            try await expectForgotten("address") {
                try await person.send(
                    "PATCH", "/v1/account",
                    #"{"email":"new@example.com","currentPassword":"\#(person.password)"}"#
                ).status
            }
            let moved = try Person(
                await send(
                    gateway, "/v1/sessions", ["email": "new@example.com", "password": person.password], key: "moved"),
                email: "new@example.com", password: person.password, client: gateway.client)
            #expect(try await kept() == 1)
            let changed = try await moved.send(
                "PATCH", "/v1/account",
                #"{"password":"another long one","currentPassword":"\#(person.password)"}"#)
            #expect(changed.status == 200)
            #expect(try await kept() == 0)
            let last = try Person(
                await send(
                    gateway, "/v1/sessions", ["email": "new@example.com", "password": "another long one"], key: "last"),
                email: "new@example.com", password: "another long one", client: gateway.client)
            _ = try await SecondFactorTests.guarded(gateway, last)
            #expect(try await kept() == 0)
        }
    }

    @Test("housekeeping removes stored token responses after ten minutes")
    func pruned() async throws {
        try await withGateway { gateway in
            let person = try await gateway.register()
            #expect(try await signIn(gateway, person).status == 201)
            let housekeeping = Housekeeping(
                database: gateway.database, photos: gateway.archive, retention: Retention())
            try await housekeeping.run()
            #expect(try await gateway.database.count("SELECT count(*) FROM credential_answers") == 1)
            gateway.clock.advance(by: .seconds(601))
            try await housekeeping.run()
            #expect(try await gateway.database.count("SELECT count(*) FROM credential_answers") == 0)
        }
    }

    @Test("export: a repeated request is answered without checking its password")
    func exportPassword() async throws {
        try await withGateway { gateway in
            let person = try await gateway.register()
            let key = ["idempotency-key": "e"]
            let first = try await person.send("POST", "/v1/export", person.proof, headers: key)
            let wrong = try await person.send("POST", "/v1/export", #"{"currentPassword":"guess"}"#, headers: key)
            let right = try await person.send("POST", "/v1/export", person.proof, headers: key)
            #expect(first.status == 202 && wrong.text == first.text && right.text == first.text)
        }
    }
}
