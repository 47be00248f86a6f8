import EventContracts
import Foundation
import IngestionCore
import IngestionService
import Messaging
import Postgres
import Sealing
import ServiceRuntime
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Mailbox verification and recovery through the API")
struct ContactTests {
    static let verification = "/v1/accounts/verification"
    static let recovery = "/v1/accounts/recovery"
    static let newPassword = "another long password"

    /// The command to `notification` to send a mail.
    struct Mail {
        let kind: AccountMailKind
        let to: String
        let code: String?
        let expiresAt: Date
    }

    static func mails(
        _ kind: AccountMailKind? = nil, to account: AccountID, _ gateway: TestGateway
    ) async throws -> [Mail] {
        var mails: [Mail] = []
        for event in try await gateway.database.events(AccountMailRequested.self)
        where event.body.accountID == account && (kind == nil || event.body.kind == kind) {
            let parameters = try await gateway.sealer.open(
                event.body.parameters, .accountMailParameters(event.body.mailID, of: account))
            mails.append(
                Mail(
                    kind: event.body.kind, to: parameters.to, code: parameters.code,
                    expiresAt: event.body.expiresAt))
        }
        return mails
    }

    static func contacts(of account: AccountID, _ gateway: TestGateway) async throws -> [ContactChanged] {
        try await gateway.database.events(ContactChanged.self).map(\.body).filter { $0.accountID == account }
    }

