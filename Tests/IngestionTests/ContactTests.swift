import EventContracts
import Foundation
import IngestionCore
import IngestionService
import Messaging
import Postgres
import Sealing
import ServiceRuntime
import TestSupport
import Testing

@Suite("Whose mailbox it is, and what one does without one's password, through the front door")
struct ContactTests {
    private static let verification = "/v1/accounts/verification"
    private static let recovery = "/v1/accounts/recovery"
    private static let newPassword = "another long password"

    /// A mail as `notification` is asked for it.
    private struct Mail {
        let kind: AccountMailKind
        let to: String
        let code: String?
        let expiresAt: Date
    }

    private static func mails(
        _ kind: AccountMailKind? = nil, to account: AccountID, _ gateway: TestGateway
    ) async throws -> [Mail] {
        var mails: [Mail] = []
        for event in try await gateway.database.said(AccountMailRequested.self)
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

    private static func contacts(of account: AccountID, _ gateway: TestGateway) async throws -> [ContactChanged] {
        try await gateway.database.said(ContactChanged.self).map(\.body).filter { $0.accountID == account }
    }

    private static func verify(_ code: String, by person: Person) async throws -> TestHTTPClient.Answer {
        try await person.send("POST", verification, #"{"code":"\#(code)"}"#)
    }

    private static func ask(_ email: String, _ gateway: TestGateway) async throws -> TestHTTPClient.Answer {
        try await gateway.client.send("POST", recovery, json: ["email": email])
    }

    private static func recover(
        _ code: String, _ password: String = newPassword, at gateway: TestGateway
    ) async throws -> TestHTTPClient.Answer {
        try await gateway.client.send("POST", recovery, json: ["code": code, "password": password])
    }

    /// The code of the newest recovery mail, once there are so many.
    private static func recoveryCode(
        _ count: Int = 1, to person: Person, _ gateway: TestGateway
    ) async throws -> String {
        try await eventually("\(count) recovery mails are asked for", within: .seconds(20)) {
            try await mails(.recovery, to: person.account, gateway).count == count
        }
        return try #require(try await mails(.recovery, to: person.account, gateway).last?.code)
    }

    private static func isNoCode(_ answer: TestHTTPClient.Answer) -> Bool {
        answer.status == 422 && answer.problem == "invalid-fields" && answer.pointers == ["/code"]
    }

    @Test("GW-07: registration mails a code, which shows that the address is the person's, once")
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
            // Verified already: there is nothing to mail.
            #expect(try await person.client.send("POST", Self.verification).status == 204)
            #expect(try await Self.mails(to: person.account, gateway).count == 1)
            // The code is nowhere to be read.
            let found = try await gateway.database.count(
                """
                SELECT count(*) FROM account_codes AS c, outbox AS o
                WHERE c::text LIKE '%\(raw: code)%' OR encode(o.body, 'escape') LIKE '%\(raw: code)%'
                    OR encode(o.body, 'escape') LIKE '%anna+food%'
                """)
            #expect(found == 0)
        }
    }

