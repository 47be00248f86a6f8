import EventContracts
import Foundation
import IngestionAccounts
import IngestionCore
import IngestionService
import Messaging
import Postgres
import TestPeers
import TestSupport
import Testing

/// Refresh tokens in a cookie that scripts cannot read (`X-Session: cookie`).
@Suite("Sessions with a cookie") struct CookieSessionTests {
    /// A client that keeps its refresh token in the cookie.
    static let mode = ["x-session": "cookie", "content-type": "application/json"]
    private static let attributes = "Path=/; HttpOnly; Secure; SameSite=Strict"

    /// A gateway that people reach by TLS.
    private func withGateway(
        _ change: (inout IngestionConfiguration) -> Void = { _ in },
        _ body: @escaping @Sendable (TestGateway) async throws -> Void
    ) async throws {
        try await TestGateway.with(
            {
                $0.publicURL = "https://food.example"
                change(&$0)
            }, body)
    }

    /// The token in the cookie of an answer whose body has none.
    static func token(
        _ answer: TestHTTPClient.Answer, name: String = "__Host-refresh", attributes: String = attributes
    ) throws -> String {
        #expect(answer.status == 201, "\(answer.text)")
        let session = try answer.json["session"]
        #expect(session?.names == ["accessToken", "expiresIn"])
        let cookie = try #require(answer.header("set-cookie"))
        let start = "\(name)=", end = "; \(attributes); Max-Age=2592000"
        try #require(cookie.hasPrefix(start) && cookie.hasSuffix(end), "\(cookie)")
        let token = String(cookie.dropFirst(start.count).dropLast(end.count))
        #expect(SecretToken(token) != nil)
        return token
    }

    private func post(
        _ gateway: TestGateway, _ path: String, _ body: String, _ headers: [String: String] = [:]
    ) async throws -> TestHTTPClient.Answer {
        try await gateway.client.send(
            "POST", path, headers: Self.mode.merging(headers) { $1 }, body: Array(body.utf8))
    }