    static func verify(_ code: String, by person: Person) async throws -> TestHTTPClient.Answer {
        try await person.send("POST", verification, #"{"code":"\#(code)"}"#)
    }

    static func ask(_ email: String, _ gateway: TestGateway) async throws -> TestHTTPClient.Answer {
        try await gateway.client.send("POST", recovery, json: ["email": email])
    }

    static func recover(
        _ code: String, _ password: String = newPassword, at gateway: TestGateway
    ) async throws -> TestHTTPClient.Answer {
        try await gateway.client.send("POST", recovery, json: ["code": code, "password": password])
    }

    /// The code of the newest recovery mail, once there are `count` of them.
    static func recoveryCode(
        _ count: Int = 1, to person: Person, _ gateway: TestGateway
    ) async throws -> String {
        try await eventually("\(count) recovery mails are asked for") {
            try await mails(.recovery, to: person.account, gateway).count == count
        }
        return try #require(try await mails(.recovery, to: person.account, gateway).last?.code)
    }

    static func isNoCode(_ answer: TestHTTPClient.Answer) -> Bool {
        answer.status == 422 && answer.problem == "invalid-fields" && answer.pointers == ["/code"]
    }

    @Test("GW-07: registration mails a code that verifies the address once")
    func verifies() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register("anna+food@example.com")
            #expect(try await person.client.get("/v1/account").json["emailVerified"] == .bool(false))
            let sent = try await Self.mails(to: person.account, gateway)
            let mail = try #require(sent.first), code = try #require(mail.code)
            #expect(sent.count == 1 && mail.kind == .verification && mail.to == "anna+food@example.com")
            #expect(try await Self.verify(code, by: person).status == 204)
            let account = try await person.client.get("/v1/account").json
            #expect(account["emailVerified"] == .bool(true) && account["version"]?.number == 2)
            #expect(Self.isNoCode(try await Self.verify(code, by: person)))
            let said = try await Self.contacts(of: person.account, gateway)
            #expect(said.map(\.isVerified) == [false, true] && said.map(\.version) == [1, 2])
            for contact in said {
                let address = try await gateway.sealer.open(contact.address, .contactAddress(of: person.account))
                #expect(address.email == "anna+food@example.com")
            }
            // The address is verified: no mail is sent.
            #expect(try await person.client.send("POST", Self.verification).status == 204)
            #expect(try await Self.mails(to: person.account, gateway).count == 1)
            // The code is stored nowhere in plaintext.
            let found = try await gateway.database.count(
                """
                SELECT count(*) FROM account_codes AS c, outbox AS o
                WHERE c::text LIKE '%\(raw: code)%' OR encode(o.body, 'escape') LIKE '%\(raw: code)%'
                    OR encode(o.body, 'escape') LIKE '%anna+food%'
                """)
            #expect(found == 0)
        }
    }

    @Test("GW-07, GW-23: foreign, replaced and expired codes get one response")
    func refusesCodes() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            let first = try #require(try await Self.mails(to: person.account, gateway).last?.code)
            let foreign = try #require(try await Self.mails(to: other.account, gateway).last?.code)
            #expect(Self.isNoCode(try await Self.verify(foreign, by: person)))
            #expect(try await person.send("POST", Self.verification, "{}").status == 202)
            let second = try #require(try await Self.mails(to: person.account, gateway).last?.code)
            #expect(second != first)
            #expect(Self.isNoCode(try await Self.verify(first, by: person)))
            #expect(try await Self.ask(person.email, gateway).status == 202)
            let ofRecovery = try await Self.recoveryCode(to: person, gateway)
            #expect(Self.isNoCode(try await Self.verify(ofRecovery, by: person)))
            for made in ["x", String(repeating: "A", count: 43), "' OR 1=1 --"] {
                #expect(Self.isNoCode(try await Self.verify(made, by: person)), "\(made)")
            }
            gateway.clock.advance(by: .seconds(24 * 3_600))
            let later = try await gateway.signIn(person)
            #expect(Self.isNoCode(try await Self.verify(second, by: later)))
            #expect(try await later.client.get("/v1/account").json["emailVerified"] == .bool(false))
            // These attempts used up no code.
            let patient = try await gateway.signIn(other)
            #expect(try await patient.client.send("POST", Self.verification).status == 202)
            let fresh = try #require(try await Self.mails(to: other.account, gateway).last?.code)
            #expect(try await Self.verify(fresh, by: patient).status == 204)
        }
    }

    @Test("GW-07: codes per mailbox are limited")
    func limits() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            var answers: [Int] = []
            for _ in 0..<4 { answers.append(try await person.client.send("POST", Self.verification).status) }
            #expect(answers == [202, 202, 429, 429])
            for _ in 0..<5 {
                #expect(try await Self.ask(person.email, gateway).status == 202)
                try await eventually("it is answered") {
                    try await gateway.database.count("SELECT count(*) FROM recovery_requests") == 0
                }
            }
            let sent = try await Self.mails(.recovery, to: person.account, gateway)
            #expect(sent.count == 3)
            // The newest code is valid until another one is mailed.
            gateway.clock.advance(by: .seconds(899))
            #expect(try await Self.recover(try #require(sent.last?.code), at: gateway).status == 204)
            gateway.clock.advance(by: .seconds(2))
            #expect(try await Self.ask(person.email, gateway).status == 202)
            _ = try await Self.recoveryCode(4, to: person, gateway)
        }
    }

    @Test("GW-07, GW-18: address: after a change the old code is void")
    func changesAddress() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register("old@example.com")
            let old = try #require(try await Self.mails(to: person.account, gateway).last?.code)
            #expect(try await Self.verify(old, by: person).status == 204)
            func change(_ address: String) async throws -> TestHTTPClient.Answer {
                try await person.send(
                    "PATCH", "/v1/account", #"{"email":"\#(address)","currentPassword":"\#(person.password)"}"#)
            }
            // The same mailbox in another spelling.
            #expect(try await change("Old@Example.com").json["emailVerified"] == .bool(true))
            #expect(try await Self.mails(to: person.account, gateway).count == 1)
            #expect(try await Self.ask("old@example.com", gateway).status == 202)
            let recovery = try await Self.recoveryCode(to: person, gateway)
            #expect(try await change("new@example.com").json["emailVerified"] == .bool(false))
            let sent = try await Self.mails(to: person.account, gateway).suffix(2)
            #expect(sent.map(\.kind) == [.addressChanged, .verification])
            #expect(sent.map(\.to) == ["Old@example.com", "new@example.com"])
            #expect(sent.first?.code == nil)
            // A code mailed to the old address does not work for an account with a new one.
            #expect(Self.isNoCode(try await Self.recover(recovery, at: gateway)))
            let code = try #require(sent.last?.code)
            #expect(try await Self.verify(code, by: person).status == 204)
            let said = try await Self.contacts(of: person.account, gateway)
            #expect(said.map(\.isVerified) == [false, true, true, false, true])
            #expect(said.map(\.version) == [1, 2, 3, 4, 5])
        }
    }

    @Test("C2: sharing requires a verified address if so configured")
    func limitsTheUnverified() async throws {
        try await TestGateway.with {
            $0.requiresVerifiedEmail = true
        } _: { gateway in
            let person = try await gateway.register()
            let closed = ["/v1/meals/\(UUID().uuidString)/share", "/v1/subscription"]
            for path in closed {
                let answer = try await person.send("POST", path, "{}")
                #expect(answer.status == 403 && answer.problem == "email-unverified")
            }
            #expect(try await person.client.get("/v1/subscription").status == 200)
            #expect(try await person.client.get("/v1/meals").status == 200)
            let code = try #require(try await Self.mails(to: person.account, gateway).last?.code)
            #expect(try await Self.verify(code, by: person).status == 204)
            for path in closed { #expect(try await person.send("POST", path, "{}").status != 403, "\(path)") }
        }
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let answer = try await person.send("POST", "/v1/meals/\(UUID().uuidString)/share", "{}")
            #expect(answer.status == 404)
        }
    }

    @Test("GW-07: snapshots contain the mail address of every account")
    func snapshots() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let before = try await gateway.database.events(ContactChanged.self).count
            _ = try await gateway.database.write(.request(correlationID: UUID())) { transaction in
                try await AccountSnapshots(sealer: gateway.sealer).appendPage(after: nil, limit: 10, in: transaction)
            }
            let sent = try await gateway.database.events(ContactChanged.self).dropFirst(before)
            let published = try #require(sent.first)
            #expect(
                sent.count == 1 && published.attributes.isSnapshot && !published.body.isVerified
                    && published.body.version == 1)
            let address = try await gateway.sealer.open(published.body.address, .contactAddress(of: person.account))
            #expect(address.email == person.email)
        }
    }
}
