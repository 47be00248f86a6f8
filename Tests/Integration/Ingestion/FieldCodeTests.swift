import Foundation
import HTTPTypes
import IngestionCore
import IngestionService
import IngestionTestSupport
import ServiceRuntime
import TestPeers
import TestSupport
import Testing

@Suite("Problems in the client's language, with codes") struct FieldCodeTests {
    /// An entry of `errors` as text, such as `/password too-short min=8`.
    private func errors(of answer: TestHTTPClient.Answer) throws -> [String] {
        try answer.json["errors"]?.items.map { entry in
            let place = entry["pointer"]?.string ?? entry["parameter"]?.string ?? ""
            var parts = [place, entry["code"]?.string ?? "none"]
            #expect(entry["detail"]?.string?.isEmpty == false)
            for name in entry["values"]?.names ?? [] {
                switch entry["values"]?[name] {
                case .number(let number): parts.append("\(name)=\(number)")
                case .string(let text): parts.append("\(name)=\(text)")
                case .array(let values): parts.append("\(name)=\(values.compactMap(\.string).joined(separator: "|"))")
                default: Issue.record("\(name) is neither a number nor text")
                }
            }
            return parts.joined(separator: " ")
        } ?? []
    }

    @Test("field errors: every code has a sentence in every language", arguments: FieldCode.allCases)
    func sentences(code: FieldCode) {
        let figures: [String: FieldFault.Value] = [
            "min": 3, "max": 4, "sum": 100, "years": 13, "type": "list", "choices": .texts(["a", "b"]),
            "fields": .texts(["a", "b"]),
        ]
        for values in [[:], figures] {
            let fault = FieldFault(code, "must be so", values)
            let problem = ProblemDetails(.invalidFields, errors: [.init(pointer: "/a", fault)])
            #expect(problem.worded(in: .en).errors == problem.errors)
            let texts = [ContentLanguage.fr, .es, .zh].map { language in
                let worded = problem.worded(in: language).errors?.first
                #expect(worded?.pointer == "/a" && worded?.code == code && worded?.fault.values == values)
                return worded?.detail ?? ""
            }
            #expect(Set(texts).count == 3 && !texts.contains { $0.contains("{") || $0 == "must be so" }, "\(texts)")
        }
    }

    @Test("field errors: the sentence has the figures of its rule, translated")
    func figures() {
        let problem = ProblemDetails(
            .malformedRequest, errors: [.init(parameter: "format", .notOneOf(["svg", "png"]))])
        #expect(problem.worded(in: .fr).errors?.first?.detail == "doit être une de ces valeurs : svg, png")
        #expect(problem.worded(in: .zh).errors?.first?.detail == "必须是以下之一：svg、png")
        let long = ProblemDetails(.invalidFields, errors: [.init(pointer: "/name", .tooLong(max: 80))])
        #expect(long.worded(in: .es).errors?.first?.detail == "debe tener como máximo 80 caracteres")
    }

    @Test("titles: every kind has a distinct title in every language", arguments: ContentLanguage.allCases)
    func titles(language: ContentLanguage) {
        let titles = ProblemKind.allCases.map { $0.title(in: language) }
        #expect(titles.allSatisfy { !$0.isEmpty && $0.last != "." && $0.last != "。" })
        #expect(Set(titles).count == ProblemKind.allCases.count)
        for kind in ProblemKind.allCases {
            #expect((kind.title(in: language) == kind.title) == (language == .en), "\(kind)")
            let problem = ProblemDetails(kind, detail: "Detail.", instance: "c").worded(in: language)
            #expect(problem.kind == kind && problem.title == kind.title(in: language) && problem.detail == "Detail.")
        }
        for reason in ProblemReason.allCases {
            #expect(!reason.text(in: language).isEmpty)
            #expect((reason.text(in: language) == reason.text(in: .en)) == (language == .en), "\(reason)")
            let problem = ProblemDetails(.conflict, because: reason)
            #expect(problem.detail == reason.text(in: .en))
            #expect(problem.worded(in: language).detail == reason.text(in: language))
        }
    }