    private func signIn(
        _ gateway: TestGateway, _ person: Person, _ headers: [String: String] = [:]
    ) async throws -> TestHTTPClient.Answer {
        try await post(
            gateway, "/v1/sessions", #"{"email":"\#(person.email)","password":"\#(person.password)"}"#, headers)
    }

    /// Refreshes as a page of the gateway's origin does, unless the headers differ.
    private func refresh(
        _ gateway: TestGateway, _ token: String?, _ headers: [String: String?] = [:]
    ) async throws -> TestHTTPClient.Answer {
        var sent: [String: String] = ["x-session": "cookie", "sec-fetch-site": "same-origin"]
        sent["cookie"] = token.map { "theme=dark; __Host-refresh=\($0)" }
        for (name, value) in headers { sent[name] = value }
        return try await gateway.client.send("POST", "/v1/sessions/refresh", headers: sent)
    }

    @Test("X-Session: the refresh token is only in the cookie")
    func signsIn() async throws {
        try await withGateway { gateway in
            let registration =
                #"{"email":"anna@example.com","password":"a long enough password","#
                + #""acceptedTerms":"\#(TestGateway.terms)"}"#
            var tokens = [try Self.token(try await post(gateway, "/v1/accounts", registration))]
            let person = try await gateway.register()
            tokens.append(try Self.token(try await signIn(gateway, person)))

            var phone = SoftAuthenticator()
            #expect(try await person.add(phone).status == 201)
            phone.signCount += 1
            phone.userHandle = withUnsafeBytes(of: person.account.uuid.uuid) { Array($0) }
            let options = try await gateway.send("/v1/sessions/passkey/options", "{}").json
            let credential = #"{"credential":\#(phone.assertion(options))}"#
            tokens.append(try Self.token(try await post(gateway, "/v1/sessions/passkey", credential)))

            let (guarded, secret, _) = try await SecondFactorTests.guarded(gateway)
            let asked = try await signIn(gateway, guarded)
            #expect(asked.problem == "second-factor-required" && asked.header("set-cookie") == nil)
            let challenge = try #require(try asked.json["challenge"]?.string)
            let code = SecondFactorTests.code(secret, gateway)
            tokens.append(
                try Self.token(
                    try await post(gateway, "/v1/sessions", #"{"challenge":"\#(challenge)","code":"\#(code)"}"#)))
            #expect(Set(tokens).count == 4)
            for token in tokens { #expect(try await refresh(gateway, token).status == 201) }
        }
    }

    @Test("X-Session: an unknown value is rejected; without it no cookie is used")
    func bearer() async throws {
        try await withGateway { gateway in
            let person = try await gateway.register()
            let wrong = try await signIn(gateway, person, ["x-session": "local"])
            #expect(wrong.status == 400 && wrong.problem == "malformed-request")
            let plain = try await gateway.client.send(
                "POST", "/v1/sessions", json: ["email": person.email, "password": person.password])
            #expect(plain.status == 201 && plain.header("set-cookie") == nil)
            let token = try #require(try plain.json["session"]?["refreshToken"]?.string)
            let unread = try await refresh(gateway, token, ["x-session": nil])
            #expect(unread.status == 422 && unread.pointers == ["/refreshToken"])
            let alone = try await gateway.client.send(
                "GET", "/v1/account", headers: ["cookie": "__Host-refresh=\(token)", "x-session": "cookie"])
            #expect(alone.status == 401 && alone.problem == "unauthenticated")
            #expect(
                try await gateway.client.send("POST", "/v1/sessions/refresh", json: ["refreshToken": token]).status
                    == 201)
        }
    }

    @Test("refresh by cookie: each one rotates the token; reuse ends the session")
    func refreshes() async throws {
        try await withGateway { gateway in
            let first = try Self.token(try await signIn(gateway, try await gateway.register()))
            let answer = try await refresh(gateway, first)
            let second = try Self.token(answer)
            #expect(second != first)
            let access = try #require(try answer.json["session"]?["accessToken"]?.string)
            #expect(
                try await gateway.client.send("GET", "/v1/account", headers: ["authorization": "Bearer \(access)"])
                    .status == 200)
            let reused = try await refresh(gateway, first)
            #expect(reused.problem == "session-ended")
            #expect(reused.header("set-cookie") == "__Host-refresh=; \(Self.attributes); Max-Age=0")
            #expect(try await refresh(gateway, second).problem == "session-ended")
        }
    }

    @Test("refresh by cookie: rejected from other sites; the token stays valid")
    func crossSite() async throws {
        try await withGateway { gateway in
            let token = try Self.token(try await signIn(gateway, try await gateway.register()))
            for site in ["cross-site", "same-site", "none", "", "same-origin, cross-site", nil] {
                let refused = try await refresh(gateway, token, ["sec-fetch-site": site])
                #expect(refused.status == 403 && refused.problem == "forbidden", "\(site ?? "absent")")
                #expect(refused.header("set-cookie") == nil)
            }
            #expect(try await refresh(gateway, token, ["x-session": nil]).status == 422)
            #expect(try await refresh(gateway, nil).status == 401)
            #expect(try await refresh(gateway, "short").status == 401)
            let twice = "__Host-refresh=\(token); __Host-refresh=\(token)"
            #expect(try await refresh(gateway, nil, ["cookie": twice]).status == 401)
            let other = try await refresh(gateway, nil, ["cookie": "refresh=\(token)"])
            #expect(other.status == 401 && other.problem == "unauthenticated")
            #expect(try await refresh(gateway, token).status == 201)
        }
    }

    @Test("refresh by cookie: allowed foreign origins cannot use it")
    func preflight() async throws {
        try await withGateway {
            $0.crossOrigin = CrossOrigin(origins: ["https://app.example"])
        } _: { gateway in
            let answer = try await gateway.client.send(
                "OPTIONS", "/v1/sessions/refresh",
                headers: [
                    "origin": "https://app.example", "access-control-request-method": "POST",
                    "access-control-request-headers": "x-session",
                ])
            #expect(answer.status == 204 && answer.header("access-control-allow-credentials") == nil)
            #expect(answer.header("access-control-allow-headers")?.lowercased().contains("x-session") == false)
        }
    }

    @Test("refresh by cookie: the same key gets the same cookie, also 8 at once")
    func repeats() async throws {
        try await withGateway { gateway in
            let key: [String: String?] = ["idempotency-key": "once"]
            let person = try await gateway.register()
            let signedIn = try await signIn(gateway, person, ["idempotency-key": "in"])
            let repeated = try await signIn(gateway, person, ["idempotency-key": "in"])
            let first = try Self.token(signedIn)
            #expect(repeated.text == signedIn.text)
            #expect(repeated.header("set-cookie") == signedIn.header("set-cookie"))
            let answers = try await withThrowingTaskGroup(of: TestHTTPClient.Answer.self) { group in
                for _ in 0..<8 { group.addTask { try await self.refresh(gateway, first, key) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let second = try Self.token(answers[0])
            #expect(Set(answers.map(\.text)).count == 1)
            #expect(Set(answers.map { $0.header("set-cookie") }).count == 1)
            // One key per session suffices, since it belongs to the token that it was first sent with.
            let third = try Self.token(try await refresh(gateway, second, key))
            #expect(third != second)
            #expect(try Self.token(try await refresh(gateway, second, key)) == third)
            #expect(try await refresh(gateway, second, ["idempotency-key": "another"]).problem == "session-ended")
        }
    }

    @Test("refresh: a body token moves into the cookie, despite a lost response")
    func migrates() async throws {
        try await withGateway { gateway in
            let person = try await gateway.register()
            let body = #"{"refreshToken":"\#(person.refreshToken)"}"#
            let key = ["idempotency-key": "old"]
            let lost = try await gateway.client.send(
                "POST", "/v1/sessions/refresh", json: ["refreshToken": person.refreshToken], headers: key)
            let token = try Self.token(try await post(gateway, "/v1/sessions/refresh", body, key))
            #expect(try lost.json["session"]?["refreshToken"]?.string == token)
            #expect(try await refresh(gateway, token).status == 201)
        }
    }

    @Test("cookie: sign-out removes it and revokes its token")
    func signsOut() async throws {
        try await withGateway { gateway in
            let answer = try await signIn(gateway, try await gateway.register())
            let token = try Self.token(answer)
            let access = try #require(try answer.json["session"]?["accessToken"]?.string)
            let headers = ["authorization": "Bearer \(access)", "x-session": "cookie"]
            let ended = try await gateway.client.send("DELETE", "/v1/sessions/current", headers: headers)
            #expect(ended.status == 204)
            #expect(ended.header("set-cookie") == "__Host-refresh=; \(Self.attributes); Max-Age=0")
            let late = try await refresh(gateway, token)
            #expect(late.status == 401 && late.problem == "session-ended")
            let other = try await gateway.register()
            let plain = try await other.client.send("DELETE", "/v1/sessions/current")
            #expect(plain.status == 204 && plain.header("set-cookie") == nil)
        }
    }

    @Test(
        "cookie: is without Secure only on localhost without TLS",
        arguments: [
            ("http://localhost:8080", true), ("http://127.0.0.1:8080", true), ("https://localhost:8443", false),
            ("http://192.168.1.5:8080", false), ("http://localhost.example", false),
        ])
    func plain(publicURL: String, isPlain: Bool) async throws {
        try await TestGateway.with {
            $0.publicURL = publicURL
        } _: { gateway in
            let person = try await gateway.register()
            let answer = try await signIn(
                gateway, person, ["x-forwarded-proto": isPlain ? "https" : "http", "host": "localhost"])
            let token =
                isPlain
                ? try Self.token(answer, name: "refresh", attributes: "Path=/; HttpOnly; SameSite=Strict")
                : try Self.token(answer)
            let name = isPlain ? "refresh" : "__Host-refresh"
            #expect(try await refresh(gateway, nil, ["cookie": "\(name)=\(token)"]).status == 201)
        }
    }

    @Test("refresh by cookie: the token is neither logged nor stored")
    func secret() async throws {
        let logs = CapturedLogs()
        try await TestGateway.with(logger: logs.logger(label: "ingestion")) {
            $0.publicURL = "https://food.example"
        } _: { gateway in
            let person = try await gateway.register()
            let first = try Self.token(try await signIn(gateway, person, ["idempotency-key": "in"]))
            let second = try Self.token(try await refresh(gateway, first, ["idempotency-key": "once"]))
            #expect(try await refresh(gateway, first, ["sec-fetch-site": "cross-site"]).status == 403)
            #expect(try await refresh(gateway, first, ["idempotency-key": "late"]).status == 401)
            for token in [first, second] {
                #expect(!logs.lines.contains { $0.text.contains(token) })
                for table in ["audit_entries", "outbox", "credential_answers", "sessions", "refresh_tokens"] {
                    let found = try await gateway.database.count(
                        """
                        SELECT count(*) FROM \(raw: table) AS r
                        WHERE position(\(token) IN r::text) > 0
                            OR position(encode(convert_to(\(token), 'UTF8'), 'hex') IN r::text) > 0
                        """)
                    #expect(found == 0, "\(table)")
                }
            }
        }
    }
}