    @Test("GW-07, GW-23: a code of somebody else, of another kind, replaced, expired or made up is one answer")
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
            // Nobody's code was used up by that.
            let patient = try await gateway.signIn(other)
            #expect(try await patient.client.send("POST", Self.verification).status == 202)
            let fresh = try #require(try await Self.mails(to: other.account, gateway).last?.code)
            #expect(try await Self.verify(fresh, by: patient).status == 204)
        }
    }

    @Test("GW-07: nobody's mailbox is flooded with codes")
    func limits() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            var answers: [Int] = []
            for _ in 0..<4 { answers.append(try await person.client.send("POST", Self.verification).status) }
            #expect(answers == [202, 202, 429, 429])
            for _ in 0..<5 {
                #expect(try await Self.ask(person.email, gateway).status == 202)
                try await eventually("it is answered", within: .seconds(10)) {
                    try await gateway.database.count("SELECT count(*) FROM recovery_requests") == 0
                }
            }
            let sent = try await Self.mails(.recovery, to: person.account, gateway)
            #expect(sent.count == 3)
            // The newest one works for as long as no further one is mailed.
            gateway.clock.advance(by: .seconds(899))
            #expect(try await Self.recover(try #require(sent.last?.code), at: gateway).status == 204)
            gateway.clock.advance(by: .seconds(2))
            #expect(try await Self.ask(person.email, gateway).status == 202)
            _ = try await Self.recoveryCode(4, to: person, gateway)
        }
    }

    @Test("GW-07, GW-18: another address is to be verified anew; the old one is told, and its code is no good")
    func changesAddress() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register("old@example.com")
            let old = try #require(try await Self.mails(to: person.account, gateway).last?.code)
            #expect(try await Self.verify(old, by: person).status == 204)
            func change(_ address: String) async throws -> TestHTTPClient.Answer {
                try await person.send(
                    "PATCH", "/v1/account", #"{"email":"\#(address)","currentPassword":"\#(person.password)"}"#)
            }
            // The same mailbox, written differently.
            #expect(try await change("Old@Example.com").json["emailVerified"] == .bool(true))
            #expect(try await Self.mails(to: person.account, gateway).count == 1)
            #expect(try await Self.ask("old@example.com", gateway).status == 202)
            let recovery = try await Self.recoveryCode(to: person, gateway)
            #expect(try await change("new@example.com").json["emailVerified"] == .bool(false))
            let sent = try await Self.mails(to: person.account, gateway).suffix(2)
            #expect(sent.map(\.kind) == [.addressChanged, .verification])
            #expect(sent.map(\.to) == ["Old@example.com", "new@example.com"])
            #expect(sent.first?.code == nil)
            // What was mailed to the old address enters no account with a new one.
            #expect(Self.isNoCode(try await Self.recover(recovery, at: gateway)))
            let code = try #require(sent.last?.code)
            #expect(try await Self.verify(code, by: person).status == 204)
            let said = try await Self.contacts(of: person.account, gateway)
            #expect(said.map(\.isVerified) == [false, true, true, false, true])
            #expect(said.map(\.version) == [1, 2, 3, 4, 5])
        }
    }

    @Test("GW-17: a mailed code replaces the password once, ends every session, and tells the person")
    func recovers() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), phone = try await gateway.signIn(person)
            #expect(try await Self.ask(person.email, gateway).status == 202)
            let code = try await Self.recoveryCode(to: person, gateway)
            // A password that is refused costs nothing.
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
            // Who reads the mail has the mailbox.
            #expect(try await Self.contacts(of: person.account, gateway).map(\.isVerified) == [false, true])
        }
    }

    /// Somebody with a passkey, an authenticator and an issuer; what they sent for the authenticator is spent.
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

    private static func newestWays(of account: AccountID, _ gateway: TestGateway) async throws -> [AccountWayIn]? {
        let mail = try await gateway.database.said(AccountMailRequested.self).last { $0.body.accountID == account }
        guard let body = mail?.body else { return nil }
        return try await gateway.sealer.open(body.parameters, .accountMailParameters(body.mailID, of: account)).waysIn
    }

    @Test(
        "GW-17, GW-08, GW-20: whoever registered with another's address keeps no way in once its owner has the mailbox")
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
            #expect(entered.status == 201, "no second factor of somebody else's")
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

    @Test("GW-17, GW-08, GW-20: who had shown the mailbox to be theirs keeps what they added, and the mail lists it")
    func keepsWaysIn() async throws {
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

    @Test("GW-17: what a thief's session adds while the owner recovers is gone, or was refused")
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
        "GW-18, GW-08, GW-20: what one signs in by does not change in silence, once the address is known to be theirs")
    func tellsOfWaysIn() async throws {
        try await TestGateway.with { gateway in
            let (person, _, codes) = try await SecondFactorTests.guarded(gateway)
            let before = try await Self.mails(to: person.account, gateway)
            #expect(before.map(\.kind) == [.verification], "nobody is told who has not shown that it is theirs")
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
            let told = try await Self.mails(to: person.account, gateway).dropFirst()
            #expect(
                told.map(\.kind) == [.passkeyAdded, .passkeyRemoved, .identityRemoved, .secondFactorRemoved])
            #expect(told.allSatisfy { $0.to == person.email && $0.code == nil })
        }
    }

    @Test("GW-17: of two who use one code at the same time, one gets in")
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

    @Test("GW-17: after fifteen minutes, or once the password has changed, a code replaces nothing")
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

    @Test("C4: whether an account has the address is not to be told from the answer, and nothing is mailed to nobody")
    func tellsNothing() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let here = try await Self.ask(person.email, gateway), nowhere = try await Self.ask("nobody@x.org", gateway)
            let odd = try await Self.ask("not an address", gateway)
            for answer in [here, nowhere, odd] {
                #expect(answer.status == 202 && answer.body.isEmpty && answer.headers.count == here.headers.count)
            }
            _ = try await Self.recoveryCode(to: person, gateway)
            try await eventually("every request is answered", within: .seconds(10)) {
                try await gateway.database.count("SELECT count(*) FROM recovery_requests") == 0
            }
            #expect(try await gateway.database.count("SELECT count(*) FROM account_codes WHERE kind = 'recovery'") == 1)
            #expect(try await gateway.database.said(AccountMailRequested.self).count == 2)
        }
    }

    @Test("GW-17: a user name is mailed to the address of its account; a gateway copy more mails nothing twice")
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
                    try await eventually("it is answered", within: .seconds(10)) {
                        try await gateway.database.count("SELECT count(*) FROM recovery_requests") == 0
                    }
                }
            }
            let sent = try await Self.mails(.recovery, to: person.account, gateway)
            #expect((1...3).contains(sent.count) && sent.allSatisfy { $0.to == person.email })
        }
    }

    @Test("C2: an address that is not verified limits sharing and buying, where that is asked for, and nothing else")
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

    @Test("GW-07: snapshots say where mail goes, of those too who registered before anybody asked")
    func snapshots() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let before = try await gateway.database.said(ContactChanged.self).count
            _ = try await gateway.database.write(.request(correlationID: UUID())) { transaction in
                try await AccountSnapshots(sealer: gateway.sealer).appendPage(after: nil, limit: 10, in: transaction)
            }
            let sent = try await gateway.database.said(ContactChanged.self).dropFirst(before)
            let told = try #require(sent.first)
            #expect(sent.count == 1 && told.attributes.isSnapshot && !told.body.isVerified && told.body.version == 1)
            let address = try await gateway.sealer.open(told.body.address, .contactAddress(of: person.account))
            #expect(address.email == person.email)
        }
    }

    @Test("GW-17: sixty people who have forgotten their passwords all get in again, and only they")
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
