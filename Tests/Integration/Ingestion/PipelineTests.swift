import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import IngestionService
import Messaging
import Postgres
import ServiceRuntime
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Rules for every request") struct PipelineTests {
    @Test("GW-08: without a valid token all but public routes answer 401")
    func defaultDeny() async throws {
        try await TestGateway.with {
            $0.rates.openRequestsPerAddress = 100_000
        } _: { gateway in
            for route in RouteTable.gateway.routes where route.access != .anyone {
                let path = route.path.replacing("{id}", with: UUID().uuidString)
                for authorization in [
                    "", "Bearer", "Bearer x.y.z", "Basic YTpi", "Bearer \(String(repeating: "a", count: 5_000))",
                ] {
                    let headers = authorization.isEmpty ? [:] : ["authorization": authorization]
                    let answer = try await gateway.client.send(route.method.rawValue, path, headers: headers)
                    #expect(answer.status == 401 && answer.problem == "unauthenticated", "\(route.method) \(path)")
                    #expect(answer.header("www-authenticate") != nil)
                }
            }
        }
    }

    @Test("GW-24: a route requires its scope")
    func scopes() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let full = try await gateway.database.pool.query("SELECT session_id FROM sessions")[0].decode(UUID.self)
            let tokens = try await AccessTokens(
                signingKey: TestGateway.signingKey, retiredKeys: [], clock: gateway.clock)
            let narrow = try await tokens.issue(
                account: person.account, session: SessionID(full), revocationVersion: 1, scopes: [.scans])
            let headers = ["authorization": "Bearer \(narrow)"]
            #expect(try await gateway.client.get("/v1/label-scans", headers: headers).status == 200)
            let refused = try await gateway.client.get("/v1/reactions", headers: headers)
            #expect(refused.status == 403 && refused.problem == "forbidden")
        }
    }

    @Test("GW-34, GW-41: unknown paths, methods and media types get a problem")
    func refusals() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let client = person.client
            let nowhere = try await client.get("/v1/nothing")
            #expect(nowhere.status == 404 && nowhere.problem == "not-found")
            let method = try await client.send("PUT", "/v1/label-scans")
            #expect(method.status == 405 && method.header("allow") == "POST, GET, HEAD")
            let head = try await client.send("HEAD", "/v1/label-scans"), get = try await client.get("/v1/label-scans")
            #expect(head.status == 200 && head.body.isEmpty)
            #expect(head.header("content-length") == get.header("content-length"))
            #expect(try await client.send("HEAD", "/v1/events").status == 405)
            #expect(try await gateway.client.send("HEAD", "/v1/label-scans").status == 401)
            let form = try await client.send(
                "POST", "/v1/label-scans", headers: ["content-type": "application/x-www-form-urlencoded"],
                body: Array("text=milk".utf8))
            #expect(form.status == 415)
            #expect(try await client.send("POST", "/v1/label-scans", body: Array("{}".utf8)).status == 415)
            let large = #"{"text":"\#(String(repeating: "a", count: 300_000))"}"#
            let tooLarge = try await person.send("POST", "/v1/label-scans", large)
            #expect(tooLarge.status == 413 && tooLarge.problem == "payload-too-large")
            for (body, kind) in [
                ("", "malformed-request"), ("[]", "malformed-request"), ("{\"text\":1", "malformed-request"),
                ("{\"text\":\"\\u0000\"}", "malformed-request"),
                ("{\"text\":\"a\",\"text\":\"b\"}", "malformed-request"),
            ] {
                let answer = try await person.send("POST", "/v1/label-scans", body)
                #expect(answer.status == 400 && answer.problem == kind, "\(body)")
            }
            let fields = try await person.send(
                "POST", "/v1/label-scans", #"{"text":"  ","language":"de","gtin":"123"}"#)
            #expect(fields.status == 422 && fields.pointers == ["/text", "/language", "/gtin"])
            let card = try await person.send("POST", "/v1/label-scans", #"{"text":"paid with 4111 1111 1111 1111"}"#)
            #expect(card.status == 422 && card.problem == "card-number-refused" && !card.text.contains("4111"))
            #expect(try await client.get("/v1/label-scans").status == 200)
        }
    }

    @Test("GW-29: CORS allows only the configured origins")
    func crossOrigin() async throws {
        try await TestGateway.with {
            $0.crossOrigin = CrossOrigin(origins: ["https://app.example"])
        } _: { gateway in
            func ask(
                _ path: String, _ origin: String?, method: String? = "PATCH"
            ) async throws -> TestHTTPClient.Answer {
                var headers: [String: String] = [:]
                headers["origin"] = origin
                headers["access-control-request-method"] = method
                return try await gateway.client.send("OPTIONS", path, headers: headers)
            }
            let asked = try await ask("/v1/account", "https://app.example")
            #expect(asked.status == 204 && asked.header("access-control-allow-origin") == "https://app.example")
            #expect(asked.header("access-control-allow-methods") == "GET, PATCH, DELETE, HEAD")
            let allowed = asked.header("access-control-allow-headers")?.lowercased() ?? ""
            for name in ["authorization", "content-type", "idempotency-key", "if-match", "prefer", "last-event-id"] {
                #expect(allowed.contains(name))
            }
            #expect(asked.header("access-control-allow-credentials") == nil && asked.header("vary") == "Origin")
            let strangers = ["https://app.example.evil", "https://APP.example", "http://app.example", "null", "*", nil]
            for origin in strangers {
                let refused = try await ask("/v1/account", origin)
                #expect(refused.status == 405 && refused.header("access-control-allow-origin") == nil)
                #expect(refused.header("vary") == "Accept-Language, Origin")
                var headers: [String: String] = [:]
                headers["origin"] = origin
                let read = try await gateway.client.get("/v1/terms", headers: headers)
                #expect(read.status == 200 && read.header("access-control-allow-origin") == nil)
            }
            #expect(try await ask("/v1/nothing", "https://app.example").status == 404)
            #expect(try await ask("/v1/account", "https://app.example", method: nil).status == 405)
            // A page of an allowed origin can read all responses, errors too.
            for path in ["/v1/terms", "/v1/account", "/v1/nothing"] {
                let answer = try await gateway.client.get(path, headers: ["origin": "https://app.example"])
                #expect(answer.header("access-control-allow-origin") == "https://app.example")
                let exposed = answer.header("access-control-expose-headers")?.lowercased() ?? ""
                for name in ["etag", "location", "retry-after", "x-correlation-id"] { #expect(exposed.contains(name)) }
            }
        }
    }

    @Test("GW-29: CORS is off by default")
    func sameOriginOnly() async throws {
        try await TestGateway.with { gateway in
            let headers = ["origin": "https://app.example", "access-control-request-method": "GET"]
            let asked = try await gateway.client.send("OPTIONS", "/v1/account", headers: headers)
            #expect(asked.status == 405 && asked.header("access-control-allow-origin") == nil)
            let read = try await gateway.client.get("/v1/terms", headers: headers)
            #expect(
                read.header("access-control-allow-origin") == nil && read.header("vary")?.contains("Origin") == false)
        }
    }

    @Test(
        "GW-29: the CORS setting accepts only browser origins",
        arguments: [
            ("https://app.example", true), ("https://a.example:8443, http://localhost:3000", true),
            ("*", false), ("https://*.example", false), ("http://app.example", false), ("https://app.example/", false),
            ("https://app.example:443", false), ("https://App.example", false), ("null", false), ("app.example", false),
        ])
    func origins(text: String, isTaken: Bool) {
        var reader = EnvironmentReader(["CORS_ORIGINS": text])
        _ = reader.optional("CORS_ORIGINS", as: .origins, default: [])
        #expect(((try? reader.finish()) != nil) == isTaken)
    }

    @Test("responses: have a correlation id and security headers")
    func headers() async throws {
        try await TestGateway.with { gateway in
            let correlation = UUID().uuidString.lowercased()
            let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
            let sent = ["x-correlation-id": correlation, "traceparent": "00-\(trace)-00f067aa0ba902b7-01"]
            for path in ["/v1/terms", "/v1/label-scans", "/v1/nothing"] {
                let answer = try await gateway.client.get(path, headers: sent)
                #expect(answer.header("x-correlation-id") == correlation)
                #expect(answer.header("traceparent")?.contains(trace) == false)
                #expect(answer.header("x-content-type-options") == "nosniff")
                #expect(answer.header("content-security-policy")?.contains("default-src 'none'") == true)
                #expect(answer.header("cache-control") == (path == "/v1/terms" ? "public, max-age=3600" : "no-store"))
                if answer.status >= 400 { #expect(try answer.json["instance"]?.string == correlation) }
            }
            let person = try await gateway.register()
            let answer = try await person.send("POST", "/v1/label-scans", #"{"text":"milk"}"#, headers: sent)
            let own = try #require(answer.header("traceparent")?.split(separator: "-").dropFirst().first)
            let rows = try await gateway.database.pool.query(
                "SELECT headers FROM outbox WHERE type = \(AssessLabelText.type.name)")
            let headers = String(decoding: try rows[0].decode("headers", as: [UInt8].self), as: UTF8.self)
            #expect(headers.contains(correlation) && headers.contains(own) && !headers.contains(trace))
        }
    }

    @Test("traceparent: continued only if the operator trusts callers")
    func trustedTrace() async throws {
        try await TestGateway.with({ $0.trustsTraceparent = true }) { gateway in
            let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
            for (sent, isContinued) in [("00-\(trace)-00f067aa0ba902b7-00", true), ("00-\(trace)-0-00", false)] {
                let answer = try await gateway.client.get("/v1/terms", headers: ["traceparent": sent])
                let own = try #require(answer.header("traceparent"))
                #expect(own.contains(trace) == isContinued && own.hasSuffix(isContinued ? "-00" : "-01"))
            }
        }
    }

    @Test("API description: the served one equals the repository's")
    func description() async throws {
        try await TestGateway.with { gateway in
            let answer = try await gateway.client.get("/openapi.yaml")
            #expect(answer.status == 200 && answer.body == IngestionService.description)
            #expect(answer.header("content-type") == "application/yaml")
            #expect(try await gateway.client.get("/health/live").text == #"{"status":"up"}"#)
        }
    }

    @Test("GW-33, GW-41: hostile values are stored or rejected, never a 5xx")
    func hostileValues() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let hostile = [
                "'; DROP TABLE accounts; --", "milk\\u202e", "\\\\x00", "${jndi:ldap://x}", "{{7*7}}", "%s%n",
                "\\ud83d\\ude00 milk",
                "<script>alert(1)</script>", "../../etc/passwd", "$1", "\\ufeffmilk",
                "a\\u0300\\u0301milk",
            ]
            for text in hostile {
                let answer = try await person.send(
                    "POST", "/v1/label-scans", #"{"text":"\#(text)"}"#, headers: ["prefer": "wait=5"])
                #expect(answer.status == 201, "\(text): \(answer.text)")
                let sent = try JSONReader.read(Array("\"\(text)\"".utf8))
                #expect(try answer.json["text"] == sent)
            }
            for text in hostile {
                let escaped = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
                for path in [
                    "/v1/label-scans/\(escaped)", "/v1/label-scans?cursor=\(escaped)",
                    "/v1/label-scans?limit=\(escaped)", "/\(escaped)",
                ] {
                    let status = try await person.client.get(path).status
                    #expect((400..<500).contains(status), "\(path)")
                }
            }
            #expect(try await person.client.get("/v1/label-scans").json["items"]?.items.count == hostile.count)
        }
    }

    @Test("GW-41: random bodies and headers never cause a 5xx on any route")
    func fuzz() async throws {
        try await TestGateway.with {
            $0.rates.requestsPerAccount = 100_000
            $0.rates.openRequestsPerAddress = 100_000
            $0.hashingQueue = 500
        } _: { gateway in
            let person = try await gateway.register()
            var generator = SeededGenerator(seed: 42)
            let values = [
                "null", "true", "-0", "1e308", "\"\"", "\"a@b.co\"", "[]", "{}", "[[[]]]", "\"\\ud800\"", "\"\u{7f}\"",
                "{\"a\":1",
                "\"2025-01-01\"", "[\"milk\",null]", "\"\(String(repeating: "é", count: 300))\"",
            ]
            let names = [
                "email", "password", "acceptedTerms", "locale", "timeZone", "refreshToken", "text", "language", "gtin",
                "allergens",
                "otherIngredients", "diets", "traces", "read", "occurredOn", "severity", "cause", "notes", "version",
            ]
            for _ in 0..<400 {
                let candidates = RouteTable.gateway.routes.filter {
                    !$0.isStream && $0.operation != "endSession"
                }
                let route = try #require(candidates.randomElement(using: &generator))
                let members = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                    """
                    \"\(names.randomElement(using: &generator) ?? "")\":\(values.randomElement(using: &generator) ?? "")
                    """
                }
                let headers = [
                    "prefer": ["wait=x", "wait=-1", "wait=99999999999999999999", ";=,\"", ""].randomElement(
                        using: &generator) ?? "",
                    "if-match": ["\"", "*", "\"99999999999999999999\"", "W/", ""].randomElement(using: &generator)
                        ?? "",
                    "x-forwarded-for": "not, an, address",
                    "x-correlation-id": "'", "traceparent": "00-zz-zz-zz",
                ]
                let answer = try await person.send(
                    route.method.rawValue, route.path.replacing("{id}", with: UUID().uuidString),
                    "{\(members.joined(separator: ","))}", headers: headers)
                #expect(answer.status < 500, "\(route.method) \(route.path) \(members) \(answer.text)")
            }
        }
    }

    @Test("database unavailable: 503 with Retry-After, until it returns")
    func databaseAway() async throws {
        try await TestGateway.with(neighbors: false) { gateway in
            let person = try await gateway.register()
            try await gateway.setDatabase(reachable: false)
            let answer = try await person.client.get("/v1/label-scans")
            #expect(answer.status == 503 && answer.header("retry-after") != nil && answer.problem == "unavailable")
            #expect(try await gateway.client.get("/health/ready").status == 503)
            #expect(try await gateway.client.get("/health/live").status == 200)
            try await gateway.setDatabase(reachable: true)
            try await eventually("the gateway has recovered") {
                try await person.client.get("/v1/label-scans").status == 200
            }
        }
    }
}
