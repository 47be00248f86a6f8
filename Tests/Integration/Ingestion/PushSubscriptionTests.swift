import EventContracts
import Foundation
import IngestionCore
import IngestionNotifications
import IngestionService
import Messaging
import Postgres
import Sealing
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Push subscriptions of browsers through the API")
struct PushSubscriptionTests {
    private static func events(_ gateway: TestGateway) async throws -> [PushSubscriptionChanged] {
        try await gateway.database.events(PushSubscriptionChanged.self).map(\.body)
    }

    private static func add(_ endpoint: String, _ browser: PushBrowser, by person: Person) async throws -> JSONValue {
        let answer = try await person.send("POST", "/v1/push-subscriptions", browser.json(endpoint: endpoint))
        guard [200, 201].contains(answer.status) else { throw Unexpected(answer) }
        return try answer.json
    }

    @Test("NOT-11, GW-36: a subscription is published sealed, and removed")
    func addsAndForgets() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            let browser = PushBrowser(), endpoint = "https://push.example.net/abc?d=1"
            let empty = try await person.client.get("/v1/push-subscriptions").json
            #expect(
                empty["applicationServerKey"]?.string == TestGateway.webPushKey && empty["items"]?.items.isEmpty == true
            )
            let first = try await person.send("POST", "/v1/push-subscriptions", browser.json(endpoint: endpoint))
            #expect(first.status == 201)
            let view = try first.json
            #expect(view["service"]?.string == "https://push.example.net")
            let again = try await person.send("POST", "/v1/push-subscriptions", browser.json(endpoint: endpoint))
            let known = try again.json
            #expect(again.status == 200 && known["id"] == view["id"])
            let listed = try await person.client.get("/v1/push-subscriptions")
            #expect(try listed.json["items"]?.items.map { $0["id"] } == [view["id"]])
            #expect(!listed.text.contains("abc") && !listed.text.contains(Base64URL.encode(browser.secret)))
            #expect(try await other.client.get("/v1/push-subscriptions").json["items"]?.items.isEmpty == true)
            let published = try await Self.events(gateway)
            #expect(
                published.count == 2 && published.allSatisfy { $0.subscriptionID.description == view["id"]?.string })
            let sealed = try #require(published.last?.details)
            let details = try await gateway.sealer.open(
                sealed, .pushSubscriptionDetails(published[0].subscriptionID, of: person.account))
            #expect(
                details
                    == PushSubscriptionDetails(
                        endpoint: endpoint, key: Base64URL.encode(browser.publicKey),
                        secret: Base64URL.encode(browser.secret)))
            let own = "/v1/push-subscriptions/\(view["id"]?.string ?? "")"
            #expect(try await other.client.send("DELETE", own).status == 404)
            #expect(try await person.client.send("DELETE", own).status == 204)
            #expect(try await person.client.send("DELETE", own).status == 404)
            let last = try #require(try await Self.events(gateway).last)
            #expect(last.details == nil && last.subscriptionID.description == view["id"]?.string)
        }
    }

    @Test("test message: accepted once a minute for each browser of the account")
    func tests() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            func test(_ id: String, _ who: Person) async throws -> TestHTTPClient.Answer {
                try await who.client.send("POST", "/v1/push-subscriptions/\(id)/test")
            }
            var ids: [String] = []
            for number in 0..<2 {
                let view = try await Self.add("https://push.example.net/\(number)", PushBrowser(), by: person)
                ids.append(try #require(view["id"]?.string))
            }
            #expect(try await test(ids[0], person).status == 202)
            gateway.clock.advance(by: .seconds(20))
            let early = try await test(ids[0], person)
            #expect(early.status == 429 && early.problem == "too-many-requests" && early.header("retry-after") == "40")
            #expect(try await test(ids[1], person).status == 202)
            gateway.clock.advance(by: .seconds(40))
            #expect(try await test(ids[0], person).status == 202)
            for id in [ids[0], UUID().uuidString.lowercased(), "none"] {
                #expect(try await test(id, other).status == 404, "\(id)")
            }
            #expect(try await gateway.client.send("POST", "/v1/push-subscriptions/\(ids[0])/test").status == 401)
            let sent = try await gateway.database.events(SendTestPush.self)
            #expect(sent.map(\.body.subscriptionID.description) == [ids[0], ids[1], ids[0]])
            #expect(sent.allSatisfy { $0.body.accountID == person.account })
        }
    }

    @Test("test message: unavailable without a push key")
    func testWithoutKey() async throws {
        try await TestGateway.with {
            $0.webPush = WebPushSettings()
        } _: { gateway in
            let person = try await gateway.register()
            let id = UUID().uuidString.lowercased()
            let answer = try await person.client.send("POST", "/v1/push-subscriptions/\(id)/test")
            #expect(answer.status == 409 && answer.problem == "conflict")
        }
    }

    @Test("GW-23: a browser that changes accounts reveals nothing")
    func moves() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            let browser = PushBrowser(), endpoint = "https://push.example.net/shared"
            let first = try await Self.add(endpoint, browser, by: person)
            let second = try await Self.add(endpoint, browser, by: other)
            #expect(first["id"] != second["id"])
            #expect(try await person.client.get("/v1/push-subscriptions").json["items"]?.items.isEmpty == true)
            let published = try await Self.events(gateway)
            #expect(published.map(\.accountID) == [person.account, person.account, other.account])
            #expect(published.map { $0.details == nil } == [false, true, false])
        }
    }

    @Test("GW-16, NOT-11: push: messages to a browser end with its session")
    func endsWithSession() async throws {
        try await TestGateway.with { gateway in
            let phone = try await gateway.register()
            let laptop = try await gateway.signIn(phone)
            func ids() async throws -> [String] {
                try await laptop.client.get("/v1/push-subscriptions").json["items"]?.items
                    .compactMap { $0["id"]?.string } ?? []
            }
            let lost = try await Self.add("https://push.example.net/phone", PushBrowser(), by: phone)
            let own = try await Self.add("https://push.example.net/laptop", PushBrowser(), by: laptop)
            // A subscription of an earlier release, which did not store the session.
            let earlier = try await Self.add("https://push.example.net/earlier", PushBrowser(), by: laptop)
            try await gateway.database.pool.execute(
                """
                UPDATE push_subscriptions SET session_id = NULL
                WHERE subscription_id = \(try #require(UUID(uuidString: earlier["id"]?.string ?? "")))
                """)
            #expect(try await laptop.client.send("DELETE", "/v1/sessions").status == 204)
            #expect(try await ids() == [own["id"]?.string])
            let gone = try await Self.events(gateway).filter { $0.details == nil }.map(\.subscriptionID.description)
            #expect(Set(gone) == [try #require(lost["id"]?.string), try #require(earlier["id"]?.string)])
            let again = try await gateway.signIn(phone)
            _ = try await Self.add("https://push.example.net/phone", PushBrowser(), by: again)
            #expect(try await ids().count == 2)
            #expect(try await again.client.send("DELETE", "/v1/sessions/current").status == 204)
            #expect(try await ids() == [own["id"]?.string])
        }
    }

    @Test("push: subscriptions of a session that expired unused are removed")
    func endsWithExpiry() async throws {
        try await TestGateway.with { gateway in
            let phone = try await gateway.register()
            let lost = try await Self.add("https://push.example.net/phone", PushBrowser(), by: phone)
            gateway.clock.advance(by: .seconds(400 * 24 * 3_600))
            let laptop = try await gateway.signIn(phone)
            let own = try await Self.add("https://push.example.net/laptop", PushBrowser(), by: laptop)
            try await Housekeeping(database: gateway.database, photos: gateway.archive, retention: .init()).run()
            let items = try await laptop.client.get("/v1/push-subscriptions").json["items"]?.items
            #expect(items?.map { $0["id"] } == [own["id"]])
            let gone = try await Self.events(gateway).filter { $0.details == nil }.map(\.subscriptionID.description)
            #expect(gone == [try #require(lost["id"]?.string)])
        }
    }

    @Test("push: a browser cannot subscribe while its session is being ended")
    func raceWithEnd() async throws {
        try await TestGateway.with { gateway in
            let phone = try await gateway.register()
            // The end of the session waits for its commit, while the gateway still believes that the session is active.
            let (adding, ids) = try await gateway.database.write(.request(correlationID: UUID())) { transaction in
                let now = try transaction.eventTime()
                let ended = try await SessionRepository.revokeAll(
                    of: phone.account, but: nil, at: now, in: transaction)
                let adding = Task {
                    try await phone.send(
                        "POST", "/v1/push-subscriptions", PushBrowser().json(endpoint: "https://push.example.net/a"))
                }
                try await eventually("the subscription waits for the session") {
                    try await gateway.database.pool.query(
                        """
                        SELECT pid FROM pg_stat_activity
                        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FOR SHARE%'
                        """
                    ).isEmpty == false
                }
                return (adding, ended)
            }
            #expect(ids.count == 1)
            #expect(try await adding.value.status == 401)
            #expect(
                try await PushSubscriptionRepository.list(of: phone.account, in: gateway.database.pool).isEmpty)
        }
    }

    @Test("push: the 21st browser replaces the oldest")
    func bounded() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            var first: JSONValue?
            for number in 0..<21 {
                gateway.clock.advance(by: .seconds(1))
                let view = try await Self.add("https://push.example.net/\(number)", PushBrowser(), by: person)
                first = first ?? view
            }
            let items = try await person.client.get("/v1/push-subscriptions").json["items"]?.items ?? []
            #expect(items.count == 20 && !items.contains { $0["id"] == first?["id"] })
            let gone = try await Self.events(gateway).filter { $0.details == nil }
            #expect(gone.map(\.subscriptionID.description) == [first?["id"]?.string])
        }
    }

    @Test("push: invalid subscriptions are rejected; none without a key")
    func refuses() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), browser = PushBrowser()
            let plain = try await person.send(
                "POST", "/v1/push-subscriptions", browser.json(endpoint: "http://push.example.net/"))
            #expect(plain.status == 422 && plain.pointers == ["/endpoint"])
            let point = Base64URL.encode([4] + [UInt8](repeating: 1, count: 64))
            let wrong = try await person.send(
                "POST", "/v1/push-subscriptions",
                #"{"endpoint":"https://push.example.net/","keys":{"p256dh":"\#(point)","auth":"AAAA"}}"#)
            #expect(wrong.status == 422 && wrong.pointers.sorted() == ["/keys/auth", "/keys/p256dh"])
            let none = try await person.send(
                "POST", "/v1/push-subscriptions", #"{"endpoint":"https://push.example.net/"}"#)
            #expect(none.status == 422 && none.pointers == ["/keys"])
            #expect(try await Self.events(gateway).isEmpty)
        }
        try await TestGateway.with {
            $0.webPush = WebPushSettings()
        } _: { gateway in
            let person = try await gateway.register()
            let answer = try await person.send(
                "POST", "/v1/push-subscriptions", PushBrowser().json(endpoint: "https://push.example.net/"))
            #expect(answer.status == 409 && answer.problem == "conflict")
        }
    }

    @Test("push: snapshots contain subscriptions after their accounts")
    func snapshots() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let kept = try await Self.add("https://push.example.net/kept", PushBrowser(), by: person)
            let gone = try await Self.add("https://push.example.net/gone", PushBrowser(), by: person)
            _ = try await person.client.send("DELETE", "/v1/push-subscriptions/\(gone["id"]?.string ?? "")")
            let before = try await Self.events(gateway).count
            _ = try await gateway.database.write(.request(correlationID: UUID())) { transaction in
                try await AccountSnapshots(sealer: gateway.sealer).appendPage(after: nil, limit: 10, in: transaction)
            }
            let sent = try await gateway.database.events(PushSubscriptionChanged.self).dropFirst(before)
            #expect(sent.map { $0.body.subscriptionID.description } == [kept["id"]?.string])
            #expect(sent.allSatisfy { $0.attributes.isSnapshot && $0.body.details != nil })
        }
    }
}
