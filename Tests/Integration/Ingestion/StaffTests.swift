import Crypto
import EventContracts
import Foundation
import HTTPTypes
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

@Suite("Staff roles") struct StaffTests {
    /// The roles permitted on each staff route, independent of the table that the gateway uses.
    private static let allowed: [String: Set<StaffRole>] = [
        "readAudit": [.administrator, .cybersecurity, .executive],
        "findAccount": [.administrator], "readAccountRecord": [.administrator], "changeAccountRecord": [.administrator],
        "grantRole": [.administrator], "revokeRoles": [.administrator],
        "breakGlass": [.cybersecurity], "readAccountSecurity": [.cybersecurity],
        "readStatistics": [.shareholder],
        "listCampaigns": [.administrator, .executive, .shareholder], "createCampaign": [.administrator],
        "changeCampaign": [.administrator], "deleteCampaign": [.administrator],
        "givePlan": [.administrator], "takeBackPlan": [.administrator],
        "findCatalogueFood": [.foodJunior, .foodSenior, .databaseSupport],
        "readCatalogueFood": [.foodJunior, .foodSenior, .databaseSupport],
        "setCatalogueFood": [.foodSenior, .databaseSupport], "withdrawCatalogueFood": [.foodSenior, .databaseSupport],
        "listReviews": [.foodJunior, .foodSenior, .databaseSupport, .administrator, .developer],
        "readReview": [.foodJunior, .foodSenior, .databaseSupport, .administrator, .developer],
        "readReviewPhoto": [.foodJunior, .foodSenior, .databaseSupport, .administrator, .developer],
        "claimReview": [.foodSenior, .databaseSupport, .administrator],
        "decideReview": [.foodSenior, .databaseSupport, .administrator],
        "readAccuracy": [.developer, .tester, .administrator],
    ]

    /// Routes whose variable segment is not an id of a private object.
    private static let opensByName: Set = [
        "readDay", "readDayReport", "readAdvice", "readProduct", "readProductPrices",
    ]

    /// A route's address with a person's id, or one of the required form.
    private static func path(_ route: Route, id: String) -> String {
        route.path.replacing("{id}", with: id).replacing("{date}", with: "2026-11-21")
            .replacing("{product}", with: "96385074").replacing("{food}", with: "own-\(id)")
            .replacing("{token}", with: "x")
    }

    private static func send(_ route: Route, _ client: TestHTTPClient, id: String) async throws -> TestHTTPClient.Answer
    {
        let hasBody = [.post, .put, .patch].contains(route.method)
        return try await client.send(
            route.method.rawValue, path(route, id: id),
            headers: hasBody ? ["content-type": "application/json"] : [:], body: hasBody ? Array("{}".utf8) : [])
    }

    @Test("GW-23, GW-24: each route and role reaches only permitted ids")
    func everyRouteEveryRole() async throws {
        try await TestGateway.with {
            $0.rates.requestsPerAccount = 1_000_000
        } _: { gateway in
            let victim = try await gateway.register()
            let scan = try #require(try await victim.scan()["id"]?.string)
            var people: [(StaffRole?, Person)] = [(nil, try await gateway.register())]
            for role in StaffRole.allCases { people.append((role, try await gateway.staff(role))) }
            var asked = 0
            for route in RouteTable.gateway.routes where route.access != .anyone && !route.isStream {
                let isForStaff = if case .staff = route.access { true } else { false }
                guard isForStaff || route.path.contains("{") else { continue }
                if case .staff = route.access {
                    #expect(Self.allowed[route.operation] != nil, "\(route.operation) is not in the test's table")
                }
                let id = isForStaff ? victim.account.description : scan
                for (role, person) in people {
                    let answer = try await Self.send(route, person.client, id: id)
                    asked += 1
                    let what = "\(route.method) \(route.path) as \(role?.rawValue ?? "nobody"): \(answer.status)"
                    if isForStaff {
                        let isLetIn = role.map { Self.allowed[route.operation]?.contains($0) == true } ?? false
                        if isLetIn, route.operation != "readAccountSecurity" {
                            #expect(answer.status != 403 && answer.status != 401 && answer.status < 500, "\(what)")
                        } else {
                            #expect(answer.status == 403, "\(what)")
                        }
                    } else if !Self.opensByName.contains(route.operation) {
                        #expect((400..<500).contains(answer.status) && answer.status != 401, "\(what)")
                    }
                }
            }
            #expect(asked > 500)
            let refused = try await gateway.database.pool.query(
                "SELECT count(*), count(DISTINCT actor_id) FROM audit_entries WHERE action = 'staff-refused'")
            let (entries, knocking) = try refused[0].decode(Int64.self, Int64.self)
            #expect(entries > 100 && knocking == 14)
            // The victim's data is unchanged.
            #expect(try await victim.client.get("/v1/label-scans/\(scan)").status == 200)
        }
    }

