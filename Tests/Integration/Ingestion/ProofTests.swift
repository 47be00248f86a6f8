import EventContracts
import Foundation
import IngestionCore
import IngestionService
import Messaging
import Postgres
import Sealing
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Proofs of identity") struct ProofTests {
    /// A request that needs a proof.
    struct Deed: Sendable, CustomTestStringConvertible {
        let name: String
        let method: String
        let path: String
        /// Other members of the body, each followed by a comma.
        var more = ""
        /// The status of the answer with a valid proof.
        let status: Int

        var testDescription: String { name }

        static let all = [
            Deed(name: "export", method: "POST", path: "/v1/export", status: 202),
            Deed(name: "account", method: "PATCH", path: "/v1/account", more: #""username":"zoe.1","#, status: 200),
            Deed(name: "totp", method: "POST", path: "/v1/account/totp", status: 201),
            Deed(name: "passkey", method: "POST", path: "/v1/account/passkeys/options", status: 200),
            // The link does not exist, but that is checked only after the proof.
            Deed(name: "identity", method: "POST", path: "/v1/account/identities", more: #""link":"x","#, status: 404),
            Deed(name: "erasure", method: "DELETE", path: "/v1/account", status: 202),
        ]

        /// The same request for an account with an authenticator, which it removes.
        static let behindSecondFactor = all.map { deed in
            deed.name == "totp"
                ? Deed(name: "totp", method: "POST", path: "/v1/account/totp/removal", status: 204) : deed
        }

        func send(_ person: Person, proof: String) async throws -> TestHTTPClient.Answer {
            let members = proof.isEmpty ? String(more.dropLast()) : more + proof
            return try await person.send(method, path, "{\(members)}")
        }
    }

    /// A person whose only sign-in method is a passkey, and who signed in more than five minutes ago.
    private static func withoutPassword(_ gateway: TestGateway) async throws -> (Person, SoftAuthenticator) {
        let person = try await gateway.register()
        var phone = SoftAuthenticator()
        #expect(try await person.add(phone).status == 201)
        try await gateway.asAdministrator {
            try await $0.execute("UPDATE ingestion.accounts SET has_password = false")
        }
        gateway.clock.advance(by: .seconds(301))
        phone.signCount += 1
        return (person, phone)
    }

    private static func options(_ person: Person, for deed: String) async throws -> JSONValue {
        let answer = try await person.send("POST", "/v1/account/proof", #"{"for":"\#(deed)"}"#)
        guard answer.status == 200 else { throw Unexpected(answer) }
        return try answer.json
    }

    @Test("GW-19, GW-20: without a password a passkey proves the identity", arguments: Deed.all)
    func passkey(deed: Deed) async throws {
        try await TestGateway.with { gateway in
            let (person, phone) = try await Self.withoutPassword(gateway)
            let bare = try await deed.send(person, proof: "")
            #expect(bare.status == 403 && bare.problem == "forbidden")
            let options = try await Self.options(person, for: deed.name)
            #expect(options["password"] == .bool(false) && options["signInUntil"] == nil)
            #expect(options["publicKey"]?["userVerification"]?.string == "required")
            #expect(
                options["publicKey"]?["allowCredentials"]?.items.map { $0["id"]?.string }
                    == [Base64URL.encode(phone.credentialID)])
            let done = try await deed.send(person, proof: #""passkey":\#(phone.assertion(options))"#)
            #expect(done.status == deed.status, "\(done.text)")
        }
    }

    @Test("GW-19, GW-20: without a password a sign-in of five minutes suffices", arguments: Deed.all)
    func freshSignIn(deed: Deed) async throws {
        try await TestGateway.with { gateway in
            let (person, phone) = try await Self.withoutPassword(gateway)
            let entered = try await gateway.signIn(phone)
            let now = try Person(entered, email: person.email, password: "", client: gateway.client)
            #expect(try await Self.options(now, for: deed.name)["signInUntil"]?.string != nil)
            gateway.clock.advance(by: .seconds(299))
            #expect(try await deed.send(now, proof: "").status == deed.status)
        }
    }

    @Test("GW-08: a fresh sign-in is not a proof if the account has a password", arguments: Deed.all)
    func password(deed: Deed) async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let bare = try await deed.send(person, proof: "")
            #expect(bare.status == 422 && bare.pointers == ["/currentPassword"])
            let wrong = try await deed.send(person, proof: #""currentPassword":"not the password""#)
            #expect(wrong.status == 422 && wrong.pointers == ["/currentPassword"])
            let options = try await Self.options(person, for: deed.name)
            #expect(options["password"] == .bool(true) && options["code"] == .bool(false))
            #expect(options["publicKey"] == nil && options["signInUntil"] == nil)
            let right = try await deed.send(person, proof: #""currentPassword":"\#(person.password)""#)
            #expect(right.status == deed.status)
        }
    }

    @Test(
        "GW-08: with a second factor a code is required and works once",
        arguments: Deed.behindSecondFactor)
    func secondFactor(deed: Deed) async throws {
        try await TestGateway.with { gateway in
            let (person, secret, codes) = try await SecondFactorTests.guarded(gateway)
            let codeName = deed.name == "identity" ? "secondFactorCode" : "code"
            let password = #""currentPassword":"\#(person.password)""#
            for wrong in ["", #","\#(codeName)":"000000""#] {
                let refused = try await deed.send(person, proof: password + wrong)
                #expect(refused.status == 422 && refused.pointers == ["/code"])
            }
            #expect(try await Self.options(person, for: deed.name)["code"] == .bool(true))
            gateway.clock.advance(by: .seconds(30))
            let code = #","\#(codeName)":"\#(SecondFactorTests.code(secret, gateway))""#
            let other = #","\#(codeName)":"\#(codes[0])""#
            #expect(try await deed.send(person, proof: password + code).status == deed.status)
            // These requests cannot be repeated.
            guard !["erasure", "totp"].contains(deed.name) else { return }
            #expect(try await deed.send(person, proof: password + code).pointers == ["/code"])
            _ = try await deed.send(person, proof: password + other)
            #expect(try await deed.send(person, proof: password + other).pointers == ["/code"])
            #expect(try await gateway.audited("second-factor-refused") == 4)
        }
    }

    @Test(
        "GW-20: a passkey proof is valid once, for one action, five minutes")
    func refuses() async throws {
        try await TestGateway.with { gateway in
            let owner = try await gateway.register(), thief = try await gateway.register()
            var phone = SoftAuthenticator(), stolen = SoftAuthenticator()
            #expect(try await owner.add(phone).status == 201)
            #expect(try await thief.add(stolen).status == 201)
            let elsewhere = try await gateway.signIn(owner)
            phone.signCount = 10
            stolen.signCount = 10
            func export(_ credential: String, as person: Person, _ why: Comment) async throws {
                let answer = try await person.send("POST", "/v1/export", #"{"passkey":\#(credential)}"#)
                #expect(answer.status == 422 && answer.pointers == ["/passkey"], why)
            }
            let signIn = try await gateway.send("/v1/sessions/passkey/options", "{}").json
            try await export(phone.assertion(signIn), as: owner, "made for signing in")
            let registration = try await owner.send(
                "POST", "/v1/account/passkeys/options", #"{"currentPassword":"\#(owner.password)"}"#
            ).json
            try await export(phone.assertion(registration), as: owner, "made for a registration")
            try await export(
                phone.assertion(try await Self.options(owner, for: "totp")), as: owner, "made for another action")
            try await export(
                phone.assertion(try await Self.options(elsewhere, for: "export")), as: owner, "made in another session")
            try await export(
                phone.assertion(try await Self.options(owner, for: "export")), as: thief, "made by another account")
            try await export(
                stolen.assertion(try await Self.options(owner, for: "export")), as: owner, "another's passkey")
            var idle = phone
            idle.flags = 0x01
            try await export(
                idle.assertion(try await Self.options(owner, for: "export")), as: owner, "user verification is missing")
            idle = phone
            idle.origin = "https://localhost.example"
            try await export(
                idle.assertion(try await Self.options(owner, for: "export")), as: owner, "created for another site")
            idle = phone
            idle.signCount = 1
            try await export(idle.assertion(try await Self.options(owner, for: "export")), as: owner, "a copy")
            #expect(try await gateway.audited("passkey-copied") == 1)
            try await export(#"{"type":"public-key"}"#, as: owner, "nothing at all")
            let asked = try await Self.options(owner, for: "export")
            gateway.clock.advance(by: .seconds(301))
            try await export(phone.assertion(asked), as: owner, "too late")
            #expect(try await gateway.audited("export-asked") == 0)

            let options = try await Self.options(owner, for: "export")
            let proof = #"{"passkey":\#(phone.assertion(options))}"#
            #expect(try await owner.send("POST", "/v1/export", proof).status == 202)
            phone.signCount += 1
            try await export(phone.assertion(options), as: owner, "a second time")
            // A proof for an action does not sign in.
            phone.signCount += 1
            let foreign = try await Self.options(owner, for: "export")
            let entering = #"{"credential":\#(phone.assertion(foreign))}"#
            #expect(try await gateway.send("/v1/sessions/passkey", entering).status == 401)
        }
    }

    @Test("GW-29: failed passkey proofs are slowed down and audited")
    func slowsDown() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            var phone = SoftAuthenticator()
            #expect(try await person.add(phone).status == 201)
            phone.signCount = 2
            var liar = phone
            liar.spoilSignature = { $0[$0.count - 1] ^= 1 }
            for _ in 0..<6 {
                let lie = liar.assertion(try await Self.options(person, for: "export"))
                #expect(try await person.send("POST", "/v1/export", #"{"passkey":\#(lie)}"#).status == 422)
            }
            let truth = phone.assertion(try await Self.options(person, for: "export"))
            #expect(try await person.send("POST", "/v1/export", #"{"passkey":\#(truth)}"#).status == 429)
            #expect(try await gateway.audited("passkey-refused") == 6)
        }
    }

    @Test("GW-41: proof options require a known action")
    func unknownDeed() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            for body in ["{}", #"{"for":"everything"}"#, #"{"for":null}"#] {
                let answer = try await person.send("POST", "/v1/account/proof", body)
                #expect(answer.status == 422 && answer.pointers == ["/for"])
            }
        }
    }
}
