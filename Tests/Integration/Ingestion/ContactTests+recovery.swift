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

/// Recovery by a mailed code.
extension ContactTests {
    @Test("GW-17: a mailed code resets the password once")
    func recovers() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), phone = try await gateway.signIn(person)
            #expect(try await Self.ask(person.email, gateway).status == 202)
            let code = try await Self.recoveryCode(to: person, gateway)
            // A refused password does not use up the code.
            let short = try await Self.recover(code, "short", at: gateway)
            #expect(short.status == 422 && short.pointers == ["/password"])
            #expect(try await person.client.get("/v1/account").status == 200)
            #expect(try await Self.recover(code, at: gateway).status == 204)
            for client in [person.client, phone.client] {
                #expect(try await client.get("/v1/account").problem == "session-ended")
            }
            let refresh = try await gateway.client.send(
                "POST", "/v1/sessions/refresh", json: ["refreshToken": phone.refreshToken])
            #expect(refresh.status == 401)
            #expect(Self.isNoCode(try await Self.recover(code, "one more password", at: gateway)))
            for (password, status) in [(person.password, 401), ("one more password", 401), (Self.newPassword, 201)] {
                let answer = try await gateway.client.send(
                    "POST", "/v1/sessions", json: ["email": person.email, "password": password])
                #expect(answer.status == status, "\(password)")
            }
            let kinds = try await Self.mails(to: person.account, gateway).map(\.kind)
            #expect(kinds == [.verification, .recovery, .passwordChanged])
            // Using the mailed code verifies the address.
            #expect(try await Self.contacts(of: person.account, gateway).map(\.isVerified) == [false, true])
        }
    }

    /// A person with a passkey, an authenticator and an external identity; the code mailed while adding the
    /// authenticator is used up.
    private static func withEveryWay(_ gateway: TestGateway) async throws -> (Person, SoftAuthenticator) {
        let (person, _, codes) = try await SecondFactorTests.guarded(gateway)
        var phone = SoftAuthenticator()
        #expect(try await person.add(phone, code: codes[0]).status == 201)
        try await gateway.link(person, at: "auth0")
        phone.signCount = 2
        #expect(try await gateway.signIn(phone).status == 201)
        phone.signCount = 3
        return (person, phone)
    }

    private static func newestWays(of account: AccountID, _ gateway: TestGateway) async throws -> [AccountSignInMethod]?
    {
        let mail = try await gateway.database.events(AccountMailRequested.self).last { $0.body.accountID == account }
        guard let body = mail?.body else { return nil }
        return try await gateway.sealer.open(body.parameters, .accountMailParameters(body.mailID, of: account)).waysIn
    }

    @Test(
        "GW-17, GW-08, GW-20: recovery: an unverified account loses all methods")
    func takesOver() async throws {
        try await TestGateway.with { gateway in
            let (thief, phone) = try await Self.withEveryWay(gateway)
            let end = EventTime.format(gateway.clock.now().addingTimeInterval(86_400))
            let grant = try await thief.send(
                "POST", "/v1/grants", #"{"name":"me","scopes":["diary"],"expiresAt":"\#(end)"}"#)
            #expect(grant.status == 201)
            #expect(try await Self.mails(to: thief.account, gateway).map(\.kind) == [.verification])
            #expect(try await Self.ask(thief.email, gateway).status == 202)
            #expect(try await Self.recover(try await Self.recoveryCode(to: thief, gateway), at: gateway).status == 204)
            #expect(try await gateway.signIn(phone).status == 401)
            let entered = try await gateway.client.send(
                "POST", "/v1/sessions", json: ["email": thief.email, "password": Self.newPassword])
            #expect(entered.status == 201, "the second factor that another person added is gone")
            let owner = try Person(
                entered, email: thief.email, password: Self.newPassword, client: gateway.client)
            for path in ["/v1/account/passkeys", "/v1/account/identities"] {
                #expect(try await owner.client.get(path).json["items"]?.items.isEmpty == true)
            }
            #expect(try await owner.client.get("/v1/account/totp").json["state"]?.string == "off")
            #expect(try await gateway.database.count("SELECT count(*) FROM grants WHERE ended_at IS NULL") == 0)
            let sent = try await Self.mails(to: thief.account, gateway)
            #expect(sent.last?.kind == .recoveredAnew)
            let gone = try await Self.newestWays(of: thief.account, gateway)?.map(\.kind) ?? []
            #expect(gone == [.secondFactor, .passkey, .identity])
            #expect(try await gateway.audited("ways-in-removed") == 1)
        }
    }

    @Test("GW-17, GW-08, GW-20: recovery: a verified account keeps its methods")
    func keepsSignInMethods() async throws {
        try await TestGateway.with { gateway in
            let (person, phone) = try await Self.withEveryWay(gateway)
            let code = try #require(try await Self.mails(to: person.account, gateway).first?.code)
            #expect(try await Self.verify(code, by: person).status == 204)
            #expect(try await Self.ask(person.email, gateway).status == 202)
            #expect(try await Self.recover(try await Self.recoveryCode(to: person, gateway), at: gateway).status == 204)
            let asked = try await gateway.client.send(
                "POST", "/v1/sessions", json: ["email": person.email, "password": Self.newPassword])
            #expect(asked.problem == "second-factor-required")
            #expect(try await gateway.signIn(phone).status == 201)
            #expect(try await Self.mails(to: person.account, gateway).last?.kind == .recovered)
            let kept = try #require(try await Self.newestWays(of: person.account, gateway))
            #expect(kept.map(\.kind) == [.secondFactor, .passkey, .identity])
            #expect(kept.map(\.issuer) == [nil, nil, "auth0"])
        }
    }

    @Test("GW-17: recovery: sign-in methods added meanwhile are removed")
    func takesOverAtOnce() async throws {
        try await TestGateway.with { gateway in
            let thief = try await gateway.register()
            let options = try await thief.send("POST", "/v1/account/passkeys/options", thief.proof).json
            #expect(try await Self.ask(thief.email, gateway).status == 202)
            let code = try await Self.recoveryCode(to: thief, gateway)
            let made = #"{"name":"x","credential":\#(SoftAuthenticator().registration(options))}"#
            async let added = thief.send("POST", "/v1/account/passkeys", made).status
            async let recovered = Self.recover(code, at: gateway).status
            let (first, second) = try await (added, recovered)
            #expect(second == 204 && [201, 401, 422].contains(first))
            #expect(try await gateway.database.count("SELECT count(*) FROM passkeys") == 0)
        }
    }

    @Test(
        "GW-18, GW-08, GW-20: sign-in changes: mailed if verified")
    func notifiesOfSignInMethods() async throws {
        try await TestGateway.with { gateway in
            let (person, _, codes) = try await SecondFactorTests.guarded(gateway)
            let before = try await Self.mails(to: person.account, gateway)
            #expect(before.map(\.kind) == [.verification], "unverified addresses get no mail about sign-in methods")
            #expect(try await Self.verify(try #require(before.first?.code), by: person).status == 204)
            let added = try await person.add(SoftAuthenticator(), code: codes[0])
            let passkey = try #require(try added.json["id"]?.string)
            try await gateway.link(person, at: "auth0")
            let identities = try await person.client.get("/v1/account/identities").json["items"]?.items
            let identity = try #require(identities?.first?["id"]?.string)
            let paths = ["/v1/account/passkeys/\(passkey)", "/v1/account/identities/\(identity)"]
            for (path, code) in zip(paths, codes[1...]) {
                #expect(try await person.send("DELETE", path, "").pointers == ["/currentPassword"])
                #expect(try await person.send("DELETE", path, person.proof).pointers == ["/code"])
                let proof = #"{"currentPassword":"\#(person.password)","code":"\#(code)"}"#
                #expect(try await person.send("DELETE", path, proof).status == 204)
                #expect(try await person.send("DELETE", path, proof).status == 404)
            }
            let proof = #"{"currentPassword":"\#(person.password)","code":"\#(codes[3])"}"#
            #expect(try await person.send("POST", "/v1/account/totp/removal", proof).status == 204)
            let published = try await Self.mails(to: person.account, gateway).dropFirst()
            #expect(
                published.map(\.kind) == [.passkeyAdded, .passkeyRemoved, .identityRemoved, .secondFactorRemoved])
            #expect(published.allSatisfy { $0.to == person.email && $0.code == nil })
        }
    }

    @Test("GW-17: two concurrent uses of one code: one succeeds")
    func recoversOnce() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            _ = try await Self.ask(person.email, gateway)
            let code = try await Self.recoveryCode(to: person, gateway)
            async let one = Self.recover(code, "the first password", at: gateway)
            async let two = Self.recover(code, "the second password", at: gateway)
            let answers = try await [one, two]
            #expect(answers.map(\.status).sorted() == [204, 422])
            let winner = answers[0].status == 204 ? "the first password" : "the second password"
            let entered = try await gateway.client.send(
                "POST", "/v1/sessions", json: ["email": person.email, "password": winner])
            #expect(entered.status == 201)
        }
    }

    @Test("GW-17: a code expires after fifteen minutes or a password change")
    func expires() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            _ = try await Self.ask(person.email, gateway)
            let late = try await Self.recoveryCode(to: person, gateway)
            let expiry = try #require(try await Self.mails(.recovery, to: person.account, gateway).last?.expiresAt)
            #expect(abs(expiry.timeIntervalSince(gateway.clock.now()) - 900) < 1)
            gateway.clock.advance(by: .seconds(900))
            #expect(Self.isNoCode(try await Self.recover(late, at: gateway)))
            let again = try await gateway.signIn(person)
            _ = try await Self.ask(person.email, gateway)
            let void = try await Self.recoveryCode(2, to: person, gateway)
            let changed = try await again.send(
                "PATCH", "/v1/account",
                #"{"password":"\#(Self.newPassword)","currentPassword":"\#(person.password)"}"#)
            #expect(changed.status == 200)
            #expect(Self.isNoCode(try await Self.recover(void, "one more password", at: gateway)))
            #expect(try await Self.mails(.passwordChanged, to: person.account, gateway).count == 1)
        }
    }

    @Test("C4: responses do not reveal whether an account exists")
    func revealsNothing() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let here = try await Self.ask(person.email, gateway), nowhere = try await Self.ask("nobody@x.org", gateway)
            let odd = try await Self.ask("not an address", gateway)
            for answer in [here, nowhere, odd] {
                #expect(answer.status == 202 && answer.body.isEmpty && answer.headers.count == here.headers.count)
            }
            _ = try await Self.recoveryCode(to: person, gateway)
            try await eventually("every request is answered") {
                try await gateway.database.count("SELECT count(*) FROM recovery_requests") == 0
            }
            #expect(try await gateway.database.count("SELECT count(*) FROM account_codes WHERE kind = 'recovery'") == 1)
            #expect(try await gateway.database.events(AccountMailRequested.self).count == 2)
        }
    }

    @Test("GW-17: user name: mailed once to its account's address")
    func mailsOnce() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let named = try await person.send(
                "PATCH", "/v1/account", #"{"username":"zoe.1","currentPassword":"\#(person.password)"}"#)
            #expect(named.status == 200)
            try await gateway.withAnotherCopy { copy in
                for text in ["zoe.1", person.email.uppercased(), person.email] {
                    #expect(try await Self.ask(text, gateway).status == 202)
                    #expect(try await copy.send("POST", Self.recovery, json: ["email": text]).status == 202)
                    try await eventually("it is answered") {
                        try await gateway.database.count("SELECT count(*) FROM recovery_requests") == 0
                    }
                }
            }
            let sent = try await Self.mails(.recovery, to: person.account, gateway)
            #expect((1...3).contains(sent.count) && sent.allSatisfy { $0.to == person.email })
        }
    }

    @Test("GW-17: each of sixty recovered accounts signs in with its new password")
    func recoversMany() async throws {
        try await TestGateway.with {
            $0.rates.signInsPerAddress = 100_000
            $0.hashingQueue = 500
        } _: { gateway in
            var people: [Person] = []
            for _ in 0..<60 { people.append(try await gateway.register()) }
            for person in people { #expect(try await Self.ask(person.email, gateway).status == 202) }
            var entered = 0
            for person in people {
                let code = try await Self.recoveryCode(to: person, gateway)
                let password = "new password of \(person.account)"
                guard try await Self.recover(code, password, at: gateway).status == 204 else { continue }
                let answer = try await gateway.client.send(
                    "POST", "/v1/sessions", json: ["email": person.email, "password": password])
                if answer.status == 201 { entered += 1 }
            }
            #expect(entered == people.count)
        }
    }
}
