import AsyncHTTPClient
import Crypto
import EventContracts
import Foundation
import IngestionAccounts
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

@Suite("External issuers") struct IssuerTests {
    /// Runs an issuer and a gateway that is configured for it.
    static func with(
        signing algorithm: IssuerSettings.Algorithm = .es256,
        _ body: @escaping @Sendable (TestGateway, IssuerPeer) async throws -> Void
    ) async throws {
        try await IssuerPeer.with { peer in
            var settings = IssuerSettings(
                name: "auth0", issuer: peer.url, clientID: IssuerPeer.clientID, clientSecret: IssuerPeer.clientSecret,
                redirectURI: "https://app.example/signed-in")
            settings.algorithm = algorithm
            settings.title = "Auth0"
            let known = settings
            try await TestGateway.with {
                $0.issuers = [known]
            } _: { gateway in
                try await body(gateway, peer)
            }
        }
    }

    private static let secret = Base64URL.encode((0..<32).map { _ in UInt8.random(in: .min ... .max) })
    private static let binding = Base64URL.encode(SHA256.hash(data: Array(secret.utf8)))

    /// The parameters of the redirect back to the client after a sign-in at the issuer.
    private static func arrival(
        _ gateway: TestGateway, _ peer: IssuerPeer, _ person: IssuerPeer.Person = .init(), more: String = ""
    ) async throws -> String {
        let answer = try await gateway.client.send(
            "GET", "/v1/sessions/oidc/auth0?binding=\(binding)", headers: ["accept": "application/json"])
        guard let url = try answer.json["url"]?.string else { throw Unexpected(answer) }
        let (code, state) = try peer.signIn(person, sentTo: url)
        return #""code":"\#(code)","state":"\#(state)","secret":"\#(secret)"\#(more)"#
    }

    /// The response to a request whose redirect is not followed.
    private static func unfollowed(_ client: TestHTTPClient, _ path: String) async throws -> TestHTTPClient.Answer {
        var settings = HTTPClient.Configuration()
        settings.redirectConfiguration = .disallow
        let still = HTTPClient(eventLoopGroupProvider: .singleton, configuration: settings)
        let port = URLComponents(string: client.baseURL)?.port ?? 0
        let answer: Result<TestHTTPClient.Answer, any Error>
        do {
            answer = .success(try await TestHTTPClient(port: port, client: still).send("GET", path))
        } catch {
            answer = .failure(error)
        }
        try await still.shutdown()
        return try answer.get()
    }

    static func signIn(
        _ gateway: TestGateway, _ peer: IssuerPeer, _ person: IssuerPeer.Person = .init(), more: String = ""
    ) async throws -> TestHTTPClient.Answer {
        try await gateway.send(
            "/v1/sessions/oidc/auth0", "{\(try await arrival(gateway, peer, person, more: more))}")
    }

    @Test("GW-20: issuers are listed, and the list is cacheable")
    func listed() async throws {
        try await Self.with { gateway, _ in
            let answer = try await gateway.client.send("GET", "/v1/sessions/oidc")
            let items = try answer.json["items"]?.items ?? []
            #expect(answer.status == 200 && items.count == 1)
            #expect(items.first?["name"]?.string == "auth0" && items.first?["title"]?.string == "Auth0")
            #expect(items.first?["redirectUri"]?.string == "https://app.example/signed-in")
            let tag = try #require(answer.header("etag"))
            let again = try await gateway.client.send("GET", "/v1/sessions/oidc", headers: ["if-none-match": tag])
            #expect(again.status == 304)
            #expect(answer.header("cache-control")?.contains("max-age") == true)
            // The response does not contain the gateway's client secret.
            #expect(!answer.text.contains(IssuerPeer.clientSecret) && !answer.text.contains(IssuerPeer.clientID))
        }
        try await TestGateway.with { gateway in
            let none = try await gateway.client.send("GET", "/v1/sessions/oidc").json
            #expect(none["items"]?.items.isEmpty == true)
        }
    }

