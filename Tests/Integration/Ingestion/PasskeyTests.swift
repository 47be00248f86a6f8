import EventContracts
import Foundation
import IngestionAccounts
import IngestionCore
import IngestionService
import Messaging
import Postgres
import Sealing
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Passkeys") struct PasskeyTests {
    @Test("GW-20: a passkey is added with the password, then signs in alone")
    func signsIn() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            var phone = SoftAuthenticator()
            let added = try await person.add(phone)
            #expect(added.status == 201)
            #expect(try added.json["name"]?.string == "phone" && added.json["lastUsedAt"] == nil)
            phone.signCount += 1
            phone.userHandle = withUnsafeBytes(of: person.account.uuid.uuid) { Array($0) }
            let entered = try await gateway.signIn(phone)
            #expect(entered.status == 201)
            let now = try Person(entered, email: person.email, password: person.password, client: gateway.client)
            #expect(now.account == person.account)
            let sessions = try await now.client.get("/v1/sessions").json["items"]?.items ?? []
            let ways = sessions.map { $0["signedInBy"]?.items.compactMap(\.string) ?? [] }
            #expect(Set(ways) == [["passkey"], ["password"]])
            let rows = try await gateway.database.pool.query("SELECT name_sealed FROM passkeys")
            let sealed = try rows[0].decode([UInt8].self)
            #expect(!String(decoding: sealed, as: UTF8.self).contains("phone"))
            #expect(try await gateway.audited("passkey-added") == 1)
        }
    }

    @Test("GW-20: options: ES256 only, no attestation, user verification")
    func options() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let proof = #"{"currentPassword":"\#(person.password)"}"#
            let wrong = try await person.send("POST", "/v1/account/passkeys/options", #"{"currentPassword":"guess"}"#)
            #expect(wrong.status == 422 && wrong.pointers == ["/currentPassword"])
            #expect(try await person.send("POST", "/v1/account/passkeys/options", "{}").status == 422)
            let asked = try await person.send("POST", "/v1/account/passkeys/options", proof).json["publicKey"]
            #expect(asked?["rp"]?["id"]?.string == "localhost" && asked?["attestation"]?.string == "none")
            #expect(asked?["pubKeyCredParams"]?.items.map { $0["alg"]?.number } == [-7])
            #expect(asked?["authenticatorSelection"]?["userVerification"]?.string == "required")
            #expect(asked?["user"]?["name"]?.string == person.email)
            let phone = SoftAuthenticator()
            _ = try await person.add(phone)
            let again = try await person.send("POST", "/v1/account/passkeys/options", proof).json["publicKey"]
            #expect(
                again?["excludeCredentials"]?.items.map { $0["id"]?.string } == [Base64URL.encode(phone.credentialID)])
            let open = try await gateway.send("/v1/sessions/passkey/options", "{}").json["publicKey"]
            #expect(open?["userVerification"]?.string == "required" && open?["allowCredentials"]?.items.isEmpty == true)
            #expect(open?["rpId"]?.string == "localhost")
        }
    }

    /// One deviation of an authenticator or a browser.
    struct Lie: Sendable {
        let name: String
        let change: @Sendable (inout SoftAuthenticator) -> Void

        init(_ name: String, _ change: @escaping @Sendable (inout SoftAuthenticator) -> Void) {
            self.name = name
            self.change = change
        }

        /// Deviations that both registration and sign-in must reject.
        static let everywhere: [Lie] = [
            Lie("another origin") { $0.origin = "https://localhost.example" },
            Lie("an origin that is longer") { $0.origin = "http://localhost:80801" },
            Lie("another site") { $0.rpID = "example.com" },
            Lie("user presence is missing") { $0.flags = 0x04 },
            Lie("user verification is missing") { $0.flags = 0x01 },
            Lie("a copy that may not be") { $0.flags = 0x15 },
            Lie("another question") { $0.type = "payment.get" },
            Lie("within another site") { $0.more = #","crossOrigin":true"# },
            Lie("on top another site") { $0.more = #","topOrigin":"http://localhost:8080""# },
            Lie("a byte less") { authenticator in authenticator.spoil = { $0.removeLast() } },
            Lie("a byte more") { authenticator in authenticator.spoil = { $0.append(0) } },
            Lie("nothing at all") { authenticator in authenticator.spoil = { $0 = [] } },
        ]
    }

    static let registrationLies =
        Lie.everywhere + [
            Lie("RS256") { $0.algorithm = -257 }, Lie("EdDSA") { $0.algorithm = -8 },
            Lie("a statement of the maker") { $0.format = "packed" },
            Lie("a key that is on no curve") { authenticator in
                authenticator.spoil = { $0[$0.count - 1] ^= 1 }
            },
            Lie("an id that is too long") { $0.credentialID = [UInt8](repeating: 1, count: 1_024) },
        ]

    @Test("GW-20: invalid attestations are rejected")
    func refusesRegistration() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            for lie in Self.registrationLies {
                var phone = SoftAuthenticator()
                lie.change(&phone)
                let answer = try await person.add(phone)
                #expect(answer.status == 422 && answer.pointers == ["/credential"], "\(lie.name)")
            }
            #expect(try await person.client.get("/v1/account/passkeys").json["items"]?.items.isEmpty == true)
        }
    }

    static let assertionLies =
        Lie.everywhere + [
            Lie("another's signature") { authenticator in
                let other = SoftAuthenticator()
                authenticator.spoilSignature = { signature in
                    let json = try? JSONReader.read(Array(other.assertion(.null).utf8))
                    signature = json?["response"]?["signature"]?.string.flatMap(Base64URL.decode) ?? []
                }
            },
            Lie("a byte of the signature") { authenticator in
                authenticator.spoilSignature = { $0[$0.count - 1] ^= 1 }
            },
            Lie("a counter that goes back") { $0.signCount = 4 }, Lie("a counter that stays") { $0.signCount = 5 },
            Lie("a counter that has stopped") { $0.signCount = 0 },
            Lie("a credential that nobody has") { $0.credentialID = [1, 2, 3] },
            Lie("another person") { $0.userHandle = [UInt8](repeating: 1, count: 16) },
        ]

    @Test("GW-20: invalid assertions are rejected")
    func refusesAssertion() async throws {
        try await TestGateway.with { gateway in
            for lie in Self.assertionLies {
                let person = try await gateway.register(), before = try await gateway.audited("signed-in")
                var phone = SoftAuthenticator()
                phone.signCount = 5
                #expect(try await person.add(phone).status == 201)
                var liar = phone
                liar.signCount = 6
                lie.change(&liar)
                let answer = try await gateway.signIn(liar)
                #expect(answer.status == 401 && answer.problem == "invalid-credentials", "\(lie.name)")
                #expect(try await gateway.audited("signed-in") == before, "\(lie.name)")
                phone.signCount = 7
                #expect(try await gateway.signIn(phone).status == 201, "\(lie.name)")
            }
        }
    }

    @Test("GW-29: a decreasing counter is audited as a possible copy")
    func copied() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            var phone = SoftAuthenticator()
            phone.signCount = 5
            _ = try await person.add(phone)
            #expect(try await gateway.signIn(phone).status == 401)
            #expect(try await gateway.audited("passkey-copied") == 1)
            let none = SoftAuthenticator()
            var silent = none
            silent.signCount = 0
            _ = try await person.add(silent, name: "key that does not count")
            for _ in 0..<2 { #expect(try await gateway.signIn(silent).status == 201) }
        }
    }

    @Test("GW-20: a challenge works once, within five minutes, for its owner")
    func challenges() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), stranger = try await gateway.register()
            var phone = SoftAuthenticator()
            let proof = #"{"currentPassword":"\#(person.password)"}"#
            let creation = try await person.send("POST", "/v1/account/passkeys/options", proof).json
            let made = #"{"name":"phone","credential":\#(phone.registration(creation))}"#
            #expect(try await stranger.send("POST", "/v1/account/passkeys", made).status == 422)
            #expect(try await person.send("POST", "/v1/account/passkeys", made).status == 422)
            let late = try await person.send("POST", "/v1/account/passkeys/options", proof).json
            gateway.clock.advance(by: .seconds(301))
            let renewed = try await gateway.signIn(person)
            let tooLate = #"{"name":"phone","credential":\#(phone.registration(late))}"#
            #expect(try await renewed.send("POST", "/v1/account/passkeys", tooLate).status == 422)
            #expect(try await renewed.add(phone).status == 201)

            let options = try await gateway.send("/v1/sessions/passkey/options", "{}").json
            phone.signCount = 2
            let body = #"{"credential":\#(phone.assertion(options))}"#
            #expect(try await gateway.send("/v1/sessions/passkey", body).status == 201)
            phone.signCount = 3
            let again = #"{"credential":\#(phone.assertion(options))}"#
            #expect(try await gateway.send("/v1/sessions/passkey", again).status == 401)
            let old = try await gateway.send("/v1/sessions/passkey/options", "{}").json
            gateway.clock.advance(by: .seconds(301))
            let stale = #"{"credential":\#(phone.assertion(old))}"#
            #expect(try await gateway.send("/v1/sessions/passkey", stale).status == 401)
            // A challenge for a registration cannot be used to sign in.
            let other = try await gateway.signIn(person)
            let foreign = try await other.send("POST", "/v1/account/passkeys/options", proof).json
            let mixed = #"{"credential":\#(phone.assertion(foreign))}"#
            #expect(try await gateway.send("/v1/sessions/passkey", mixed).status == 401)
        }
    }

    @Test("GW-20: one of several concurrent answers to a challenge succeeds")
    func atOnce() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            var phone = SoftAuthenticator()
            _ = try await person.add(phone)
            phone.signCount = 2
            var bodies: [String] = []
            for _ in 0..<6 {
                let options = try await gateway.send("/v1/sessions/passkey/options", "{}").json
                bodies.append(#"{"credential":\#(phone.assertion(options))}"#)
            }
            let sent = bodies
            let entered = try await withThrowingTaskGroup(of: Int.self) { group in
                for body in sent {
                    group.addTask { try await gateway.send("/v1/sessions/passkey", body).status }
                    group.addTask { try await gateway.send("/v1/sessions/passkey", body).status }
                }
                return try await group.reduce(into: 0) { $0 += $1 == 201 ? 1 : 0 }
            }
            #expect(entered == 1)
        }
    }

    @Test("GW-20: a passkey answers only its own account's challenge")
    func secondFactor() async throws {
        try await TestGateway.with { gateway in
            let (person, _, codes) = try await SecondFactorTests.guarded(gateway)
            let other = try await gateway.register()
            var phone = SoftAuthenticator(), foreign = SoftAuthenticator()
            _ = try await person.add(phone, code: codes[0])
            _ = try await other.add(foreign)
            func begin() async throws -> (String, JSONValue) {
                let challenge = try await SecondFactorTests.challenge(gateway, person)
                let options = try await gateway.send(
                    "/v1/sessions/passkey/options", #"{"challenge":"\#(challenge)"}"#)
                return (challenge, try options.json)
            }
            func answer(_ challenge: String, _ credential: String) async throws -> TestHTTPClient.Answer {
                try await gateway.send(
                    "/v1/sessions/passkey", #"{"challenge":"\#(challenge)","credential":\#(credential)}"#)
            }
            let (challenge, options) = try await begin()
            #expect(
                options["publicKey"]?["allowCredentials"]?.items.map { $0["id"]?.string }
                    == [Base64URL.encode(phone.credentialID)])
            foreign.signCount = 9
            #expect(try await answer(challenge, foreign.assertion(options)).status == 401)
            let (second, more) = try await begin()
            // User presence suffices here, since the password is the other factor.
            phone.flags = 0x01
            phone.signCount = 2
            let entered = try await answer(second, phone.assertion(more))
            #expect(entered.status == 201)
            let now = try Person(entered, email: person.email, password: person.password, client: gateway.client)
            let sessions = try await now.client.get("/v1/sessions").json["items"]?.items
            let current = sessions?.first { $0["current"] == .bool(true) }
            #expect(current?["signedInBy"]?.items.compactMap(\.string) == ["password", "passkey"])
            phone.signCount = 3
            #expect(try await answer(second, phone.assertion(more)).status == 401)
            // A challenge for the second factor cannot be used to sign in without a password.
            let (_, last) = try await begin()
            phone.flags = 0x05
            let alone = #"{"credential":\#(phone.assertion(last))}"#
            #expect(try await gateway.send("/v1/sessions/passkey", alone).status == 401)
            let made = try await gateway.send("/v1/sessions/passkey/options", #"{"challenge":"made up"}"#)
            #expect(made.status == 401)
        }
    }

    @Test("C6: wrong signatures are slowed down like wrong passwords")
    func slowsDown() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            var phone = SoftAuthenticator()
            _ = try await person.add(phone)
            phone.signCount = 2
            var liar = phone
            liar.spoilSignature = { $0[$0.count - 1] ^= 1 }
            for _ in 0..<6 { #expect(try await gateway.signIn(liar).status == 401) }
            let slowed = try await gateway.signIn(phone)
            #expect(slowed.status == 429 && slowed.header("retry-after") != nil)
            #expect(try await gateway.audited("passkey-refused") == 6)
        }
    }

    @Test("GW-20: at most ten passkeys, each renamed and removed by its id")
    func kept() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let phone = SoftAuthenticator()
            let id = try #require(try await person.add(phone).json["id"]?.string)
            let other = try await gateway.register()
            #expect(try await other.add(phone).status == 409)
            let renamed = try await person.send("PATCH", "/v1/account/passkeys/\(id)", #"{"name":"old phone"}"#)
            #expect(try renamed.status == 200 && renamed.json["name"]?.string == "old phone")
            #expect(try await person.send("PATCH", "/v1/account/passkeys/\(id)", "{}").status == 422)
            for number in 2...10 {
                #expect(try await person.add(SoftAuthenticator(), name: "key \(number)").status == 201)
            }
            let proof = #"{"currentPassword":"\#(person.password)"}"#
            #expect(try await person.send("POST", "/v1/account/passkeys/options", proof).status == 409)
            #expect(try await person.send("DELETE", "/v1/account/passkeys/\(id)", person.proof).status == 204)
            #expect(try await person.send("DELETE", "/v1/account/passkeys/\(id)", "").status == 404)
            #expect(try await person.client.get("/v1/account/passkeys").json["items"]?.items.count == 9)
            #expect(try await gateway.signIn(phone).status == 401)
            #expect(try await gateway.audited("passkey-removed") == 1)
        }
    }

    @Test("GW-20: without a password the last passkey cannot be removed")
    func lastWayIn() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            var phone = SoftAuthenticator()
            let id = try #require(try await person.add(phone).json["id"]?.string)
            try await gateway.asAdministrator {
                try await $0.execute("UPDATE ingestion.accounts SET has_password = false")
            }
            let last = try await person.send("DELETE", "/v1/account/passkeys/\(id)", "")
            #expect(last.status == 409 && last.problem == "last-way-in")
            gateway.clock.advance(by: .seconds(301))
            #expect(try await person.send("POST", "/v1/account/passkeys/options", "{}").status == 403)
            phone.signCount = 2
            let now = try Person(
                try await gateway.signIn(phone), email: person.email, password: "", client: gateway.client)
            #expect(try await now.add(SoftAuthenticator(), name: "key").status == 201)
            #expect(try await now.send("DELETE", "/v1/account/passkeys/\(id)", "").status == 204)
        }
    }

    @Test("GW-31: a suspended account is refused with its reason")
    func suspended() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            var phone = SoftAuthenticator()
            _ = try await person.add(phone)
            try await gateway.asAdministrator {
                try await $0.execute("UPDATE ingestion.accounts SET status = 'suspended'")
            }
            phone.signCount = 2
            let answer = try await gateway.signIn(phone)
            #expect(answer.status == 403 && answer.problem == "account-suspended")
        }
    }

    @Test("GW-41: mutated attestations never crash or pass for another key")
    func fuzz() throws {
        let ceremony = PasskeyCeremony(site: PasskeySite(id: "localhost", origins: ["http://localhost:8080"]))
        let phone = SoftAuthenticator(), good = phone.attestationObject
        let key = try ceremony.registration(attestationObject: good).1.publicKey
        var generator = SeededGenerator(seed: 0xfeed), accepted = 0
        let rounds = UnitRun.rounds(20_000)
        for _ in 0..<rounds {
            var bytes = good
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
                case 1: bytes.insert(UInt8.random(in: .min ... .max, using: &generator), at: place)
                case 2: bytes.remove(at: place)
                default: bytes.removeSubrange((place / 2)..<place)
                }
                if bytes.isEmpty { bytes = [0] }
            }
            guard let made = try? ceremony.registration(attestationObject: bytes) else { continue }
            accepted += 1
            // Changes of the counter, the model, the id and unused flags are allowed.
            #expect(made.1.publicKey == key && made.0.isPresent && made.0.isVerified)
        }
        #expect(accepted > rounds / 2_000)
    }

    @Test(
        "passkeys: an invalid site or origin setting stops the start",
        arguments: [
            ("localhost", "http://localhost:8080", true),
            ("example.com", "https://app.example.com,https://example.com", true),
            ("example.com", "https://example.com,android:apk-key-hash:abc", true),
            ("example.com", "http://example.com", false), ("example.com", "https://example.org", false),
            ("example.com", "https://badexample.com", false), ("example.com", "https://example.com/", false),
            ("https://example.com", "https://example.com", false), ("", "https://example.com", false),
            ("example.com", "", false),
        ])
    func site(id: String, origins: String, isGood: Bool) {
        #expect((PasskeySite(id: id, origins: origins) != nil) == isGood)
    }
}
