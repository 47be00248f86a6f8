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

/// Accounts without a password, and adding a password again.
extension PasskeyTests {
    /// Registers a person with a passkey and no password.
    private static func begin(
        _ gateway: TestGateway, _ phone: SoftAuthenticator, asking asked: String = "new@example.com",
        as email: String = "new@example.com", more: String = ""
    ) async throws -> TestHTTPClient.Answer {
        let options = try await gateway.send("/v1/accounts/passkey/options", #"{"email":"\#(asked)"}"#).json
        let passkey = #"{"name":"phone","credential":\#(phone.registration(options))}"#
        return try await gateway.send(
            "/v1/accounts",
            #"{"email":"\#(email)","acceptedTerms":"\#(TestGateway.terms)","passkey":\#(passkey)\#(more)}"#)
    }

    @Test("GW-20: registration with a passkey and no password, then sign-in")
    func beginsWithPasskey() async throws {
        try await TestGateway.with { gateway in
            var phone = SoftAuthenticator()
            let made = try await Self.begin(gateway, phone)
            #expect(made.status == 201, "\(made.text)")
            let person = try Person(made, email: "new@example.com", password: "", client: gateway.client)
            let sessions = try await person.client.get("/v1/sessions").json["items"]?.items ?? []
            #expect(sessions.first?["signedInBy"]?.items.compactMap(\.string) == ["passkey"])
            let keys = try await person.client.get("/v1/account/passkeys").json["items"]?.items ?? []
            #expect(keys.map { $0["name"]?.string } == ["phone"])
            let id = try #require(keys.first?["id"]?.string)
            #expect(try await person.send("DELETE", "/v1/account/passkeys/\(id)", "").problem == "last-way-in")
            phone.signCount += 1
            phone.userHandle = withUnsafeBytes(of: person.account.uuid.uuid) { Array($0) }
            let entered = try await gateway.signIn(phone)
            #expect(try entered.json["account"]?["id"]?.string == person.account.description)
            let guessed = try await gateway.client.send(
                "POST", "/v1/sessions", json: ["email": "new@example.com", "password": "a long enough password"])
            #expect(guessed.status == 401)
            #expect(try await Self.begin(gateway, SoftAuthenticator()).problem == "account-exists")
        }
    }

    @Test("GW-20: a passkey for another site or purpose does not register")
    func refusesBeginning() async throws {
        try await TestGateway.with { gateway in
            let phone = SoftAuthenticator()
            let foreign = try await Self.begin(gateway, phone, asking: "other@example.com")
            #expect(foreign.status == 422 && foreign.pointers == ["/passkey/credential"])
            let both = try await Self.begin(gateway, phone, more: #","password":"a long enough password""#)
            #expect(both.status == 422 && both.pointers == ["/password"])
            let person = try await gateway.register()
            let options = try await person.send("POST", "/v1/account/passkeys/options", person.proof).json
            let passkey = #"{"name":"phone","credential":\#(phone.registration(options))}"#
            let own = try await gateway.send(
                "/v1/accounts",
                #"{"email":"new@example.com","acceptedTerms":"\#(TestGateway.terms)","passkey":\#(passkey)}"#)
            #expect(own.status == 422)
            // A passkey created for a new account cannot be added to an existing one.
            let early = try await gateway.send("/v1/accounts/passkey/options", #"{"email":"new@example.com"}"#).json
            let made = #"{"name":"phone","credential":\#(phone.registration(early))}"#
            #expect(try await person.send("POST", "/v1/account/passkeys", made).status == 422)
            #expect(try await gateway.audited("registered") == 1)
        }
    }

    @Test("GW-20, GW-08: the password can be removed with a passkey and proof")
    func dropsPassword() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), other = try await gateway.signIn(person)
            func drop() async throws -> TestHTTPClient.Answer {
                try await person.send("DELETE", "/v1/account/password", person.proof)
            }
            #expect(try await person.send("DELETE", "/v1/account/password", "").pointers == ["/currentPassword"])
            #expect(try await drop().status == 409, "no passkey")
            var phone = SoftAuthenticator()
            #expect(try await person.add(phone).status == 201)
            #expect(try await drop().status == 409, "no verified address")
            try await gateway.database.pool.execute("UPDATE accounts SET email_verified_at = now()")
            #expect(try await drop().status == 204)
            #expect(try await gateway.audited("password-removed") == 1)
            #expect(try await other.client.get("/v1/account").status == 401)
            #expect(try await person.client.get("/v1/account").status == 200)
            let wrong = try await gateway.client.send(
                "POST", "/v1/sessions", json: ["email": person.email, "password": person.password])
            #expect(wrong.status == 401)
            phone.signCount += 1
            let now = try Person(
                try await gateway.signIn(phone), email: person.email, password: "", client: gateway.client)
            let set = try await now.send("PATCH", "/v1/account", #"{"password":"quite another password"}"#)
            #expect(set.status == 200)
            let back = try await gateway.client.send(
                "POST", "/v1/sessions", json: ["email": person.email, "password": "quite another password"])
            #expect(back.status == 201)
        }
    }

    @Test(
        "GW-08, GW-20: a passkey serves as the second factor"
    )
    func passkeyBehindPassword() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), path = "/v1/account/passkeys/second-factor"
            #expect(try await person.send("POST", path, person.proof).status == 409, "no passkey")
            var phone = SoftAuthenticator()
            let id = try #require(try await person.add(phone).json["id"]?.string)
            #expect(try await person.send("POST", path, "").pointers == ["/currentPassword"])
            let added = try await person.send("POST", path, person.proof)
            let codes = try added.json["recoveryCodes"]?.items.compactMap(\.string) ?? []
            #expect(added.status == 200 && codes.count == 10)
            let state = try await person.client.get("/v1/account/totp").json
            #expect(state["state"]?.string == "on" && state["kind"]?.string == "passkey")
            let challenge = try await SecondFactorTests.challenge(gateway, person)
            let options = try await gateway.send(
                "/v1/sessions/passkey/options", #"{"challenge":"\#(challenge)"}"#
            ).json
            phone.signCount += 1
            let answer = #"{"challenge":"\#(challenge)","credential":\#(phone.assertion(options))}"#
            #expect(try await gateway.send("/v1/sessions/passkey", answer).status == 201)
            let second = try await SecondFactorTests.challenge(gateway, person)
            func enter(_ code: String) async throws -> Int {
                try await gateway.client.send("POST", "/v1/sessions", json: ["challenge": second, "code": code]).status
            }
            #expect(try await enter("000000") == 401, "there is no authenticator whose code it could be")
            #expect(try await enter(codes[0]) == 201)
            // The last passkey cannot be removed while it is the second factor.
            let proof = { (code: String) in #"{"currentPassword":"\#(person.password)","code":"\#(code)"}"# }
            let last = try await person.send("DELETE", "/v1/account/passkeys/\(id)", proof(codes[1]))
            #expect(last.status == 409 && last.problem == "last-way-in")
            #expect(try await person.send("POST", "/v1/account/totp/removal", proof(codes[2])).status == 204)
            #expect(try await person.send("DELETE", "/v1/account/passkeys/\(id)", person.proof).status == 204)
            _ = try await gateway.signIn(person)
        }
    }
}
