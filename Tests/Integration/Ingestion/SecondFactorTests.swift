import EventContracts
import Foundation
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

@Suite("Second factor") struct SecondFactorTests {
    @Test(
        "TOTP: the codes of RFC 6238 appendix B (SHA-1)",
        arguments: [
            (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"), (1_234_567_890, "89005924"),
            (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
        ])
    func vectors(seconds: Int, expected: String) {
        let secret = Array("12345678901234567890".utf8)
        let instant = Date(timeIntervalSince1970: TimeInterval(seconds))
        #expect(TOTP.code(secret, step: TOTP.step(at: instant), digits: 8) == expected)
        #expect(TOTP.code(secret, step: TOTP.step(at: instant)) == String(expected.suffix(6)))
    }

    @Test(
        "HOTP: the codes of RFC 4226 appendix D",
        arguments: zip(
            0..<10,
            ["755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871", "520489"]))
    func counters(counter: Int, expected: String) {
        #expect(TOTP.code(Array("12345678901234567890".utf8), step: Int64(counter)) == expected)
    }

    @Test(
        "Base32: the examples of RFC 4648 section 10",
        arguments: [
            ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
        ])
    func base32(plain: String, expected: String) { #expect(Base32.encode(Array(plain.utf8)) == expected) }

    @Test("TOTP: a code is valid one step before and after its own")
    func drift() {
        let secret = Array("12345678901234567890".utf8), now = Date(timeIntervalSince1970: 1_234_567_890)
        let step = TOTP.step(at: now)
        for (offset, isRight) in [(-2, false), (-1, true), (0, true), (1, true), (2, false)] {
            let code = TOTP.code(secret, step: step + Int64(offset))
            #expect((TOTP.step(of: code, secret, at: now) == step + Int64(offset)) == isRight, "\(offset)")
        }
        #expect(TOTP.step(of: "", secret, at: now) == nil)
    }

    /// A person with a second factor, with the secret and recovery codes.
    static func guarded(
        _ gateway: TestGateway, _ known: Person? = nil
    ) async throws -> (Person, secret: [UInt8], codes: [String]) {
        let newcomer = known == nil ? try await gateway.register() : nil
        let person = try #require(known ?? newcomer)
        let added = try await person.send(
            "POST", "/v1/account/totp", #"{"currentPassword":"\#(person.password)"}"#)
        guard added.status == 201 else { throw Unexpected(added) }
        let text = try #require(try added.json["secret"]?.string)
        let secret = Self.decode(text)
        #expect(try added.json["uri"]?.string?.contains("secret=\(text)&issuer=Food%20Magic") == true)
        let confirmed = try await person.send(
            "POST", "/v1/account/totp/confirm", #"{"code":"\#(Self.code(secret, gateway))"}"#)
        guard confirmed.status == 200 else { throw Unexpected(confirmed) }
        let codes = try confirmed.json["recoveryCodes"]?.items.compactMap(\.string) ?? []
        gateway.clock.advance(by: .seconds(60))
        return (person, secret, codes)
    }

    private static func decode(_ text: String) -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var bits = 0, value = 0, bytes: [UInt8] = []
        for letter in text {
            value = (value << 5 | (alphabet.firstIndex(of: letter) ?? 0)) & 0xffff
            bits += 5
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(value >> bits & 0xff))
            }
        }
        return bytes
    }

    static func code(_ secret: [UInt8], _ gateway: TestGateway) -> String {
        TOTP.code(secret, step: TOTP.step(at: gateway.clock.now()))
    }

    static func challenge(_ gateway: TestGateway, _ person: Person) async throws -> String {
        let answer = try await gateway.client.send(
            "POST", "/v1/sessions", json: ["email": person.email, "password": person.password])
        #expect(answer.status == 401 && answer.problem == "second-factor-required")
        return try #require(try answer.json["challenge"]?.string)
    }

    private func answer(
        _ gateway: TestGateway, _ challenge: String, _ code: String
    ) async throws -> TestHTTPClient.Answer {
        try await gateway.client.send("POST", "/v1/sessions", json: ["challenge": challenge, "code": code])
    }

    @Test("GW-08: a password alone opens no session; each code opens one")
    func signsIn() async throws {
        try await TestGateway.with { gateway in
            let (person, secret, codes) = try await Self.guarded(gateway)
            #expect(codes.count == 10 && Set(codes).count == 10)
            let first = try await Self.challenge(gateway, person), second = try await Self.challenge(gateway, person)
            let code = Self.code(secret, gateway)
            let entered = try await answer(gateway, first, code)
            #expect(try entered.status == 201 && entered.json["account"]?["id"]?.string == person.account.description)
            #expect(try await answer(gateway, first, code).problem == "invalid-credentials")
            #expect(try await answer(gateway, second, code).problem == "invalid-credentials")
            gateway.clock.advance(by: .seconds(30))
            #expect(try await answer(gateway, second, Self.code(secret, gateway)).status == 201)
            let view = try await gateway.database.pool.query(
                "SELECT count(*) FROM second_factors WHERE secret_sealed = \(secret)")
            #expect(try view[0].decode(Int64.self) == 0)
        }
    }

    @Test("ASVS 6.5.1: a recovery code opens one session, in any spelling")
    func recoveryCodes() async throws {
        try await TestGateway.with { gateway in
            let (person, _, codes) = try await Self.guarded(gateway)
            let typed = codes[0].lowercased().replacing("-", with: " ")
            #expect(try await answer(gateway, try await Self.challenge(gateway, person), typed).status == 201)
            #expect(try await answer(gateway, try await Self.challenge(gateway, person), codes[0]).status == 401)
            #expect(try await answer(gateway, try await Self.challenge(gateway, person), codes[1]).status == 201)
            let rows = try await gateway.database.pool.query("SELECT code_hash::text FROM recovery_codes")
            #expect(try rows.allSatisfy { !codes.contains(try $0.decode(String.self)) })
            let audited = try await gateway.database.pool.query(
                "SELECT count(*) FROM audit_entries WHERE action = 'recovery-code-used'")
            #expect(try audited[0].decode(Int64.self) == 2)
        }
    }

    @Test("C6: wrong codes are slowed down like passwords; few per challenge")
    func slowsDown() async throws {
        try await TestGateway.with { gateway in
            let (person, secret, _) = try await Self.guarded(gateway)
            let first = try await Self.challenge(gateway, person)
            for _ in 0..<5 { #expect(try await answer(gateway, first, "000000").status == 401) }
            // Any code uses up the challenge.
            #expect(try await answer(gateway, first, Self.code(secret, gateway)).status == 401)
            let second = try await Self.challenge(gateway, person)
            #expect(try await answer(gateway, second, "000000").status == 401)
            let slowed = try await answer(gateway, second, Self.code(secret, gateway))
            #expect(slowed.status == 429 && slowed.header("retry-after") != nil)
        }
    }

    @Test("ASVS 6.6.2: a challenge expires and cannot be forged")
    func challengesEnd() async throws {
        try await TestGateway.with { gateway in
            let (person, secret, _) = try await Self.guarded(gateway)
            let late = try await Self.challenge(gateway, person)
            gateway.clock.advance(by: .seconds(301))
            #expect(try await answer(gateway, late, Self.code(secret, gateway)).status == 401)
            let entered = try await answer(
                gateway, try await Self.challenge(gateway, person), Self.code(secret, gateway))
            let fresh = try Person(entered, email: person.email, password: person.password, client: gateway.client)
            let old = try await Self.challenge(gateway, person)
            gateway.clock.advance(by: .seconds(30))
            let changed = try await fresh.send(
                "PATCH", "/v1/account",
                #"{"password":"another long one","currentPassword":"\#(person.password)","#
                    + #""code":"\#(Self.code(secret, gateway))"}"#)
            #expect(changed.status == 200)
            gateway.clock.advance(by: .seconds(30))
            #expect(try await answer(gateway, old, Self.code(secret, gateway)).status == 401)
            #expect(try await answer(gateway, "made up", "000000").status == 401)
        }
    }

    @Test("GW-18: second factor: adding needs the password and a code")
    func comesAndGoes() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let proof = #"{"currentPassword":"\#(person.password)"}"#
            #expect(try await person.client.get("/v1/account/totp").json["state"]?.string == "off")
            let unproven = try await person.send("POST", "/v1/account/totp", #"{"currentPassword":"guess"}"#)
            #expect(unproven.status == 422 && unproven.pointers == ["/currentPassword"])
            let added = try await person.send("POST", "/v1/account/totp", proof)
            // The second factor is not required until a code has confirmed it.
            _ = try await gateway.signIn(person)
            #expect(try await person.client.get("/v1/account/totp").json["state"]?.string == "unconfirmed")
            let wrong = try await person.send("POST", "/v1/account/totp/confirm", #"{"code":"12345"}"#)
            #expect(wrong.status == 422 && wrong.pointers == ["/code"])
            let secret = Self.decode(try #require(try added.json["secret"]?.string))
            let confirmed = try await person.send(
                "POST", "/v1/account/totp/confirm", #"{"code":"\#(Self.code(secret, gateway))"}"#)
            #expect(confirmed.status == 200)
            let state = try await person.client.get("/v1/account/totp").json
            #expect(state["state"]?.string == "on" && state["recoveryCodesLeft"]?.number == 10)
            #expect(try await person.send("POST", "/v1/account/totp", proof).status == 409)
            gateway.clock.advance(by: .seconds(30))
            func remove(_ password: String, _ code: String) async throws -> Int {
                try await person.send(
                    "POST", "/v1/account/totp/removal", #"{"currentPassword":"\#(password)","code":"\#(code)"}"#
                ).status
            }
            let code = Self.code(secret, gateway)
            #expect(try await remove("guess", code) == 422)
            #expect(try await remove(person.password, "000000") == 422)
            #expect(try await remove(person.password, code) == 204)
            #expect(try await remove(person.password, code) == 404)
            _ = try await gateway.signIn(person)
        }
    }
}