    @Test("GW-08, GW-24: every route refuses missing and invalid tokens")
    func everyRouteBadTokens() async throws {
        try await TestGateway.with {
            $0.rates.openRequestsPerAddress = 1_000_000
        } _: { gateway in
            let person = try await gateway.staff(.administrator)
            let session = try await gateway.database.pool.query(
                "SELECT session_id FROM sessions WHERE account_id = \(person.account.uuid)")[0].decode(UUID.self)
            func token(_ key: P256.Signing.PrivateKey, _ age: TimeInterval) async throws -> String {
                let tokens = try await AccessTokens(
                    signingKey: key, retiredKeys: [], clock: FixedClock(gateway.clock.now() - age))
                return try await tokens.issue(
                    account: person.account, session: SessionID(session), revocationVersion: 1)
            }
            let expired = try await token(TestGateway.signingKey, 3_600)
            let foreign = try await token(P256.Signing.PrivateKey(), 0)
            let valid = try await token(TestGateway.signingKey, 0)
            let parts = valid.split(separator: ".").map(String.init)
            let header = Base64URL.encode(Array(#"{"alg":"none","typ":"JWT"}"#.utf8))
            let bad = [
                nil, expired, foreign, "\(header).\(parts[1]).", "\(header).\(parts[1]).\(parts[2])",
                "\(parts[0]).\(parts[1]).\(String(parts[2].reversed()))",
            ]
            for route in RouteTable.gateway.routes where route.access != .anyone {
                for token in bad {
                    var client = gateway.client
                    if let token { client.headers["authorization"] = "Bearer \(token)" }
                    let answer = try await Self.send(route, client, id: person.account.description)
                    #expect(answer.status == 401, "\(route.method) \(route.path)")
                }
            }
            var client = gateway.client
            client.headers["authorization"] = "Bearer \(valid)"
            #expect(try await client.get("/v1/admin/accounts/\(person.account)").status == 200)
        }
    }

    @Test("GW-30: a revoked role ends within a second at every instance")
    func revokedEverywhere() async throws {
        try await TestGateway.with { gateway in
            let chief = try await gateway.staff(.administrator), leaving = try await gateway.staff(.administrator)
            try await gateway.give(.executive, to: leaving.account)
            try await gateway.withAnotherCopy { copy in
                var client = copy
                client.headers["authorization"] = "Bearer \(leaving.accessToken)"
                let there = client
                for here in [there, leaving.client] {
                    #expect(try await here.get("/v1/admin/accounts/\(chief.account)").status == 200)
                }
                let revoked = try await chief.client.send("DELETE", "/v1/admin/accounts/\(leaving.account)/roles")
                #expect(revoked.status == 204)
                let since = ContinuousClock.now
                for here in [leaving.client, there] {
                    try await eventually("the role gives no access") {
                        // A slow request may be answered later, but must have begun within the second.
                        let begun = ContinuousClock.now
                        let status = try await here.get("/v1/admin/accounts/\(chief.account)").status
                        #expect(status == 403 || begun - since < SessionRegistry.freshness)
                        return status == 403
                    }
                    #expect(try await here.get("/v1/audit").status == 403)
                }
                #expect(try await leaving.client.get("/v1/account").status == 200)
            }
        }
    }

    @Test("GW-31: suspension ends sessions within a second and states its reason")
    func suspends() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), administrator = try await gateway.staff(.administrator)
            let path = "/v1/admin/accounts/\(person.account)"
            #expect(try await person.client.get("/v1/account").status == 200)
            let unreasoned = try await administrator.send("PATCH", path, #"{"status":"suspended"}"#)
            #expect(unreasoned.status == 422 && unreasoned.pointers == ["/reason"])
            let body = #"{"status":"suspended","reason":"sold their account"}"#
            for _ in 0..<2 {
                let answer = try await administrator.send("PATCH", path, body)
                #expect(try answer.status == 200 && answer.json["status"]?.string == "suspended")
            }
            #expect(try await person.client.get("/v1/account").status == 401)
            let refresh = try await gateway.client.send(
                "POST", "/v1/sessions/refresh", json: ["refreshToken": person.refreshToken])
            #expect(refresh.status == 401)
            func signIn(_ password: String) async throws -> TestHTTPClient.Answer {
                try await gateway.client.send(
                    "POST", "/v1/sessions", json: ["email": person.email, "password": password])
            }
            let published = try await signIn(person.password)
            #expect(
                try published.problem == "account-suspended" && published.json["detail"]?.string == "sold their account"
            )
            #expect(try await signIn("not the password").problem == "invalid-credentials")
            let plain = try await gateway.database.pool.query(
                """
                SELECT count(*) FROM accounts AS a, audit_entries AS e
                WHERE a::text LIKE '%sold their%' OR e::text LIKE '%sold their%'
                    OR encode(a.suspension_sealed, 'escape') LIKE '%sold their%'
                """)
            #expect(try plain[0].decode(Int64.self) == 0)
            _ = try await administrator.send("PATCH", path, #"{"status":"active","reason":"cleared up"}"#)
            let back = try await gateway.signIn(person)
            let log = try await back.client.get("/v1/access-log").json["items"]?.items ?? []
            #expect(
                log.map { $0["action"]?.string } == ["account-reinstated", "account-suspended"])
            #expect(log.last?["reason"]?.string == "sold their account")
        }
    }

    @Test("GW-32: without clearance and training a role ends after 30 days")
    func provisional() async throws {
        try await TestGateway.with { gateway in
            let administrator = try await gateway.staff(.administrator), person = try await gateway.register()
            let path = "/v1/admin/accounts/\(person.account)/roles"
            let partly = #"{"role":"executive","clearedOn":"2026-01-02","trainedOn":"2026-01-03"}"#
            let provisional = try await administrator.send("POST", path, partly)
            #expect(provisional.status == 201)
            let given = try provisional.json["roles"]?.items.first
            #expect(given?["endsAt"] != nil && given?["clearedOn"]?.string == "2026-01-02")
            #expect(try await person.client.get("/v1/audit").status == 200)
            try await gateway.asAdministrator { administrator in
                try await administrator.execute(
                    """
                    UPDATE staff_roles SET granted_at = granted_at - interval '31 days',
                        ends_at = ends_at - interval '31 days' WHERE role = 'executive'
                    """)
            }
            try await eventually("the role has ended") {
                try await person.client.get("/v1/audit").status == 403
            }
            let whole =
                #"{"role":"executive","clearedOn":"2026-01-02","rulesSignedOn":"2026-01-02","#
                + #""trainedOn":"2026-01-03"}"#
            let permanent = try await administrator.send("POST", path, whole)
            #expect(try permanent.status == 201 && permanent.json["roles"]?.items.first?["endsAt"] == nil)
            #expect(try await person.client.get("/v1/audit").status == 200)
            let future = try await administrator.send("POST", path, #"{"role":"king","clearedOn":"2999-01-01"}"#)
            #expect(future.status == 422 && Set(future.pointers) == ["/role", "/clearedOn"])
            // The database enforces the rule, too.
            await #expect(throws: PostgresError.self) {
                try await gateway.database.pool.execute(
                    """
                    INSERT INTO staff_roles (staff_role_id, account_id, role, granted_at)
                    VALUES (\(UUID()), \(person.account.uuid), 'shareholder', now())
                    """)
            }
        }
    }

    @Test("GW-25: staff cannot grant roles or emergency access to themselves")
    func notOneself() async throws {
        try await TestGateway.with { gateway in
            let administrator = try await gateway.staff(.administrator)
            let path = "/v1/admin/accounts/\(administrator.account)"
            #expect(try await administrator.send("POST", "\(path)/roles", #"{"role":"shareholder"}"#).status == 403)
            #expect(try await administrator.client.send("DELETE", "\(path)/roles").status == 403)
            #expect(
                try await administrator.send("PATCH", path, #"{"status":"suspended","reason":"x"}"#).status == 403)
            let nobody = "/v1/admin/accounts/\(UUID().uuidString.lowercased())"
            #expect(try await administrator.client.get(nobody).status == 404)
            #expect(try await administrator.send("POST", "\(nobody)/roles", #"{"role":"tester"}"#).status == 404)
            #expect(try await administrator.client.get("/v1/admin/accounts/nothing").status == 404)
        }
    }

    @Test("GW-25, C10: administrators view accounts, never their content")
    func corrects() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register("seen@example.com")
            _ = try await person.send("PATCH", "/v1/account", #"{"name":"Hidden Name"}"#)
            let administrator = try await gateway.staff(.administrator)
            let path = "/v1/admin/accounts/\(person.account)"
            let changed = try await administrator.send(
                "PATCH", path, #"{"locale":"fr-CA","reason":"asked for by telephone"}"#)
            #expect(try changed.status == 200 && changed.json["locale"]?.string == "fr-CA")
            #expect(
                try changed.json.names == [
                    "acceptedTerms", "id", "lastActiveAt", "locale", "registeredAt", "roles", "status", "timeZone",
                ])
            #expect(!changed.text.contains("Hidden") && !changed.text.contains("seen@"))
            #expect(try await person.client.get("/v1/account").json["locale"]?.string == "fr-CA")
            let none = try await administrator.client.get("/v1/admin/accounts?email=nobody@example.com")
            #expect(try none.status == 200 && none.json["items"]?.items.isEmpty == true)
            #expect(try await administrator.client.get("/v1/admin/accounts").parameters == ["email"])
        }
    }

    @Test("GW-27, BIL-19: figures of fewer than ten people are not shown")
    func statistics() async throws {
        try await TestGateway.with { gateway in
            let shareholder = try await gateway.staff(.shareholder)
            var people: [Person] = []
            for _ in 0..<9 { people.append(try await gateway.register()) }
            func pay(_ person: Person) async throws {
                let body =
                    #"{"total":{"currency":"CAD","minorUnits":903},"paidAt":"2026-09-21T14:13:20.125Z","#
                    + #""refundedAt":"2026-10-05T08:00:00.000Z"}"#
                let subscription = #"{"choice":{"planID":"pro-monthly-cad","seats":1},"status":"active"}"#
                for (kind, text) in [("payment", body), ("subscription", subscription)] {
                    try await gateway.database.pool.execute(
                        """
                        INSERT INTO documents (kind, id, owner, sort_key, version, body)
                        VALUES (\(kind), \(UUID()), \(person.account.uuid), 1, 1, \(text)::json)
                        """)
                }
            }
            for person in people { try await pay(person) }
            // One person pays twice, so there are still nine people.
            try await pay(people[0])
            let few = try await shareholder.client.get("/v1/admin/statistics").json
            #expect(few["revenue"]?.items.isEmpty == true && few["subscriptions"]?.items.isEmpty == true)
        }
    }

    @Test("GW-27: figures: groups under ten are hidden, even their size")
    func tooFew() async throws {
        try await TestGateway.with { gateway in
            let shareholder = try await gateway.staff(.shareholder)
            for _ in 0..<8 { _ = try await gateway.register() }
            let figures = try await shareholder.client.get("/v1/admin/statistics")
            #expect(figures.status == 200)
            let published = try figures.json
            #expect(
                published["users"] == nil && published["active"] == nil && published["months"]?.items.isEmpty == true)
            // Ratings of a survey are published from ten people on.
            for index in 0..<10 {
                let count = try await shareholder.client.get("/v1/admin/statistics").json["surveys"]?.items.count
                #expect(count == 0, "after \(index)")
                let who = try await gateway.register()
                #expect(try await who.send("POST", "/v1/feedback", #"{"kind":"survey","rating":4}"#).status == 201)
            }
            let surveys = try await shareholder.client.get("/v1/admin/statistics").json["surveys"]?.items ?? []
            #expect(surveys.map { $0["count"]?.number } == [10])
        }
    }
}