    @Test("titles: in the requested language, else English")
    func languages() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), refusing = try await gateway.register("b@example.org")
            #expect(try await refusing.send("PUT", "/v1/consents", #"{"purposes":{"processing":false}}"#).status < 300)
            for (accepted, language) in [
                ("fr", ContentLanguage.fr), ("es-MX, en;q=0.5", .es), ("zh-Hans", .zh), ("de", .en), ("", .en),
                ("de, fr;q=0.1", .fr), ("en", .en),
            ] {
                let headers = accepted.isEmpty ? [:] : ["accept-language": accepted]
                for (client, path, kind) in [
                    (gateway.client, "/v1/nothing", ProblemKind.notFound),
                    (gateway.client, "/v1/account", .unauthenticated),
                    (person.client, "/v1/meals/\(UUID())", .notFound),
                    (person.client, "/v1/meals?limit=0", .malformedRequest),
                ] {
                    let answer = try await client.get(path, headers: headers)
                    #expect(answer.status == kind.statusCode, "\(path)")
                    #expect(try answer.json["title"]?.string == kind.title(in: language), "\(path) \(accepted)")
                    #expect(answer.header("content-language") == language.rawValue)
                    #expect(answer.header("vary")?.contains("Accept-Language") == true)
                }
                let refused = try await refusing.send("POST", "/v1/label-scans", #"{"text":"Milk"}"#, headers: headers)
                #expect(refused.status == 403 && refused.problem == "consent-required")
                #expect(try refused.json["detail"]?.string == ProblemReason.allowPurpose.text(in: language))
            }
        }
    }

    @Test("field codes: openapi.yaml lists each once, and problems use the list")
    func described() throws {
        let document = try DescribedAPI.document()
        let components = try #require(document["components"] as? [String: Any])
        let schemas = try #require(components["schemas"] as? [String: [String: Any]])
        let listed = try #require(schemas["FieldCode"]?["enum"] as? [String])
        #expect(listed == FieldCode.allCases.map(\.rawValue))
    }

    private static let refusedBodies: [(method: String, path: String, body: String, expected: [String])] = [
        // Accounts
        (
            "POST", "/v1/accounts", #"{"email":"x","password":"short","acceptedTerms":"1","locale":"?"}"#,
            ["/email not-an-address", "/password too-short min=8", "/locale not-a-language"]
        ),
        (
            "POST", "/v1/accounts", #"{"email":"a@example.org","password":"password1"}"#,
            ["/acceptedTerms required", "/password common"]
        ),
        (
            "PATCH", "/v1/account", #"{"timeZone":"Nowhere","username":"1"}"#,
            ["/timeZone not-a-time-zone"]
        ),
        ("PUT", "/v1/terms/acceptance", #"{"version":"1"}"#, ["/version outdated"]),
        // Scans
        (
            "POST", "/v1/label-scans", #"{"text":" ","language":"de","gtin":"123"}"#,
            ["/text blank", "/language not-a-choice choices=", "/gtin not-a-barcode"]
        ),
        (
            "PUT", "/v1/allergen-profile", #"{"allergens":["x"],"diets":{}}"#,
            ["/allergens/0 not-a-choice choices=gluten", "/diets wrong-type type=list"]
        ),
        (
            "POST", "/v1/reactions", #"{"occurredOn":"2999-01-01"}"#,
            ["/allergens one-required fields=allergens|cause|gtin|scan|meal", "/occurredOn in-future"]
        ),
        // Diary
        ("POST", "/v1/meals", #"{"items":[],"eatenAt":"x"}"#, ["/eatenAt not-a-time", "/items too-few min=1"]),
        (
            "PUT", "/v1/goals", #"{"macros":{"proteinPercent":1,"carbohydratePercent":1,"fatPercent":1}}"#,
            ["/macros wrong-sum sum=100"]
        ),
        (
            "PUT", "/v1/goals", #"{"energyKcal":0,"targets":{"proteinG":{},"x":1}}"#,
            [
                "/energyKcal out-of-range max=20000 min=0.001", "/targets/proteinG one-required fields=min|max",
                "/targets/x unknown-field",
            ]
        ),
        (
            "POST", "/v1/foods", #"{"name":"Bar","nutrients":{"proteinG":200}}"#,
            ["/nutrients/proteinG implausible"]
        ),
        // Spending
        (
            "POST", "/v1/budgets", #"{"name":"","amount":{"amount":"x","currency":"CAD"},"period":"never"}"#,
            ["/name blank", "/period not-a-choice", "/amount/amount not-an-amount decimals=2"]
        ),
        (
            "POST", "/v1/receipts", #"{"currency":"cad","purchasedAt":"yesterday"}"#,
            ["/currency not-a-currency", "/purchasedAt not-a-day"]
        ),
        // Governance
        (
            "POST", "/v1/grants", #"{"scopes":[],"expiresAt":"2020-01-01T00:00:00Z"}"#,
            ["/scopes too-few min=1", "/expiresAt out-of-range"]
        ),
        ("PUT", "/v1/consents", #"{"purposes":{"x":true}}"#, ["/purposes/x unknown-field"]),
        (
            "PUT", "/v1/consents", #"{"purposes":{"sharing":1}}"#,
            ["/purposes/sharing wrong-type type=boolean"]
        ),
        // Billing
        (
            "POST", "/v1/subscription", #"{"plan":"x","region":"y","seats":1.5}"#,
            ["/region not-a-region"]
        ),
        // Notifications
        (
            "PUT", "/v1/notification-preferences", #"{"quietHours":{"from":"25:00","to":"07:00"}}"#,
            ["/quietHours/from not-a-time"]
        ),
        (
            "POST", "/v1/push-subscriptions", #"{"endpoint":"ftp://x"}"#,
            ["/endpoint not-a-url", "/keys required"]
        ),
    ]

    private static let refusedQueries = [
        ("/v1/foods?query=", "query required max=100 min=1"), ("/v1/trend?weeks=x", "weeks out-of-range"),
        ("/v1/spending?from=2026-02-01&to=2026-01-01", "to wrong-order"),
        ("/v1/spending?by=x", "by not-a-choice choices="), ("/v1/receipts?from=x", "from not-a-day"),
        ("/v1/plans?region=x", "region not-a-region"), ("/v1/suggestions?limit=0", "limit out-of-range"),
    ]

    @Test("field codes: every form sends the code and the rule's values")
    func forms() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            for (method, path, body, expected) in Self.refusedBodies {
                let answer = try await person.send(method, path, body)
                #expect(answer.status == 422, "\(path) \(answer.text)")
                let found = try errors(of: answer)
                for entry in expected {
                    #expect(found.contains { $0.hasPrefix(entry) }, "\(path): \(entry) is not in \(found)")
                }
            }
            for (path, expected) in Self.refusedQueries {
                let answer = try await person.client.get(path)
                guard answer.status != 403 else { continue }
                #expect(answer.status == 400, "\(path) \(answer.text)")
                let found = try errors(of: answer)
                #expect(found.contains { $0.hasPrefix(expected) }, "\(path) \(found)")
            }
            let unknown = try await person.send(
                "POST", "/v1/reactions", #"{"occurredOn":"2026-01-01","allergens":["milk"],"scan":"\#(UUID())"}"#)
            #expect(try errors(of: unknown) == ["/scan unknown"])
            let card = try await person.send("POST", "/v1/label-scans", #"{"text":"4111 1111 1111 1111"}"#)
            #expect(try errors(of: card) == ["/text card-number"])
        }
    }
}
