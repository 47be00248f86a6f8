import Foundation
import HTTPTypes
import IngestionCore
import IngestionService
import IngestionTestSupport
import Testing

@Suite("Route table") struct RouteTableTests {
    private func described() throws -> [String: [String: Any]] {
        let document = try DescribedAPI.document()
        return try #require(document["paths"] as? [String: [String: Any]])
    }

    @Test("GW-34, GW-35: every route has an operation id and states its access")
    func everyRouteIsDescribed() throws {
        let paths = try described()
        for route in RouteTable.gateway.routes {
            let operation = try #require(
                paths[route.path]?[route.method.rawValue.lowercased()] as? [String: Any],
                "\(route.method) \(route.path) is not in openapi.yaml")
            #expect(operation["operationId"] as? String == route.operation)
            let isOpen = (operation["security"] as? [Any])?.isEmpty == true
            #expect(isOpen == (route.access == .anyone), "\(route.method) \(route.path)")
        }
    }

    @Test("route table: every described operation has a route")
    func everythingDescribedExists() throws {
        let methods: Set = ["get", "put", "post", "patch", "delete", "head", "options", "trace"]
        let routes = Set(RouteTable.gateway.routes.map { "\($0.method.rawValue.lowercased()) \($0.path)" })
        for (path, item) in try described() {
            for method in item.keys where methods.contains(method) {
                #expect(routes.contains("\(method) \(path)"), "\(method) \(path) has no route")
            }
        }
    }

    @Test("route table: one route per operation, and per path and method")
    func eachOperationHasOneRoute() {
        let routes = RouteTable.gateway.routes
        #expect(Set(routes.map(\.operation)).count == routes.count)
        #expect(Set(routes.map { "\($0.method) \($0.path)" }).count == routes.count)
        #expect(routes.count > 200)
    }

    @Test("route table: rules exist only where they have an effect")
    func rulesHaveAnEffect() {
        for route in RouteTable.gateway.routes {
            #expect(route.optionalScope == nil || route.access == .anyone, "\(route.operation)")
            #expect(route.grantScope == nil || route.method == .get, "\(route.operation)")
            #expect(route.addressLimit == .requests || route.access == .anyone, "\(route.operation)")
            #expect(route.references.isEmpty || route.body != .none, "\(route.operation)")
        }
    }

    @Test("compression: responses with tokens, codes or links are excluded")
    func compressedAnswersHoldNoSecret() throws {
        let document = try DescribedAPI.document()
        let components = try #require(document["components"] as? [String: Any])
        let schemas = try #require(components["schemas"] as? [String: Any])
        /// The names of all members of a schema.
        func members(of part: Any, _ seen: Set<String> = []) -> Set<String> {
            if let list = part as? [Any] { return Set(list.flatMap { members(of: $0, seen) }) }
            guard let object = part as? [String: Any] else { return [] }
            var names: Set<String> = []
            if let name = (object["$ref"] as? String)?.split(separator: "/").last.map(String.init),
                !seen.contains(name),
                let schema = schemas[name]
            {
                names.formUnion(members(of: schema, seen.union([name])))
            }
            for (key, value) in object {
                if key == "properties", let properties = value as? [String: Any] { names.formUnion(properties.keys) }
                names.formUnion(members(of: value, seen))
            }
            return names
        }
        let secrets = #/token|secret|password|challenge|checkout|url|link|webhook|invitation|endpoint|recoverycodes/#
        let paths = try described()
        let compressed = RouteTable.gateway.routes.filter(\.isCompressible)
        #expect(compressed.count > 40)
        for route in compressed {
            #expect(route.method == .get && !route.isStream && !route.path.contains("{token}"), "\(route.operation)")
            let operation = try #require(paths[route.path]?["get"] as? [String: Any])
            let responses = try #require(operation["responses"] as? [String: Any])
            let names = members(of: try #require(responses["200"]))
            #expect(!names.isEmpty, "\(route.operation)")
            for name in names where name.lowercased().contains(secrets) {
                Issue.record("\(route.operation) is compressed and has \(name)")
            }
        }
    }

    @Test(
        "GW-08: only the listed routes are public"
    )
    func onlyTheseAreOpen() {
        let open = RouteTable.gateway.routes.filter { $0.access == .anyone }.map { "\($0.method) \($0.path)" }
        #expect(
            Set(open) == [
                "GET /v1/terms", "GET /v1/terms/{version}", "GET /v1/help", "GET /v1/help/{topic}", "POST /v1/accounts",
                "POST /v1/accounts/recovery",
                "POST /v1/sessions",
                "POST /v1/accounts/passkey/options",
                "POST /v1/sessions/refresh", "POST /v1/sessions/passkey/options", "POST /v1/sessions/passkey",
                "GET /v1/sessions/oidc", "GET /v1/sessions/oidc/{name}", "POST /v1/sessions/oidc/{name}",
                "GET /v1/unsubscribe/{token}", "POST /v1/unsubscribe/{token}", "GET /v1/shared/{token}",
                "GET /v1/shared/{token}/photo", "GET /s/{token}", "POST /v1/client-reports",
                "GET /v1/erasures/{token}", "GET /v1/erasure-keys", "GET /v1/announcements",
                "GET /v1/plans", "POST /v1/billing/webhooks/stripe", "GET /openapi.yaml", "GET /problems/{slug}",
                "GET /docs", "GET /docs/{feature}",
                "GET /health/live", "GET /health/ready",
            ])
    }

    @Test(
        "route table: finds a route by path and method, else 405 or 404",
        arguments: [
            ("GET", "/v1/terms", "readTerms"), ("GET", "/v1/label-scans/abc", "readLabelScan"),
            ("PATCH", "/v1/reactions/1", "changeReaction"), ("POST", "/v1/terms", "405"),
            ("GET", "/v1/sessions", "listSessions"), ("PUT", "/v1/sessions", "405"),
            ("DELETE", "/v1/sessions/current", "endSession"), ("DELETE", "/v1/sessions/1", "endOneSession"),
            ("GET", "/v1/label-scans/", "404"), ("GET", "/v1/label-scans/a/b", "404"), ("GET", "/", "404"),
            ("GET", "", "404"), ("GET", "/v1/label-scans/{id}", "readLabelScan"), ("GET", "/v1/TERMS", "404"),
            ("GET", "/v1/terms/", "404"), ("GET", "/v1/reactions/1/exposures", "listExposures"),
            ("GET", "/v1/reactions//exposures", "404"), ("POST", "/v1/reactions/1/exposures", "405"),
            ("GET", "/v1/reactions/1/2/exposures", "404"), ("GET", "/v1/products/96385074", "readProduct"),
            ("GET", "/v1/foods", "searchFoods"), ("GET", "/v1/foods/sr28-09003", "readFood"),
            ("POST", "/v1/foods", "addFood"), ("PUT", "/v1/foods", "405"),
            ("POST", "/v1/meals/1/restore", "restoreMeal"), ("POST", "/v1/reactions/1/restore", "restoreReaction"),
            ("POST", "/v1/foods/own-1/restore", "restoreFood"), ("POST", "/v1/foods/restore", "405"),
            ("GET", "/v1/meals/1/restore", "405"), ("GET", "/v1/days/2026-11-21", "readDay"),
            ("GET", "/v1/calendar", "readCalendar"), ("GET", "/v1/calendar/2026-11", "404"),
            ("OPTIONS", "/v1/terms", "405"),
        ])
    func matches(method: String, path: String, expected: String) throws {
        let method = try #require(HTTPRequest.Method(rawValue: method))
        switch RouteTable.gateway.match(method, path: path) {
        case .route(let route, _): #expect(route.operation == expected)
        case .otherMethods: #expect(expected == "405")
        case .nothing: #expect(expected == "404")
        }
    }
}