    @Test("GW-20, C9: an issuer sign-in creates an account, then finds it")
    func signsIn() async throws {
        try await Self.with { gateway, peer in
            let first = try await Self.signIn(gateway, peer)
            #expect(first.status == 201)
            let person = try Person(first, email: "somebody@example.com", password: "", client: gateway.client)
            // The terms must be accepted first (GW-21).
            #expect(try await person.client.get("/v1/meals").problem == "terms-required")
            let accepted = try await person.send(
                "PUT", "/v1/terms/acceptance", #"{"version":"\#(TestGateway.terms)"}"#)
            #expect(accepted.status == 204)
            let account = try await person.client.get("/v1/account").json
            #expect(account["email"]?.string == "somebody@example.com" && account["emailVerified"] == .bool(true))
            let second = try await Self.signIn(gateway, peer)
            #expect(try second.json["account"]?["id"]?.string == person.account.description)
            let sessions = try await person.client.get("/v1/sessions").json["items"]?.items ?? []
            #expect(sessions.map { $0["signedInBy"]?.items.compactMap(\.string) } == [["issuer"], ["issuer"]])
            let identities = try await person.client.get("/v1/account/identities").json["items"]?.items ?? []
            #expect(identities.map { $0["issuer"]?.string } == ["auth0"])
            #expect(peer.fetches("/tenant/.well-known/openid-configuration") == 1 && peer.fetches("/tenant/jwks") == 1)
            // The only sign-in method of an account without a password cannot be removed.
            let wrong = try await gateway.client.send(
                "POST", "/v1/sessions", json: ["email": "somebody@example.com", "password": ""])
            #expect(wrong.status != 201)
            let id = try #require(identities.first?["id"]?.string)
            let path = "/v1/account/identities/\(id)"
            #expect(try await person.send("DELETE", path, "").problem == "forbidden", "not seen lately")
            let entered = try await Self.signIn(gateway, peer, .init(seenAgo: 0))
            let seen = try Person(entered, email: "somebody@example.com", password: "", client: gateway.client)
            #expect(try await seen.send("DELETE", path, "").problem == "last-way-in")
        }
    }

    @Test("X-Session: issuer registration and sign-in set the cookie")
    func cookie() async throws {
        try await Self.with { gateway, peer in
            for _ in 0..<2 {
                let body = Array("{\(try await Self.arrival(gateway, peer))}".utf8)
                let answer = try await gateway.client.send(
                    "POST", "/v1/sessions/oidc/auth0", headers: CookieSessionTests.mode, body: body)
                _ = try CookieSessionTests.token(
                    answer, name: "refresh", attributes: "Path=/; HttpOnly; SameSite=Strict")
            }
        }
    }

    @Test("OPS-15: during a retirement issuers admit existing accounts only")
    func retiring() async throws {
        try await Self.with { gateway, peer in
            #expect(try await Self.signIn(gateway, peer).status == 201)
            let now = gateway.clock.now()
            let retirement = AnnouncementMade(
                announcementID: .random(), kind: .retirement, texts: AnnouncementTests.texts, madeAt: now,
                endsAt: now.addingTimeInterval(86_400), retiresAt: now.addingTimeInterval(86_400 * 90))
            #expect(try await AnnouncementRepository.add(retirement, in: gateway.database.pool))
            let refused = try await Self.signIn(gateway, peer, .init(subject: "new", email: "new@example.com"))
            #expect(refused.problem == "no-new-accounts")
            #expect(try await gateway.audited("registered") == 1)
            #expect(try await Self.signIn(gateway, peer).status == 201)
        }
    }

    @Test("GW-21: terms accepted during sign-in count, else they are requested")
    func terms() async throws {
        try await Self.with { gateway, peer in
            let wrong = try await Self.signIn(gateway, peer, more: #","acceptedTerms":"1999""#)
            #expect(wrong.status == 422 && wrong.pointers == ["/acceptedTerms"])
            let answer = try await Self.signIn(
                gateway, peer, more: #","acceptedTerms":"\#(TestGateway.terms)","locale":"fr-CA""#)
            let person = try Person(answer, email: "", password: "", client: gateway.client)
            #expect(try await person.client.get("/v1/account").json["locale"]?.string == "fr-CA")
        }
    }

    @Test("GW-20: issuer sign-in: uses state, nonce and PKCE")
    func redirects() async throws {
        try await Self.with { gateway, peer in
            let answer = try await Self.unfollowed(gateway.client, "/v1/sessions/oidc/auth0?binding=\(Self.binding)")
            #expect(answer.status == 303)
            let url = try #require(answer.header("location"))
            #expect(
                url.hasPrefix("\(peer.url)/authorize?response_type=code&client_id=food%20magic&redirect_uri=https%3A"))
            _ = try peer.signIn(.init(), sentTo: url)
            for query in ["", "?binding=", "?binding=abc"] {
                let refused = try await gateway.client.get("/v1/sessions/oidc/auth0\(query)")
                #expect(refused.status == 422 && refused.parameters == ["binding"])
            }
            #expect(try await gateway.client.get("/v1/sessions/oidc/other?binding=\(Self.binding)").status == 404)
        }
    }

    @Test("GW-20: a matching address alone opens no account")
    func linksNeverSilently() async throws {
        try await Self.with { gateway, peer in
            let owner = try await gateway.register("owner@example.com"), other = try await gateway.register()
            let visitor = IssuerPeer.Person(subject: "o", email: "OWNER@example.com")
            let refused = try await Self.signIn(gateway, peer, visitor)
            #expect(refused.status == 409 && refused.problem == "account-exists")
            let link = try #require(try refused.json["link"]?.string)
            #expect(try await owner.client.get("/v1/account/identities").json["items"]?.items.isEmpty == true)
            func take(_ person: Person, _ password: String) async throws -> TestHTTPClient.Answer {
                try await person.send(
                    "POST", "/v1/account/identities", #"{"link":"\#(link)","currentPassword":"\#(password)"}"#)
            }
            #expect(try await take(other, other.password).status == 404)
            #expect(try await take(owner, "guess").pointers == ["/currentPassword"])
            #expect(try await take(owner, owner.password).status == 201)
            #expect(try await take(owner, owner.password).status == 404)
            let entered = try await Self.signIn(gateway, peer, visitor)
            #expect(try entered.json["account"]?["id"]?.string == owner.account.description)
            // After its removal the identity can be linked again.
            let id = try #require(
                try await owner.client.get("/v1/account/identities").json["items"]?.items[0]["id"]?.string)
            #expect(try await other.send("DELETE", "/v1/account/identities/\(id)", "").status == 404)
            #expect(try await owner.send("DELETE", "/v1/account/identities/\(id)", "").pointers == ["/currentPassword"])
            #expect(try await owner.send("DELETE", "/v1/account/identities/\(id)", owner.proof).status == 204)
            #expect(try await Self.signIn(gateway, peer, visitor).status == 409)
            #expect(try await gateway.audited("identity-linked") == 1)
            #expect(try await gateway.audited("identity-unlinked") == 1)
        }
    }

    @Test("GW-20: a signed-in account can link an identity once")
    func linksSignedInAccount() async throws {
        try await Self.with { gateway, peer in
            let owner = try await gateway.register(), other = try await gateway.register()
            let visitor = IssuerPeer.Person(subject: "elsewhere", email: nil)
            func link(_ person: Person) async throws -> TestHTTPClient.Answer {
                let arrival = try await Self.arrival(gateway, peer, visitor)
                return try await person.send(
                    "POST", "/v1/account/identities",
                    #"{"issuer":"auth0","currentPassword":"\#(person.password)",\#(arrival)}"#)
            }
            #expect(try await link(owner).status == 201)
            #expect(try await link(owner).status == 409)
            #expect(try await link(other).status == 409)
            let entered = try await Self.signIn(gateway, peer, visitor)
            #expect(try entered.json["account"]?["id"]?.string == owner.account.description)
        }
    }

    @Test("GW-20: issuer sign-in: works once, for ten minutes, for its client")
    func attempts() async throws {
        try await Self.with { gateway, peer in
            let path = "/v1/sessions/oidc/auth0"
            let stolen = try await Self.arrival(gateway, peer).replacing(
                Self.secret, with: String(repeating: "x", count: 43))
            #expect(try await gateway.send(path, "{\(stolen)}").status == 401)
            let late = try await Self.arrival(gateway, peer)
            gateway.clock.advance(by: .seconds(601))
            #expect(try await gateway.send(path, "{\(late)}").status == 401)
            let once = try await Self.arrival(gateway, peer)
            _ = try await gateway.send(path, "{\(once)}")
            let answer = try await gateway.send(path, "{\(once)}")
            #expect(answer.status == 401 && answer.problem == "invalid-credentials")
            let made = #"{"code":"x","state":"y","secret":"\#(Self.secret)"}"#
            #expect(try await gateway.send(path, made).status == 401)
            let wrongCode = try await Self.arrival(gateway, peer).replacing(#""code":""#, with: #""code":"1"#)
            #expect(try await gateway.send(path, "{\(wrongCode)}").status == 401)
            #expect(peer.refusals == ["invalid_grant"])
            #expect(try await gateway.audited("issuer-refused") == 5)
        }
    }

    @Test("GW-20: issuer sign-in: a verified address is required")
    func unverified() async throws {
        try await Self.with { gateway, peer in
            for visitor in [
                IssuerPeer.Person(subject: "a", email: nil),
                IssuerPeer.Person(subject: "b", email: "x@example.com", isVerified: false),
                IssuerPeer.Person(subject: "c", email: "no address"),
            ] {
                let answer = try await Self.signIn(gateway, peer, visitor)
                #expect(answer.status == 403 && answer.problem == "email-unverified")
            }
        }
    }

    @Test("GW-08: issuer sign-in: the second factor is still required")
    func secondFactor() async throws {
        try await Self.with { gateway, peer in
            let (person, secret, codes) = try await SecondFactorTests.guarded(gateway)
            let arrival = try await Self.arrival(gateway, peer, .init(subject: "s", email: nil))
            let linked = try await person.send(
                "POST", "/v1/account/identities",
                #"""
                {"issuer":"auth0","currentPassword":"\#(person.password)","secondFactorCode":"\#(codes[0])",\#(arrival)}
                """#
            )
            #expect(linked.status == 201)
            let asked = try await Self.signIn(gateway, peer, .init(subject: "s", email: nil))
            #expect(asked.status == 401 && asked.problem == "second-factor-required")
            let challenge = try #require(try asked.json["challenge"]?.string)
            let entered = try await gateway.client.send(
                "POST", "/v1/sessions",
                json: ["challenge": challenge, "code": SecondFactorTests.code(secret, gateway)])
            let now = try Person(entered, email: "", password: "", client: gateway.client)
            let sessions = try await now.client.get("/v1/sessions").json["items"]?.items
            let current = sessions?.first { $0["current"] == .bool(true) }
            #expect(current?["signedInBy"]?.items.compactMap(\.string) == ["issuer", "code"])
        }
    }

    @Test("GW-19, GW-20: an issuer sign-in is proof for issuer-only accounts")
    func proves() async throws {
        try await Self.with { gateway, peer in
            func export(_ visitor: IssuerPeer.Person) async throws -> (Person, TestHTTPClient.Answer) {
                let entered = try await Self.signIn(gateway, peer, visitor)
                let person = try Person(entered, email: "", password: "", client: gateway.client)
                return (person, try await person.send("POST", "/v1/export", "{}"))
            }
            for ago in [nil, 301.0] {
                let (_, refused) = try await export(.init(seenAgo: ago))
                #expect(
                    refused.status == 403 && refused.problem == "forbidden", "seen \(String(describing: ago)) s ago")
            }
            let (person, asked) = try await export(.init(seenAgo: 200))
            #expect(asked.status == 202)
            gateway.clock.advance(by: .seconds(101))
            #expect(try await person.send("DELETE", "/v1/account", "{}").status == 403)
            let (again, _) = try await export(.init(seenAgo: 0))
            #expect(try await again.send("DELETE", "/v1/account", "{}").status == 202)
        }
    }

    @Test("OpenID Connect Core 3.1.2.1: max_age and auth_time are used for proofs")
    func asksAgain() async throws {
        try await Self.with { gateway, peer in
            for (more, isAsked) in [("", false), ("&fresh=false", false), ("&fresh=true", true)] {
                let answer = try await gateway.client.send(
                    "GET", "/v1/sessions/oidc/auth0?binding=\(Self.binding)\(more)",
                    headers: ["accept": "application/json"])
                let url = try #require(try answer.json["url"]?.string)
                #expect(url.hasSuffix("&prompt=login&max_age=0") == isAsked)
            }
            peer.lie { $0.auth_time = $0.iat + 3_600 }
            #expect(try await Self.signIn(gateway, peer).status == 401, "seen in an hour")
        }
    }

    @Test("OPS-02: an unavailable issuer is reported; everything else continues")
    func away() async throws {
        try await Self.with { gateway, peer in
            peer.setAway(true)
            let answer = try await gateway.client.get("/v1/sessions/oidc/auth0?binding=\(Self.binding)")
            #expect(answer.status == 503 && answer.header("retry-after") != nil)
            _ = try await gateway.register()
            peer.setAway(false)
            #expect(try await Self.signIn(gateway, peer).status == 201)
            // The issuer's metadata and keys are cached; only the exchange of the code calls the issuer.
            peer.setAway(true)
            _ = try await Self.arrival(gateway, peer)
        }
    }
}
