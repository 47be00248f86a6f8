import EventContracts
import Foundation
import IngestionCore
import IngestionService
import Logging
import Messaging
import Postgres
import ServiceRuntime
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Consents through the API") struct ConsentTests {
    private static let held = ["prefer": "wait=10"]

    private func allow(_ body: String, _ person: Person, match: String? = nil) async throws -> TestHTTPClient.Answer {
        try await person.send(
            "PUT", "/v1/consents", #"{"purposes":{\#(body)}}"#, headers: match.map { ["if-match": $0] } ?? [:])
    }

    private func published(_ gateway: TestGateway) async throws -> [ConsentChanged] {
        try await gateway.database.pool.query(
            "SELECT body FROM outbox WHERE type = \(ConsentChanged.type.name) ORDER BY id"
        ).map { try EventCoding.decode(ConsentChanged.self, from: $0.decode([UInt8].self)) }
    }

    private func share(_ person: Person) async throws -> (answer: TestHTTPClient.Answer, path: String?) {
        let meal = try await person.send(
            "POST", "/v1/meals", #"{"name":"Lunch","items":[{"foodId":"sr28-09003","grams":150}]}"#,
            headers: Self.held)
        let id = try #require(meal.json["id"]?.string)
        let answer = try await person.send("POST", "/v1/meals/\(id)/share", "")
        let token = try? answer.json["url"]?.string?.split(separator: "/").last
        return (answer, token.map { "/v1/shared/\($0)" })
    }

    @Test("GW-22, C10: consent: by default only processing is allowed")
    func registration() async throws {
        try await TestGateway.with { gateway in
            let quiet = try await gateway.register(consents: nil)
            let read = try await quiet.client.get("/v1/consents"), view = try read.json
            #expect(read.header("etag") == "\"1\"" && view["version"]?.number == 1)
            #expect(view["terms"]?["accepted"]?.string == TestGateway.terms)
            #expect(view["terms"]?["current"]?.string == TestGateway.terms)
            for purpose in ConsentPurpose.allCases {
                #expect(view["purposes"]?[purpose.rawValue]?["allowed"] == .bool(purpose == .processing))
            }
            let loud = try await gateway.register(consents: ["sharing": true, "trainingPhotos": true])
            let purposes = try await loud.client.get("/v1/consents").json["purposes"]
            #expect(purposes?["sharing"]?["allowed"] == .bool(true))
            #expect(purposes?["trainingPhotos"]?["allowed"] == .bool(true))
            #expect(purposes?["location"]?["allowed"] == .bool(false))
            await #expect(throws: Unexpected.self) { try await gateway.register(consents: ["flying": true]) }
        }
    }

    @Test("GW-22: consent: a purpose is changed alone; repeats have no effect")
    func changes() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(consents: nil)
            #expect(try await allow(#""sharing":true"#, person, match: "\"1\"").status == 200)
            #expect(try await allow(#""sharing":true,"processing":true"#, person).header("etag") == "\"2\"")
            #expect(try await allow(#""location":true"#, person, match: "\"1\"").status == 412)
            for (purpose, value) in [("sharing", "1"), ("flying", "true")] {
                let bad = try await allow(#""\#(purpose)":\#(value)"#, person)
                #expect(bad.status == 422 && bad.pointers == ["/purposes/\(purpose)"])
            }
            #expect(try await person.send("PUT", "/v1/consents", "{}").pointers == ["/purposes"])
            #expect(try await allow(#""sharing":false"#, person).header("etag") == "\"3\"")
            #expect(try await published(gateway).map(\.version) == [2, 3])
            #expect(try await published(gateway).map(\.allowed) == [["processing", "sharing"], ["processing"]])
            let first = try await person.client.get("/v1/consents/history?limit=2").json
            #expect(first["items"]?.items.map { $0["version"]?.number } == [3, 2])
            #expect(first["items"]?.items.first?["purposes"]?["sharing"] == .bool(false))
            let next = try #require(first["next"]?.string)
            let second = try await person.client.get("/v1/consents/history?limit=2&cursor=\(next)").json
            #expect(second["items"]?.items.map { $0["version"]?.number } == [1] && second["next"]?.string == nil)
            await #expect(throws: PostgresError.self, "the ledger is only added to") {
                try await gateway.database.pool.execute("UPDATE consents SET allowed = true")
            }
            let other = try await gateway.register(consents: nil)
            #expect(try await other.client.get("/v1/consents/history").json["items"]?.items.count == 1)
        }
    }

    @Test("GW-22: sharing a meal records the consent to share")
    func act() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(consents: nil)
            let (answer, path) = try await share(person)
            #expect(answer.status == 201)
            #expect(try await gateway.client.get(#require(path)).status == 200)
            let preferences = #"{"location":{"latitude":43.65,"longitude":-79.38},"sharesPrices":true}"#
            let kept = try await person.send("PUT", "/v1/shopping-preferences", preferences, headers: Self.held)
            #expect(kept.status == 200)
            let view = try await person.client.get("/v1/consents").json
            for purpose in ["sharing", "location", "communityPrices", "processing"] {
                #expect(view["purposes"]?[purpose]?["allowed"] == .bool(true), "\(purpose)")
            }
            #expect(view["purposes"]?["trainingPhotos"]?["allowed"] == .bool(false))
            #expect(try await published(gateway).map(\.version) == [2, 3])
            _ = try await share(person)
            #expect(try await published(gateway).count == 2, "the same again is no news")
        }
    }

    @Test("GW-22: consent: without sharing, links are refused and stop at once")
    func sharing() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(consents: ["sharing": false])
            let refused = try await share(person).answer
            #expect(refused.status == 403 && refused.problem == "consent-required")
            #expect(try refused.json["purpose"]?.string == "sharing")
            #expect(try await allow(#""sharing":true"#, person).status == 200)
            let (answer, path) = try await share(person)
            #expect(answer.status == 201)
            #expect(try await gateway.client.get(#require(path)).status == 200)
            #expect(try await allow(#""sharing":false"#, person).status == 200)
            #expect(try await gateway.client.get(#require(path)).status == 404)
            #expect(try await share(person).answer.problem == "consent-required")
        }
    }

    @Test("GW-22: consent: without processing, data is read-only")
    func processing() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), phone = try await gateway.signIn(person)
            let scan = try await person.scan()
            #expect(try await phone.client.get("/v1/meals").status == 200)
            #expect(try await allow(#""processing":false"#, person).status == 200)
            for session in [person, phone] {
                for (method, path) in [
                    ("POST", "/v1/label-scans"), ("POST", "/v1/meals"), ("PUT", "/v1/goals"), ("POST", "/v1/receipts"),
                    ("PUT", "/v1/allergen-profile"), ("PATCH", "/v1/meals/\(UUID())"), ("POST", "/v1/reactions"),
                ] {
                    let answer = try await session.send(method, path, "{}")
                    #expect(answer.status == 403 && answer.problem == "consent-required", "\(method) \(path)")
                }
            }
            let id = try #require(scan["id"]?.string)
            #expect(try await person.client.get("/v1/label-scans/\(id)").status == 200)
            #expect(try await person.send("PATCH", "/v1/account", #"{"locale":"fr"}"#).status == 200)
            #expect(try await allow(#""processing":true"#, person).status == 200)
            _ = try await person.scan()
            // A person registered by an older release.
            try await gateway.database.pool.execute("DELETE FROM consents")
            let late = try await gateway.signIn(person)
            _ = try await late.scan()
            let view = try await late.client.get("/v1/consents").json
            #expect(view["purposes"]?["processing"]?["allowed"] == .bool(true) && view["version"]?.number == 0)
        }
    }

    @Test("GW-22, C22: consent: its withdrawal removes prices and places")
    func shopping() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(consents: ["location": false, "communityPrices": false])
            let place = #"{"location":{"latitude":43.65,"longitude":-79.38},"radiusKm":7}"#
            let path = "/v1/shopping-preferences"
            let refused = try await person.send("PUT", path, place)
            #expect(try refused.problem == "consent-required" && refused.json["purpose"]?.string == "location")
            let prices = try await person.send("PUT", path, #"{"sharesPrices":true}"#)
            #expect(try prices.status == 403 && prices.json["purpose"]?.string == "communityPrices")
            #expect(try await person.send("PUT", path, #"{"radiusKm":7}"#, headers: Self.held).status == 200)
            #expect(try await allow(#""location":true,"communityPrices":true"#, person).status == 200)
            #expect(try await person.send("PUT", path, place, headers: Self.held).status == 200)
            #expect(try await allow(#""location":false"#, person).status == 200)
            try await eventually("the place is removed") {
                try await person.client.get(path).json["location"] == nil
            }
            #expect(try await person.client.get(path).json["radiusKm"]?.number == 7)
        }
    }

    @Test(
        "GW-22, C26: a photo command carries the owner's current consents"
    )
    func remoteRecognition() async throws {
        try await TestGateway.with { gateway in
            let quiet = try await gateway.register(consents: nil)
            let open = try await gateway.register(consents: ["remoteRecognition": true])
            func photograph(_ person: Person) async throws {
                let answer = try await person.send("POST", "/v1/meals", photo: try SamplePhoto.jpeg.bytes())
                #expect(answer.status == 202, "\(answer.text)")
            }
            try await photograph(quiet)
            try await photograph(open)
            #expect(try await allow(#""recognitionOutsideCanada":true,"sharing":true"#, open).status == 200)
            try await photograph(open)
            #expect(try await allow(#""remoteRecognition":false"#, open).status == 200)
            try await photograph(open)
            let orders = try await gateway.database.events(RecognizeMeal.self).map(\.body)
            #expect(
                orders.map(\.consents) == [
                    CommandConsents(version: 1, allowed: ["processing"]),
                    CommandConsents(version: 1, allowed: ["processing", "remoteRecognition"]),
                    CommandConsents(
                        version: 2, allowed: ["processing", "recognitionOutsideCanada", "remoteRecognition"]),
                    CommandConsents(version: 3, allowed: ["processing", "recognitionOutsideCanada"]),
                ])
        }
    }

    @Test("consent: an unknown purpose of a later release has no effect")
    func laterPurpose() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(consents: nil)
            try await gateway.asAdministrator { administrator in
                try await administrator.execute("ALTER TABLE consents DROP CONSTRAINT consents_purpose_check")
                try await administrator.execute(
                    """
                    INSERT INTO consents (account_id, purpose, version, allowed, terms, at)
                    VALUES (\(person.account.uuid), 'flying', 2, true, '1', now())
                    """)
            }
            let view = try await person.client.get("/v1/consents").json
            #expect(view["version"]?.number == 2 && view["purposes"]?["flying"] == nil)
            #expect(view["purposes"]?["processing"]?["allowed"] == .bool(true))
            #expect(try await allow(#""sharing":true"#, person).header("etag") == "\"3\"")
        }
    }

    @Test("consent: accounts from before consents keep the features they use")
    func migration() async throws {
        let migrations = try IngestionMigrations.all()
        let index = try #require(migrations.firstIndex { $0.name.contains("create_consents") })
        try await TestDatabase.with { test in
            var logger = Logger(label: "test")
            logger.logLevel = .error
            let role = test.role("ingestion"), migrator = Migrator(admin: test.admin, logger: logger)
            _ = try await migrator.apply(
                Array(migrations[..<index]), schema: "ingestion", role: role.name, password: role.password)
            let pool = PostgresPool(configuration: role.configuration, size: 2, logger: logger)
            let sharer = UUID(), shopper = UUID()
            for account in [sharer, shopper] {
                let hash = Array(account.uuidString.utf8.prefix(32))
                try await pool.execute(
                    """
                    INSERT INTO accounts (account_id, email_sealed, email_index, password_hash, locale, time_zone,
                        accepted_terms, terms_accepted_at, created_at, updated_at)
                    VALUES (\(account), '', \(hash), '$argon2id$x', 'en', 'UTC', '1', now(), now(), now())
                    """)
            }
            try await pool.execute(
                """
                INSERT INTO shares (share_id, token_hash, account_id, meal_id, nutrients, language, created_at,
                    expires_at)
                VALUES (gen_random_uuid(), decode(repeat('00', 32), 'hex'), \(sharer), gen_random_uuid(), '{}', 'en',
                    now(), now() + interval '1 day')
                """)
            try await pool.execute(
                """
                INSERT INTO documents (kind, id, owner, sort_key, version, body)
                VALUES ('shopping-preferences', \(shopper), \(shopper), 0, 1, '{}')
                """)
            _ = try await migrator.apply(
                migrations, schema: "ingestion", role: role.name, password: role.password)
            func allowed(_ account: UUID) async throws -> [String] {
                try await pool.query(
                    "SELECT purpose FROM consents WHERE account_id = \(account) AND allowed ORDER BY purpose"
                ).map { try $0.decode(String.self) }
            }
            #expect(try await allowed(sharer) == ["processing", "sharing"])
            #expect(try await allowed(shopper) == ["communityPrices", "location", "processing"])
            await pool.close()
        }
    }
}
