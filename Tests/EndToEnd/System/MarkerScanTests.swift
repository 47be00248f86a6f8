import EventContracts
import Foundation
import IngestionCore
import IngestionService
import Kafka
import Postgres
import TestPeers
import TestSupport
import Testing
import UnitSupport

extension Programs {
    @Suite("Plaintext search on disk", .timeLimit(.minutes(10)))
    struct MarkerScanTests {
        /// One marker for each field that a person can fill in.
        private struct Entered {
            private(set) var all: [String: String] = [:]

            /// Creates and remembers the marker for a field.
            mutating func callAsFunction(_ name: String) -> String {
                let marker = all[name] ?? Markers.make()
                all[name] = marker
                return marker
            }
        }

        private func send(
            _ person: TestPerson, _ method: String, _ path: String, _ body: String, headers: [String: String] = [:],
            _ status: Int
        ) async throws -> TestHTTPClient.Answer {
            let answer = try await person.http.send(
                method, path,
                headers: ["content-type": "application/json", "prefer": "wait=10"].merging(headers) { $1 },
                body: Array(body.utf8))
            try #require(answer.status == status, "\(method) \(path): \(answer.status) \(answer.text)")
            return answer
        }

        private struct Made: Decodable { let id: String }

        /// Enters a marker everywhere.
        private func enter(_ stack: TestStack, _ entered: inout Entered) async throws {
            let password = entered("password"), end = EventTime.format(Date().addingTimeInterval(86_400))
            let person = try await stack.gateway.register(
                email: "\(entered("mailbox"))@\(entered("domain")).example.org", password: password)
            _ = try await send(
                person, "PATCH", "/v1/account",
                #"""
                {"name":"\#(entered("name"))","username":"\#(entered("username"))","currentPassword":"\#(password)"}
                """#,
                200)
            try await person.setProfile(.init(["milk"], otherIngredients: [entered("ingredient")]))
            _ = try await person.scan("Ingredients: milk, \(entered("label")), \(entered("ingredient")).")
            try await person.recordReaction(on: "2026-01-02", cause: entered("cause"), notes: entered("notes"))
            let own = try await send(
                person, "POST", "/v1/foods",
                #"{"name":"\#(entered("own food"))","brand":"\#(entered("brand"))","nutrients":{"energyKcal":50}}"#, 201
            )
            _ = try await send(
                person, "POST", "/v1/saved-foods",
                #"{"name":"\#(entered("saved food"))","notes":"\#(entered("saved notes"))","energyKcal":10}"#, 201)
            let meal: Made = try await send(
                person, "POST", "/v1/meals",
                #"""
                {"name":"\#(entered("meal"))","slot":"\#(entered("slot"))",
                "items":[{"name":"\#(entered("item"))","grams":50,"energyKcal":1},
                {"foodId":"\#(try own.decode(Made.self).id)","grams":20}]}
                """#, 201
            ).decode()
            _ = try await send(
                person, "PATCH", "/v1/meals/\(meal.id)", #"{"name":"\#(entered("changed meal"))"}"#, 200)
            _ = try await send(
                person, "POST", "/v1/receipts",
                #"""
                {"merchant":"\#(entered("merchant"))","purchasedAt":"2026-01-14",
                "items":[{"name":"\#(entered("article"))","amount":{"amount":"3.50","currency":"CAD"}}],
                "total":{"amount":"3.50","currency":"CAD"}}
                """#, 201)
            _ = try await send(
                person, "POST", "/v1/budgets",
                #"{"name":"\#(entered("budget"))","period":"month","amount":{"amount":"3.00","currency":"CAD"}}"#, 201)
            _ = try await send(
                person, "POST", "/v1/grants",
                #"{"name":"\#(entered("grant"))","scopes":["diary"],"expiresAt":"\#(end)"}"#, 201)
            _ = try await send(
                person, "PUT", "/v1/notification-preferences",
                #"""
                {"channels":{},"ntfy":"https://ntfy.example.net/\#(entered("ntfy"))",\#
                "webhook":"https://hooks.example.net/\#(entered("webhook"))"}
                """#,
                200)
            try await enterOutsideRecords(person, password, &entered)
            let asked = try await send(person, "POST", "/v1/export", #"{"currentPassword":"\#(password)"}"#, 202)
            let export = try asked.decode(Made.self).id
            try await eventually("the export is ready but for vision") {
                try await stack.count(
                    "SELECT count(DISTINCT service) FROM ingestion.export_parts WHERE export_id::text = \(export)") >= 6
            }
            try await eventually("the notice") { try await person.notices().count >= 1 }
        }

        /// Enters a marker in a search, in headers, in a failed sign-in, in a photo and in a refused body.
        private func enterOutsideRecords(
            _ person: TestPerson, _ password: String, _ entered: inout Entered
        ) async throws {
            _ = try await person.http.get("/v1/foods?q=\(entered("search"))")
            _ = try await person.http.send(
                "POST", "/v1/sessions",
                headers: [
                    "content-type": "application/json", "user-agent": entered("client"),
                    "idempotency-key": entered("idempotency key"),
                ],
                body: Array(#"{"email":"\#(person.email)","password":"\#(password)"}"#.utf8))
            _ = try await send(
                person, "POST", "/v1/sessions", #"{"email":"\#(person.email)","password":"\#(entered("wrong"))"}"#, 401)
            var photo = try SamplePhoto.jpeg.bytes()
            photo.insert(contentsOf: [0xFF, 0xFE, 0, 23] + Array(entered("photo comment").utf8), at: 2)
            let sent = try await person.http.send(
                "POST", "/v1/photos", headers: ["content-type": "image/jpeg"], body: photo)
            try #require(sent.status == 201, "\(sent.text)")
            // Rejected data must not be stored either.
            _ = try await send(person, "POST", "/v1/meals", #"{"items":"\#(entered("refused"))"}"#, 422)
        }

        @Test(
            "GW-36, GW-49, SPD-22: marker texts are not in stored data or logs"
        )
        func everywhere() async throws {
            let schemas = try Programs.EndToEnd.schemas()
            try await TestPostgresCluster.with { cluster in
                try await TestStack.with(schemas, server: cluster.admin, environment: Programs.EndToEnd.payments) {
                    stack in
                    // Compression by the server would hide a plaintext marker.
                    try await Self.keepUnpacked(stack)
                    var entered = Entered()
                    try await enter(stack, &entered)
                    let control = Markers.make(), large = Markers.make()
                    try await stack.admin.execute("CREATE TABLE ingestion.in_the_clear (words text)")
                    try await stack.admin.execute("ALTER TABLE ingestion.in_the_clear ALTER words SET STORAGE EXTERNAL")
                    try await stack.admin.execute(
                        "INSERT INTO ingestion.in_the_clear VALUES (\(control)), (repeat('a', 20000) || \(large))")
                    try await stack.admin.execute("CHECKPOINT")
                    let records = try await TopicDump.read(stack.broker)
                    for service in stack.services where service.isRunning { try await service.kill() }
                    try await cluster.stop(.immediate)
                    let all = Array(entered.all.values)
                    #expect(all.count >= 27)
                    for marker in [control, large] {
                        let known = try await Markers.files(with: [marker], under: [cluster.directory])
                        #expect(known.contains { $0.contains("/base/") }, "the search finds what is in the tables")
                        #expect(known.contains { $0.contains("/pg_wal/") }, "the search finds what is in the log ahead")
                    }
                    for (name, marker) in entered.all.sorted(by: { $0.key < $1.key }) {
                        let found = try await Markers.files(with: [marker], under: [cluster.directory])
                        #expect(found.isEmpty, "\(name) stands in \(found)")
                    }
                    #expect(records.count > 20)
                    for record in records {
                        let bytes = (record.key ?? []) + (record.value ?? []) + record.headers.flatMap(\.value)
                        #expect(Markers.found(all, in: bytes).isEmpty, "topic \(record.topicPartition.topic)")
                    }
                    for service in stack.services {
                        let log = [UInt8](try Data(contentsOf: service.log))
                        #expect(!log.isEmpty)
                        let found = Markers.found(all, in: log)
                        #expect(
                            found.isEmpty, "log of \(service.name): \(entered.all.filter { found.contains($0.value) })")
                    }
                    let photos = try FileManager.default.subpathsOfDirectory(atPath: stack.photoRoot)
                    #expect(photos.count >= 2, "there is a photo")
                    #expect(try await Markers.files(with: all, under: [stack.photoRoot]).isEmpty)
                    try await cluster.start()
                }
            }
        }

        /// Makes the server store all values uncompressed from now on.
        private static func keepUnpacked(_ stack: TestStack) async throws {
            let columns = try await stack.admin.query(
                """
                SELECT format('%I.%I', table_schema, table_name), quote_ident(column_name)
                FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
                WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')
                    AND data_type IN ('text', 'bytea', 'json', 'jsonb', 'ARRAY')
                """
            ).map { try $0.decode(String.self, String.self) }
            #expect(columns.count > 50)
            for (table, column) in columns {
                try await stack.admin.execute(
                    "ALTER TABLE \(raw: table) ALTER COLUMN \(raw: column) SET STORAGE EXTERNAL")
            }
        }
    }
}
