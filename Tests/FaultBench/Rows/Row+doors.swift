import Crypto
import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import IngestionService
import Postgres
import Sealing
import ServiceRuntime
import TestPeers
import TestSupport

extension Row {
    /// Faults: people try every route of the gateway without permission.
    static let doors = [
        Row(
            34, "every route, tried without permission",
            fault: "every route × 15 roles × another person's objects, × no token and five invalid ones",
            // This protection cannot be switched off, since the services could not run without it.
            protection: .own("only the gateway has the signing key, only the owner has the owner's session"),
            during: { bench in
                let targets = try await Targets.make(bench)
                try await targets.tryWithBadTokens()
                try await targets.tryAsStrangers()
                try await targets.checkThatAllIsThere()
                bench.reportServerErrors("while doors were tried")
                try await bench.measureRecovery()
            })
    ]
}

/// A person's objects, and the people who try to reach them.
private struct Targets {
    /// The signing key of `TestStack`, to forge valid tokens.
    private static let gatewayKey = Data(repeating: 2, count: 32)

    let bench: Bench
    let owner: TestPerson
    /// Ids of the person's objects, by the path before the id.
    let objects: [String: String]
    /// One person for each role, and one without a role.
    let strangers: [(role: StaffRole?, person: TestPerson)]

    static func make(_ bench: Bench) async throws -> Targets {
        let gateway = bench.stack.gateway
        let owner = try await gateway.register()
        var objects = ["/v1/label-scans/": try await owner.scan("Ingredients: milk.").id.uuidString.lowercased()]
        let tomorrow = ISO8601DateFormatter().string(from: Date() + 86_400)
        let orders = [
            ("/v1/meals", #"{"items":[{"energyKcal":1}]}"#), ("/v1/saved-foods", #"{"name":"x","energyKcal":1}"#),
            ("/v1/reactions", #"{"occurredOn":"2025-12-24","cause":"soup"}"#),
            ("/v1/foods", #"{"name":"x","energyKcal":1}"#),
            ("/v1/budgets", #"{"name":"x","period":"month","amount":{"amount":"3.00","currency":"CAD"}}"#),
            ("/v1/receipts", #"{"items":[{"name":"x","amount":{"amount":"1.00","currency":"CAD"}}]}"#),
            ("/v1/grants", #"{"name":"Dr Roy","scopes":["diary"],"expiresAt":"\#(tomorrow)"}"#),
        ]
        for (path, order) in orders {
            let answer = try await owner.http.send(
                "POST", path, headers: ["content-type": "application/json", "prefer": "wait=10"],
                body: Array(order.utf8))
            guard answer.status == 201 else {
                bench.report(Finding(.other, "POST \(path) was answered \(answer.status)"))
                continue
            }
            let named = try? answer.decode(Thing.self).id
            objects[path + "/"] = named ?? answer.header("location")?.split(separator: "/").last.map(String.init)
        }
        for path in ["/v1/sessions", "/v1/notifications"] {
            objects[path + "/"] = try await owner.http.get(path).decode(Listed.self).items.first?.id
        }
        bench.note("\(objects.count) kinds of objects with an owner")
        var strangers: [(StaffRole?, TestPerson)] = [(nil, try await gateway.register())]
        for role in StaffRole.allCases {
            let person = try await gateway.register()
            try await bench.stack.admin.execute(
                """
                INSERT INTO ingestion.staff_roles (staff_role_id, account_id, role, granted_at, ends_at)
                VALUES (\(UUID()), \(person.id), \(role.rawValue), now(), now() + interval '1 day')
                """)
            strangers.append((role, person))
        }
        return Targets(bench: bench, owner: owner, objects: objects, strangers: strangers)
    }

    /// A missing or invalid token gives access only to public routes.
    func tryWithBadTokens() async throws {
        let tokens = try await badTokens()
        var tried = 0
        for route in RouteTable.gateway.routes where route.access != .anyone {
            // A stream that is admitted never ends, which would block the row without protection.
            if route.isStream, !bench.isProtected { continue }
            for token in tokens {
                var http = bench.probe.http
                http.session = nil
                http.headers["authorization"] = token.value.map { "Bearer \($0)" }
                let status = try await send(route, http, id: objects["/v1/label-scans/"] ?? "")
                tried += 1
                if status != 401 {
                    let what = "\(route.method.rawValue) \(route.path) with \(token.name): \(status)"
                    bench.report(Finding(.other, what))
                }
            }
        }
        bench.note("\(tried) requests without a valid token")
    }

    /// No role gives access to the objects of another person.
    func tryAsStrangers() async throws {
        var tried = 0
        for route in RouteTable.gateway.routes where route.access != .anyone {
            for stranger in strangers {
                let id: String
                if case .staff(let permission) = route.access {
                    // A role gives access to the routes of its permissions.
                    if stranger.role?.permissions.contains(permission) == true { continue }
                    id = owner.id.uuidString.lowercased()
                } else if let place = route.path.range(of: "{id}"),
                    let object = objects[String(route.path[..<place.lowerBound])]
                {
                    id = object
                } else {
                    continue
                }
                let http = bench.isProtected ? stranger.person.http : owner.http
                let status = try await send(route, http, id: id)
                tried += 1
                if !(400..<500).contains(status) || status == 401 {
                    let who = stranger.role?.rawValue ?? "nobody"
                    bench.report(
                        Finding(.other, "\(route.method.rawValue) \(route.path) as \(who): \(status)"))
                }
            }
        }
        bench.note("\(tried) requests for another person's objects")
    }

    /// Checks that the objects of the attempted changes and deletions are unchanged.
    func checkThatAllIsThere() async throws {
        for (path, id) in objects where !["/v1/sessions/", "/v1/foods/"].contains(path) {
            let status = try await owner.http.get(path + id).status
            if status != 200 { bench.report(Finding(.other, "afterwards the owner's GET \(path){id}: \(status)")) }
        }
    }

    private struct Thing: Decodable, Sendable { let id: String? }

    private struct Listed: Decodable, Sendable { let items: [Thing] }

    /// Invalid tokens that claim to be the owner's.
    private func badTokens() async throws -> [(name: String, value: String?)] {
        let session = try await bench.stack.admin.query(
            "SELECT session_id FROM ingestion.sessions WHERE account_id = \(owner.id)"
        )[0].decode(UUID.self)
        func token(_ key: P256.Signing.PrivateKey, at instant: Date) async throws -> String {
            try await AccessTokens(signingKey: key, retiredKeys: [], clock: FixedClock(instant)).issue(
                account: AccountID(owner.id), session: SessionID(session), revocationVersion: 1)
        }
        let ours = try P256.Signing.PrivateKey(rawRepresentation: Self.gatewayKey), now = Date()
        let good = try await token(ours, at: now)
        let parts = good.split(separator: ".").map(String.init)
        let unsigned = Base64URL.encode(Array(#"{"alg":"none","typ":"JWT"}"#.utf8))
        return [
            ("no token", nil),
            ("one that is over", try await token(ours, at: bench.isProtected ? now - 3_600 : now)),
            ("one of a foreign key", try await token(bench.isProtected ? P256.Signing.PrivateKey() : ours, at: now)),
            ("one without signature", "\(unsigned).\(parts[1])."),
            ("one that says it has none", "\(unsigned).\(parts[1]).\(parts[2])"),
            ("a signature of something else", "\(parts[0]).\(parts[1]).\(String(parts[2].reversed()))"),
        ]
    }

    /// - Returns: The response's status.
    private func send(_ route: Route, _ http: TestHTTPClient, id: String) async throws -> Int {
        let path = route.path.replacing("{id}", with: id).replacing("{date}", with: "2026-11-21")
            .replacing("{product}", with: "96385074").replacing("{food}", with: "own-\(id)")
            .replacing("{token}", with: "x").replacing("{name}", with: "x")
        let hasBody = [HTTPRequest.Method.post, .put, .patch].contains(route.method)
        return try await http.send(
            route.method.rawValue, path, headers: hasBody ? ["content-type": "application/json"] : [:],
            body: hasBody ? Array("{}".utf8) : nil
        ).status
    }
}
