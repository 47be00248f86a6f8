import EventContracts
import Foundation
import IngestionCore
import IngestionService
import Messaging
import Postgres
import Sealing
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Projections, operations and event streams") struct ProjectionTests {
    private static func profile(_ account: AccountID, _ version: Int64, _ gateway: TestGateway) async throws
        -> ProfileChanged
    {
        ProfileChanged(
            accountID: account, version: version, allergens: [.milk],
            otherIngredients: try await gateway.sealer.seal(
                [], .otherIngredients(of: account)),
            diets: [], traces: .warn, changedAt: gateway.clock.now())
    }

    @Test("projection: a newer version wins; older and repeated are ignored")
    func newerWins() async throws {
        try await TestGateway.with(neighbors: false) { gateway in
            let person = try await gateway.register()
            for version: Int64 in [2, 1, 2, 3, 1] {
                try await gateway.neighbors.publish(Self.profile(person.account, version, gateway), nil, nil)
            }
            #expect(try await person.client.get("/v1/allergen-profile").header("etag") == "\"3\"")
            let feed = try await gateway.database.pool.query("SELECT version FROM account_events ORDER BY event_id")
            #expect(try feed.map { try $0.decode("version", as: Int64.self) } == [2, 3])
            let stranger = try await gateway.register()
            let row = try await gateway.database.pool.query("SELECT owner FROM documents")[0]
            _ = try await gateway.database.pool.execute(
                "UPDATE documents SET owner = \(stranger.account.uuid), version = 1 WHERE id = \(person.account.uuid)")
            try await gateway.neighbors.publish(Self.profile(person.account, 4, gateway), nil, nil)
            #expect(try row.decode(UUID.self) == person.account.uuid)
            let kept = try await gateway.database.pool.query("SELECT version FROM documents")[0].decode(Int64.self)
            #expect(kept == 1)
        }
    }

    @Test(
        "operation: an outcome replaces \"failed\" and is never undone",
        arguments: [
            ([OperationStatus.failed, .succeeded], "succeeded"), ([.failed, .rejected], "rejected"),
            ([.succeeded, .failed], "succeeded"),
            ([.rejected, .succeeded], "rejected"), ([.succeeded, .rejected], "succeeded"),
            ([.failed, .failed], "failed"),
        ])
    func endsOnce(ends: [OperationStatus], expected: String) async throws {
        try await TestGateway.with(neighbors: false) { gateway in
            let person = try await gateway.register()
            let answer = try await person.send("POST", "/v1/label-scans", #"{"text":"milk"}"#)
            let id = try #require(try answer.json["id"]?.string.flatMap(OperationID.init(text:)))
            let command = EventAttributes(
                id: UUID(), source: "", type: AssessLabelText.type, time: Date(), subject: nil,
                key: person.account.description, operationID: id, correlationID: UUID())
            let problem = OutcomeProblem(
                type: "https://foodmagic.example/problems/unreadable", title: "No", status: 422, detail: nil)
            for (version, end) in ends.enumerated() {
                switch end {
                case .succeeded:
                    try await gateway.neighbors.publish(
                        Self.profile(person.account, Int64(version + 1), gateway), command, end)
                case .rejected:
                    try await gateway.neighbors.publish(
                        AllergenCommandRejected(accountID: person.account, problem: problem), command, end)
                case .failed:
                    try await gateway.neighbors.publish(
                        AllergenCommandFailed(accountID: person.account, problem: problem), command, end)
                }
            }
            let operation = try await person.client.get("/v1/operations/\(id)").json
            #expect(operation["status"]?.string == expected)
            #expect((operation["problem"] == nil) == (expected == "succeeded"))
        }
    }

    @Test("GW-23: an event ends only operations of its own account")
    func foreignEvents() async throws {
        try await TestGateway.with(neighbors: false) { gateway in
            let person = try await gateway.register()
            let stranger = try await gateway.register()
            let answer = try await person.send("POST", "/v1/label-scans", #"{"text":"milk"}"#)
            let id = try #require(try answer.json["id"]?.string.flatMap(OperationID.init(text:)))
            let command = EventAttributes(
                id: UUID(), source: "", type: AssessLabelText.type, time: Date(), subject: nil, key: "",
                operationID: id, correlationID: UUID())
            try await gateway.neighbors.publish(Self.profile(stranger.account, 1, gateway), command, .succeeded)
            #expect(try await person.client.get("/v1/operations/\(id)").json["status"]?.string == "pending")
            let body = try await Self.profile(person.account, 1, gateway)
            var attributes = command
            attributes.key = stranger.account.description
            let foreign = attributes
            await #expect(throws: PermanentFailure.self) {
                try await gateway.database.write(.event(foreign, consumer: "ingestion")) { transaction in
                    try await DocumentProjection(ProfileChanged.self).handle(
                        Event(attributes: foreign, body: body), in: transaction)
                }
            }
        }
    }

    @Test("snapshots: rebuild documents without stream events")
    func snapshots() async throws {
        try await TestGateway.with(neighbors: false) { gateway in
            let person = try await gateway.register()
            try await gateway.neighbors.publish(Self.profile(person.account, 5, gateway), nil, nil)
            _ = try await gateway.database.pool.execute("DELETE FROM documents")
            try await gateway.neighbors.publish(Self.profile(person.account, 5, gateway), nil, nil, isSnapshot: true)
            #expect(try await person.client.get("/v1/allergen-profile").header("etag") == "\"5\"")
            let feed = try await gateway.database.pool.query("SELECT count(*) FROM account_events")[0].decode(
                Int64.self)
            #expect(feed == 1)
        }
    }

    @Test("housekeeping: ends abandoned operations, removes expired rows")
    func housekeeping() async throws {
        try await TestGateway.with(neighbors: false) { gateway in
            let person = try await gateway.register()
            let answer = try await person.send(
                "POST", "/v1/label-scans", #"{"text":"milk"}"#, headers: ["idempotency-key": "k"])
            let location = try #require(answer.header("location"))
            _ = try await gateway.database.pool.execute(
                """
                INSERT INTO shares VALUES (
                    gen_random_uuid(), decode(repeat('00', 32), 'hex'), gen_random_uuid(), gen_random_uuid(), '{}',
                        'en',
                    now() - interval '1 day', now())
                """)
            let now = gateway.clock.now(), household = UUID()
            try await gateway.database.pool.execute(
                """
                INSERT INTO broken_glasses VALUES (
                    gen_random_uuid(), \(person.account.uuid), \(person.account.uuid), \(now - 1), \(now))
                """)
            try await gateway.database.pool.execute(
                "INSERT INTO households VALUES (\(household), \(person.account.uuid), NULL, \(now))")
            try await gateway.database.pool.execute(
                """
                INSERT INTO household_invitations VALUES (
                    decode(repeat('00', 32), 'hex'), \(household), \(now + 7 * 86_400))
                """)
            let housekeeping = Housekeeping(
                database: gateway.database, photos: gateway.archive, retention: .init())
            try await housekeeping.run()
            #expect(try await person.client.get(location).json["status"]?.string == "pending")
            _ = try await gateway.database.pool.execute(
                "UPDATE operations SET created_at = \(gateway.clock.now() - 8 * 86_400)")
            try await housekeeping.run()
            let failed = try await person.client.get(location).json
            #expect(failed["status"]?.string == "failed" && failed["problem"]?["status"]?.number == 500)
            // A session ends after 30 days without a refresh, and is stored for another 30 days.
            gateway.clock.advance(by: .seconds(61 * 86_400))
            try await housekeeping.run()
            for table in [
                "operations", "idempotency_keys", "account_events", "sessions", "refresh_tokens", "shares",
                "broken_glasses", "household_invitations",
            ] {
                let count = try await gateway.database.pool.query("SELECT count(*) FROM \(identifier: table)")[0]
                    .decode(Int64.self)
                #expect(count == 0, "\(table)")
            }
        }
    }

    @Test("event stream: sends new events, resumes after Last-Event-ID")
    func streams() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let first = try await person.scan("milk 1")
            try await eventually("its notice is there, so that the stream begins after it") {
                try await person.client.get("/v1/notifications").json["items"]?.items.count == 1
            }
            let live = try await person.client.events("/v1/events") { status, events in
                #expect(status == 200)
                _ = try await person.scan("milk 2")
                return try await Self.take(2, events)
            }
            #expect(live.allSatisfy { $0.event == "resource-changed" })
            let scanEvent = try JSONReader.read(Array(live[0].data.utf8))
            #expect(scanEvent["kind"]?.string == "label-scan" && scanEvent["operation"]?.string != nil)
            let all = try await person.client.events("/v1/events", headers: ["last-event-id": "0"]) { _, events in
                try await Self.take(4, events)
            }
            #expect(all.suffix(2) == live[...])
            let firstEvent = try JSONReader.read(Array(all[0].data.utf8))
            #expect(firstEvent["id"]?.string == first["id"]?.string)
            let later = try await person.client.events(
                "/v1/events", headers: ["last-event-id": try #require(all[2].id)]
            ) { _, events in try await Self.take(1, events) }
            #expect(later == [all[3]])
            let gap = try await person.client.events("/v1/events", headers: ["last-event-id": "999999"]) { _, events in
                _ = try await person.scan("milk 3")
                return try await Self.take(2, events)
            }
            #expect(gap[0].event == "resync" && gap[1].event == "resource-changed")
            let bad = try await person.client.get("/v1/events", headers: ["last-event-id": "abc"])
            #expect(bad.status == 400)
        }
    }

    @Test("GW-16, GW-23: a stream has its account's events until the session ends")
    func streamEnds() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let stranger = try await gateway.register()
            let count = try await person.client.events("/v1/events") { _, events in
                var events = events.makeAsyncIterator()
                _ = try await stranger.scan()
                _ = try await person.scan()
                for _ in 0..<2 { _ = try await events.next() }
                #expect(try await person.client.send("DELETE", "/v1/sessions/current").status == 204)
                var rest = 0
                while try await events.next() != nil { rest += 1 }
                return rest
            }
            #expect(count == 0)
        }
    }

    @Test("event streams: limited per account; closing one frees its slot")
    func streamLimit() {
        let streams = OpenStreams()
        let account = AccountID.random()
        var tickets = (0..<OpenStreams.maxPerAccount).compactMap { _ in streams.open(for: account) }
        #expect(tickets.count == OpenStreams.maxPerAccount && streams.open(for: account) == nil)
        #expect(streams.open(for: .random()) != nil)
        tickets.removeLast()
        #expect(streams.open(for: account) != nil)
    }

    @Test("event stream: a disconnected client frees its slot at once")
    func streamPlaces() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            for number in 0..<(OpenStreams.maxPerAccount * 2) {
                try await eventually("stream \(number)") {
                    try await person.client.events("/v1/events") { status, _ in status == 200 }
                }
            }
        }
    }

    private static func take(_ count: Int, _ events: ServerSentEvents) async throws -> [ServerSentEvent] {
        var taken: [ServerSentEvent] = []
        for try await event in events {
            taken.append(event)
            if taken.count == count { break }
        }
        return taken
    }
}
