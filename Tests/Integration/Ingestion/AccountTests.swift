import EventContracts
import Foundation
import Hexadecimal
import IngestionAccounts
import IngestionCore
import IngestionService
import Messaging
import Postgres
import ServiceRuntime
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Accounts and sessions through the API") struct AccountTests {
    @Test("GW-01, GW-03, GW-21: registration requires the current terms")
    func registers() async throws {
        try await TestGateway.with { gateway in
            let terms = try await gateway.client.get("/v1/terms")
            #expect(try terms.json["version"]?.string == TestGateway.terms)
            let refused = try await gateway.client.send(
                "POST", "/v1/accounts",
                json: ["email": "a@example.com", "password": "a long enough password", "acceptedTerms": "2020-01"])
            #expect(refused.status == 422 && refused.problem == "terms-not-accepted")
            let person = try await gateway.register()
            #expect(try await person.client.get("/v1/allergen-profile").status == 200)
            let rows = try await gateway.database.pool.query(
                "SELECT body FROM outbox WHERE type = \(AccountRegistered.type.name)")
            let event = try EventCoding.decode(AccountRegistered.self, from: rows[0].decode([UInt8].self))
            #expect(rows.count == 1 && event.accountID == person.account && event.timeZone == "America/Toronto")
        }
    }

    @Test("GW-02: registration with allergens has two steps, the second optional")
    func registersInTwoSteps() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let second = try await person.send(
                "PUT", "/v1/allergen-profile", #"{"allergens":["milk"]}"#, headers: ["prefer": "wait=5"])
            #expect(second.status == 200)
            let other = try await gateway.register()
            #expect(try await other.scan()["profileEmpty"] == .bool(true))
        }
    }

    @Test("GW-13: failed sign-ins are counted in metrics")
    func countsFailures() async throws {
        let port = try freePort()
        try await TestGateway.with {
            $0.settings.health = HTTPBinding(port: port)
        } _: { gateway in
            _ = try await gateway.client.send("POST", "/v1/sessions", json: ["email": "a@b.co", "password": "x"])
            let metrics = try await TestHTTPClient(port: port).get("/metrics").text
            #expect(metrics.contains(#"foodmagic_gateway_sign_ins_total{outcome="refused"} 1"#))
            #expect(metrics.contains(#"foodmagic_gateway_requests_total{endpoint="createSession",status="4xx"} 1"#))
        }
    }

    @Test("GW-04: all invalid fields are listed")
    func namesBadFields() async throws {
        try await TestGateway.with { gateway in
            let answer = try await gateway.client.send(
                "POST", "/v1/accounts",
                json: [
                    "email": "no address", "password": "short", "locale": "!", "timeZone": "Mars", "acceptedTerms": "",
                ])
            #expect(answer.status == 422 && answer.problem == "invalid-fields")
            #expect(answer.header("content-type") == "application/problem+json")
            #expect(Set(answer.pointers) == ["/email", "/password", "/locale", "/timeZone", "/acceptedTerms"])
        }
    }

    @Test("GW-05, GW-06: an address registers once in any spelling")
    func registersOnce() async throws {
        try await TestGateway.with { gateway in
            for address in ["Person+tag@BÜCHER.example", "用户@例子.中国", "x@example.photography"] {
                _ = try await gateway.register(address)
            }
            let again = try await gateway.client.send(
                "POST", "/v1/accounts",
                json: [
                    "email": "person+TAG@xn--bcher-kva.example", "password": "another password",
                    "acceptedTerms": TestGateway.terms,
                ])
            #expect(again.status == 409 && again.problem == "account-exists")
        }
    }

    @Test("GW-09, GW-11: every failed sign-in gets the same response")
    func signsIn() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register("someone@example.com")
            let right = try await gateway.client.send(
                "POST", "/v1/sessions", json: ["email": "SOMEONE@example.com", "password": person.password])
            #expect(right.status == 201)
            #expect(try right.json["account"]?["id"]?.string == person.account.description)
            var answers: [String] = []
            for (email, password) in [
                ("someone@example.com", "wrong password"), ("nobody@example.com", person.password), ("no address", "x"),
            ] {
                let wrong = try await gateway.client.send(
                    "POST", "/v1/sessions", json: ["email": email, "password": password])
                #expect(wrong.status == 401)
                #expect(wrong.header("www-authenticate") != nil)
                answers.append(wrong.text.replacing(/"instance":"[^"]*"/, with: ""))
            }
            #expect(Set(answers).count == 1 && answers[0].contains("invalid-credentials"))
        }
    }

    @Test("GW-12: repeated failures slow only the affected account")
    func slowsDown() async throws {
        try await TestGateway.with { gateway in
            _ = try await gateway.register("slow@example.com")
            let other = try await gateway.register("other@example.com")
            var last: TestHTTPClient.Answer?
            for _ in 0...(SignInBackoff.freeFailures + 1) {
                last = try await gateway.client.send(
                    "POST", "/v1/sessions", json: ["email": "slow@example.com", "password": "wrong"])
            }
            #expect(last?.status == 429 && last?.header("retry-after").flatMap(Int.init).map { $0 >= 1 } == true)
            let entered = try await gateway.client.send(
                "POST", "/v1/sessions", json: ["email": other.email, "password": other.password])
            #expect(entered.status == 201)
        }
    }

    @Test("GW-12: sign-in: failures count for address and user name together")
    func slowsDownBothNames() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let named = try await person.send(
                "PATCH", "/v1/account", #"{"username":"anna.1","currentPassword":"\#(person.password)"}"#)
            #expect(named.status == 200)
            var statuses: [Int] = []
            for round in 0...(SignInBackoff.freeFailures + 1) {
                let name = round.isMultiple(of: 2) ? person.email : "Anna.1"
                let answer = try await gateway.client.send(
                    "POST", "/v1/sessions", json: ["email": name, "password": "wrong"])
                statuses.append(answer.status)
            }
            #expect(statuses == Array(repeating: 401, count: SignInBackoff.freeFailures + 1) + [429])
        }
    }

    @Test("GW-12: sign-in: distributed guessing does not lock out known clients")
    func strangersLockNoOneOut() async throws {
        try await TestGateway.with {
            $0.trustedProxies = 1
        } _: { gateway in
            let person = try await gateway.register()
            func signIn(_ password: String, from address: String) async throws -> Int {
                try await gateway.client.send(
                    "POST", "/v1/sessions", json: ["email": person.email, "password": password],
                    headers: ["x-forwarded-for": address]
                ).status
            }
            let home = "198.51.100.7", away = "203.0.113.9"
            #expect(try await signIn(person.password, from: home) == 201)
            var statuses: [Int] = []
            for guess in 0...(SignInBackoff.freeFailures + 1) {
                statuses.append(try await signIn("guess", from: "192.0.2.\(guess)"))
            }
            #expect(statuses == Array(repeating: 401, count: SignInBackoff.freeFailures + 1) + [429])
            #expect(try await signIn(person.password, from: away) == 429, "new there: with the strangers")
            #expect(try await signIn(person.password, from: home) == 201)
            #expect(try await signIn("guess", from: "192.0.2.99") == 429, "the strangers wait still")
            // Guesses from the usual network are slowed down as well.
            var own: [Int] = []
            for _ in 0...(SignInBackoff.freeFailures + 1) { own.append(try await signIn("guess", from: home)) }
            #expect(own == statuses)
            #expect(try await gateway.database.count("SELECT count(*) FROM sign_in_networks") == 2)
        }
    }

    @Test("GW-29: sign-ins per address are limited by minute, then get 429")
    func limitsAddress() async throws {
        try await TestGateway.with {
            $0.rates.signInsPerAddress = 3
        } _: { gateway in
            var statuses: [Int] = []
            for _ in 0..<5 {
                statuses.append(
                    try await gateway.client.send("POST", "/v1/sessions", json: ["email": "a@b.co", "password": "x"])
                        .status)
            }
            #expect(statuses == [401, 401, 401, 429, 429])
        }
    }

    @Test("GW-29: requests per account are limited by minute, then get 429")
    func limitsAccount() async throws {
        try await TestGateway.with {
            $0.rates.requestsPerAccount = 4
        } _: { gateway in
            let person = try await gateway.register()
            var statuses: [Int] = []
            for _ in 0..<6 { statuses.append(try await person.client.get("/v1/allergen-profile").status) }
            #expect(statuses == [200, 200, 200, 200, 429, 429])
            let refused = try await person.client.get("/v1/allergen-profile")
            #expect(refused.problem == "too-many-requests" && refused.header("retry-after") != nil)
            let other = try await gateway.register()
            #expect(try await other.client.get("/v1/allergen-profile").status == 200)
        }
    }

    @Test("GW-15: a token is accepted until it expires, then 401 token-expired")
    func expires() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            gateway.clock.advance(by: .seconds(599))
            #expect(try await person.client.get("/v1/allergen-profile").status == 200)
            gateway.clock.advance(by: .seconds(2))
            let late = try await person.client.get("/v1/allergen-profile")
            #expect(late.status == 401 && late.problem == "token-expired")
        }
    }

    @Test("refresh token: reuse ends the whole family")
    func refreshReuse() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let first = try await gateway.client.send(
                "POST", "/v1/sessions/refresh", json: ["refreshToken": person.refreshToken])
            #expect(first.status == 201)
            let second = try Person(first, email: person.email, password: person.password, client: gateway.client)
            #expect(second.account == person.account && second.refreshToken != person.refreshToken)
            #expect(try await second.client.get("/v1/allergen-profile").status == 200)
            let replay = try await gateway.client.send(
                "POST", "/v1/sessions/refresh", json: ["refreshToken": person.refreshToken])
            #expect(replay.status == 401 && replay.problem == "session-ended")
            for client in [person.client, second.client] {
                let ended = try await client.get("/v1/allergen-profile")
                #expect(ended.status == 401 && ended.problem == "session-ended")
            }
            let after = try await gateway.client.send(
                "POST", "/v1/sessions/refresh", json: ["refreshToken": second.refreshToken])
            #expect(after.status == 401)
            let unknown = try await gateway.client.send(
                "POST", "/v1/sessions/refresh", json: ["refreshToken": SecretToken.random().text])
            #expect(unknown.status == 401 && unknown.problem == "unauthenticated")
        }
    }

    @Test("refresh: a repeat with its Idempotency-Key gets the same response")
    func refreshAgain() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let answers = try await withThrowingTaskGroup(of: TestHTTPClient.Answer.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        try await gateway.client.send(
                            "POST", "/v1/sessions/refresh", json: ["refreshToken": person.refreshToken],
                            headers: ["idempotency-key": "once"])
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.allSatisfy { $0.status == 201 } && Set(answers.map(\.text)).count == 1)
            let renewed = try Person(answers[0], email: "", password: "", client: gateway.client)
            #expect(try await renewed.client.get("/v1/allergen-profile").status == 200)
        }
    }

    @Test("GW-16: signing out revokes the tokens of this session only")
    func signsOut() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let answer = try await gateway.client.send(
                "POST", "/v1/sessions", json: ["email": person.email, "password": person.password])
            let phone = try Person(answer, email: person.email, password: person.password, client: gateway.client)
            #expect(try await person.client.get("/v1/allergen-profile").status == 200)
            #expect(try await person.client.send("DELETE", "/v1/sessions/current").status == 204)
            let ended = try await person.client.get("/v1/allergen-profile")
            #expect(ended.status == 401 && ended.problem == "session-ended")
            let refresh = try await gateway.client.send(
                "POST", "/v1/sessions/refresh", json: ["refreshToken": person.refreshToken])
            #expect(refresh.status == 401)
            #expect(try await phone.client.get("/v1/allergen-profile").status == 200)
        }
    }

    @Test("GW-16: a session ended at one instance ends at others within 1 s")
    func signsOutElsewhere() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            #expect(try await person.client.get("/v1/allergen-profile").status == 200)
            // A revocation written by another instance, without its notification, which must not be necessary.
            _ = try await gateway.database.pool.execute(
                "UPDATE sessions SET ended_at = now(), end_reason = 'signed-out'")
            let since = ContinuousClock.now
            try await eventually("the session has ended here") {
                // A slow request may be answered later, but must have begun within the second.
                let begun = ContinuousClock.now
                let status = try await person.client.get("/v1/allergen-profile").status
                #expect(status == 401 || begun - since < SessionRegistry.freshness)
                return status == 401
            }
        }
    }

    @Test("token: a raised revocation version revokes all tokens of the account")
    func revokes() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            _ = try await gateway.database.pool.execute(
                "UPDATE accounts SET revocation_version = revocation_version + 1")
            #expect(try await person.client.get("/v1/allergen-profile").problem == "session-ended")
        }
    }

    @Test("GW-21: new terms must be accepted before anything else")
    func newTerms() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            _ = try await gateway.database.pool.execute("UPDATE accounts SET accepted_terms = '2020-01'")
            let refused = try await person.client.get("/v1/label-scans")
            #expect(refused.status == 403 && refused.problem == "terms-required")
            #expect(try await person.send("PUT", "/v1/terms/acceptance", #"{"version":"2020-01"}"#).status == 422)
            let accepted = try await person.send(
                "PUT", "/v1/terms/acceptance", #"{"version":"\#(TestGateway.terms)"}"#)
            #expect(accepted.status == 204)
            #expect(try await person.client.get("/v1/label-scans").status == 200)
        }
    }

    @Test("GW-33: a client cannot set undocumented fields")
    func massAssignment() async throws {
        try await TestGateway.with { gateway in
            let body = #"""
                {"email":"m@example.com","password":"a long enough password","acceptedTerms":"2026-11","plan":"pro",
                "role":"administrator","verified":true,"id":"00000000-0000-0000-0000-000000000000","status":"suspended",
                "revocation_version":99,"account_id":"00000000-0000-0000-0000-000000000000"}
                """#
            let answer = try await gateway.client.send(
                "POST", "/v1/accounts", headers: ["content-type": "application/json"], body: Array(body.utf8))
            #expect(answer.status == 201)
            let person = try Person(answer, email: "m@example.com", password: "", client: gateway.client)
            #expect(person.account.uuid != UUID(uuid: UUID_NULL))
            let row = try await gateway.database.pool.query("SELECT status, revocation_version FROM accounts")[0]
            let (status, version) = try row.decode(String.self, Int64.self)
            #expect(status == "active" && version == 1)
        }
    }

    @Test("GW-36: no column holds an address, password or text in plaintext")
    func storesNothingPlain() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register("findme@example.com", password: "findme password")
            _ = try await person.scan("findme biscuits with milk")
            _ = try await person.send(
                "PUT", "/v1/allergen-profile", #"{"otherIngredients":["findme berries"]}"#,
                headers: ["prefer": "wait=5", "idempotency-key": "findme"])
            let tables = try await gateway.database.pool.query(
                "SELECT table_name FROM information_schema.tables WHERE table_schema = 'ingestion'")
            #expect(tables.count > 8)
            for table in tables {
                let name = try table.decode(String.self)
                guard name != "migrations" else { continue }
                let hits = try await gateway.database.pool.query(
                    """
                    SELECT count(*) FROM \(identifier: name) AS t
                    WHERE t::text ILIKE '%findme%' OR t::text ILIKE \("%" + Self.hex("findme") + "%")
                    """)
                #expect(try hits[0].decode(Int64.self) == 0, "\(name)")
            }
        }
    }

    private static func hex(_ text: String) -> String { text.utf8.hexadecimal }
}

private let UUID_NULL: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
