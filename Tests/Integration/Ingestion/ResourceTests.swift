import EventContracts
import Foundation
import HTTPTypes
import IngestionCore
import IngestionService
import Messaging
import Postgres
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Scans, inbox and diary through the API") struct ResourceTests {
    @Test("GW-35, GW-37: label scan: 202 with its operation, or the verdict")
    func assesses() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let accepted = try await person.send(
                "POST", "/v1/label-scans", #"{"text":"Milk. milk","gtin":"4006381333931"}"#)
            #expect(accepted.status == 202)
            let location = try #require(accepted.header("location"))
            // The operation may have ended before the response was read.
            #expect(["pending", "succeeded"].contains(try accepted.json["status"]?.string))
            try await eventually("the operation has ended") {
                try await person.client.get(location).json["status"]?.string == "succeeded"
            }
            let operation = try await person.client.get(location).json
            let resource = try #require(operation["resource"]?.string)
            let scan = try await person.client.get(resource)
            #expect(try scan.json == operation["result"])
            #expect(try scan.json["gtin"]?.string == "04006381333931" && scan.header("etag") == "\"1\"")
            let waited = try await person.send(
                "POST", "/v1/label-scans", #"{"text":"milk, sugar","language":"en"}"#, headers: ["prefer": "wait=5"])
            #expect(waited.status == 201 && waited.header("preference-applied") == "wait=5")
            let value = try waited.json
            #expect(value["verdict"]?.string == "contains" && value["text"]?.string == "milk, sugar")
            #expect(value["contains"]?.items.first?["allergen"]?.string == "milk")
            #expect(waited.header("location") == "/v1/label-scans/\(value["id"]?.string ?? "")")
            #expect(!waited.text.lowercased().contains("safe"))
        }
    }

    @Test("label scan: has exactly the documented fields")
    func showsDescribedFields() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let scan = try await person.scan()
            #expect(
                scan.names == [
                    "assessedAt", "complete", "contains", "id", "inFull", "ingredients", "mayContain", "otherMatches",
                    "profileEmpty", "profilePending", "profileVersion", "scannedAt", "text", "unknown", "verdict",
                    "version",
                ])
        }
    }

    @Test("GW-40: a waiting request ends with 202, which says if it is delayed")
    func heldTooLong() async throws {
        try await TestGateway.with { gateway in
            gateway.neighbors.set(.silent)
            let person = try await gateway.register()
            let start = ContinuousClock.now
            let answer = try await person.send(
                "POST", "/v1/label-scans", #"{"text":"milk"}"#, headers: ["prefer": "wait=1"])
            #expect(answer.status == 202 && ContinuousClock.now - start >= .milliseconds(900))
            #expect(try answer.json["delayed"] == nil)
            gateway.clock.advance(by: .seconds(6))
            let location = try #require(answer.header("location"))
            #expect(try await person.client.get(location).json["delayed"] == .bool(true))
        }
    }

    @Test("operation: a rejected command is returned as its problem")
    func rejects() async throws {
        try await TestGateway.with { gateway in
            gateway.neighbors.set(.rejecting)
            let person = try await gateway.register()
            let answer = try await person.send(
                "POST", "/v1/label-scans", #"{"text":"milk"}"#, headers: ["prefer": "wait=5"])
            #expect(answer.status == 422 && answer.problem == "unreadable")
            #expect(answer.header("content-type") == "application/problem+json")
            let location = try #require(try answer.json["operation"]?.string)
            let operation = try await person.client.get(location).json
            #expect(operation["status"]?.string == "rejected" && operation["problem"]?["status"]?.number == 422)
        }
    }

    @Test("Idempotency-Key: 20 concurrent requests have one effect and response")
    func idempotent() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let answers = try await withThrowingTaskGroup(of: TestHTTPClient.Answer.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        try await person.send(
                            "POST", "/v1/label-scans", #"{"text":"milk"}"#,
                            headers: ["idempotency-key": "k1", "prefer": "wait=8"])
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.allSatisfy { $0.status == 201 } && Set(answers.map(\.text)).count == 1)
            #expect(gateway.neighbors.commands.filter { $0 == AssessLabelText.type }.count == 1)
            let reordered = try await person.send(
                "POST", "/v1/label-scans", #"{ "gtin":null , "text":"milk"}"#, headers: ["idempotency-key": "k1"])
            #expect(reordered.status == 422 && reordered.problem == "idempotency-key-reused")
            let spaced = try await person.send(
                "POST", "/v1/label-scans", #" { "text" : "mi\u006ck" } "#, headers: ["idempotency-key": "k1"])
            #expect(spaced.status == 202)
            let other = try await gateway.register()
            let foreign = try await other.send(
                "POST", "/v1/label-scans", #"{"text":"something else"}"#, headers: ["idempotency-key": "k1"])
            #expect(foreign.status == 202)
            let bad = try await person.send(
                "POST", "/v1/label-scans", #"{"text":"milk"}"#, headers: ["idempotency-key": "with space"])
            #expect(bad.status == 400)
        }
    }

    @Test("registration: 20 concurrent ones with one key make one account")
    func idempotentRegistration() async throws {
        try await TestGateway.with { gateway in
            let answers = try await withThrowingTaskGroup(of: TestHTTPClient.Answer.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        try await gateway.client.send(
                            "POST", "/v1/accounts",
                            json: [
                                "email": "one@example.com", "password": "a long enough password",
                                "acceptedTerms": TestGateway.terms,
                            ],
                            headers: ["idempotency-key": "registration"])
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.allSatisfy { $0.status == 201 } && Set(answers.map(\.text)).count == 1)
            let count = try await gateway.database.pool.query("SELECT count(*) FROM accounts")[0].decode(Int64.self)
            #expect(count == 1)
        }
    }

    @Test("compact fact: shows findings without the text")
    func compactFacts() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let scan = try await person.scan("milk")
            let id = try #require(scan["id"]?.string.flatMap(ScanID.init(text:)))
            #expect(scan["inFull"] == .bool(true))
            func fact(_ version: Int64, deletedAt: Date? = nil) -> ScanAssessed {
                ScanAssessed(
                    accountID: person.account, scanID: id, version: version, verdict: .contains, complete: true,
                    language: "en", gtin: nil, contains: [.milk], mayContain: [], otherMatches: 0, profileVersion: 1,
                    profileEmpty: false, profilePending: false, scannedAt: gateway.clock.now(),
                    assessedAt: gateway.clock.now(), details: nil, lexiconVersion: "1", allContained: [.milk, .eggs],
                    allPossible: [], reassessment: .compacted, deletedAt: deletedAt)
            }
            try await gateway.neighbors.publish(fact(2), nil, nil)
            let value = try await person.client.get("/v1/label-scans/\(id)").json
            #expect(value["inFull"] == .bool(false) && value["text"] == nil && value["ingredients"] == nil)
            #expect(value["contains"]?.items.first?["allergen"]?.string == "milk")
            #expect(value["contains"]?.items.first?["evidence"]?.items.isEmpty == true)
            #expect(value["allContained"]?.items.compactMap(\.string) == ["milk", "eggs"])
            try await gateway.neighbors.publish(fact(3, deletedAt: gateway.clock.now()), nil, nil)
            #expect(try await person.client.get("/v1/label-scans/\(id)").status == 404)
            #expect(try await person.client.get("/v1/label-scans").json["items"]?.items.isEmpty == true)
        }
    }

    @Test("NOT-04, NOT-10: a notice is read, deleted and restored")
    func notifications() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let scan = try await person.scan()
            try await eventually("the notice is there") {
                try await person.client.get("/v1/notifications").json["items"]?.items.count == 1
            }
            let notice = try #require(try await person.client.get("/v1/notifications").json["items"]?.items.first)
            #expect(notice["cause"]?.string == scan["id"]?.string && notice["read"] == .bool(false))
            let path = "/v1/notifications/\(notice["id"]?.string ?? "")"
            #expect(try await person.send("PATCH", path, #"{}"#).pointers == ["/read"])
            let read = try await person.send("PATCH", path, #"{"read":true}"#, headers: ["prefer": "wait=5"])
            #expect(try read.status == 200 && read.json["read"] == .bool(true))
            let stale = try await person.send("PATCH", path, #"{"read":false}"#, headers: ["if-match": "\"1\""])
            #expect(stale.status == 412)
            let deleted = try await person.client.send("DELETE", path, headers: ["prefer": "wait=5"])
            #expect(deleted.status == 204)
            #expect(try await person.client.get(path).status == 404)
            #expect(try await person.client.get("/v1/notifications").json["items"]?.items.isEmpty == true)
            #expect(try await person.client.send("DELETE", path).status == 404)
            let held = ["prefer": "wait=5"]
            let restored = try await person.send("POST", "\(path)/restore", "", headers: held)
            #expect(try restored.status == 200 && restored.json["title"] == notice["title"], "\(restored.text)")
            #expect(try await person.client.get(path).status == 200)
            #expect(try await person.send("POST", "\(path)/restore", "").status == 409)
            #expect(try await person.client.send("DELETE", path, headers: held).status == 204)
            gateway.clock.advance(by: .seconds(30 * 86_400))
            let late = try await gateway.signIn(person)
            #expect(try await late.send("POST", "\(path)/restore", "").status == 404)
        }
    }

    @Test(
        "GW-18: a reaction is changed and deleted at its last version only"
    )
    func reactions() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let bad = try await person.send(
                "POST", "/v1/reactions",
                #"{"occurredOn":"2999-01-01","severity":"awful","allergens":["dust",7],"notes":""}"#)
            #expect(bad.status == 422)
            #expect(bad.pointers == ["/occurredOn", "/allergens/0", "/allergens/1", "/severity", "/notes"])
            for (day, detail) in [
                ("1850-01-01", "must not be before 1900-01-01"), ("2026-1-1", "must be a day as YYYY-MM-DD"),
                ("2025-02-29", "must be a day as YYYY-MM-DD"), ("2999-01-01", "must not be in the future"),
            ] {
                let answer = try await person.send(
                    "POST", "/v1/reactions", #"{"occurredOn":"\#(day)","cause":"soup"}"#)
                #expect(answer.status == 422 && answer.text.contains(detail), "\(day)")
            }
            let made = try await person.send(
                "POST", "/v1/reactions",
                #"""
                {"occurredOn":"2025-12-24","severity":"mild","allergens":["fish","eggs"],"cause":"soup","notes":"itchy"}
                """#,
                headers: ["prefer": "wait=5"])
            #expect(made.status == 201)
            let path = try #require(made.header("location"))
            // Even without further events the second change must be based on the first.
            gateway.neighbors.set(.silent)
            #expect(
                try await person.send(
                    "PATCH", path, #"{"severity":null,"cause":"stew"}"#, headers: ["if-match": "\"1\""]
                ).status == 202)
            #expect(try await person.send("PATCH", path, #"{"notes":null}"#).status == 202)
            #expect(
                try await person.send("PATCH", path, #"{"notes":"x"}"#, headers: ["if-match": "\"2\""]).status == 412)
            gateway.neighbors.set(.answering)
            let changed = try await person.client.get(path)
            #expect(changed.header("etag") == "\"3\"")
            let value = try changed.json
            #expect(value["cause"]?.string == "stew" && value["occurredOn"]?.string == "2025-12-24")
            #expect(value["severity"] == nil && value["notes"] == nil && value["allergens"]?.items.count == 2)
            #expect(try await person.client.send("DELETE", path, headers: ["prefer": "wait=5"]).status == 204)
            #expect(try await person.client.get(path).status == 404)
            #expect(try await person.send("PATCH", path, #"{"cause":"x"}"#).status == 404)
            #expect(try await person.client.get("/v1/reactions").json["items"]?.items.isEmpty == true)
        }
    }

    @Test("lists: paged, newest first, without gaps or repeats")
    func pages() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            var expected: [String] = []
            for number in 1...7 {
                // Two scans have the same time, so that their ids determine the order.
                if number != 4 { gateway.clock.advance(by: .seconds(1)) }
                expected.append(try #require(try await person.scan("milk \(number)")["id"]?.string))
            }
            var seen: [String] = []
            var cursor: String?
            repeat {
                let query = cursor.map { "&cursor=\($0)" } ?? ""
                let page = try await person.client.get("/v1/label-scans?limit=2\(query)").json
                seen += page["items"]?.items.compactMap { $0["id"]?.string } ?? []
                cursor = page["next"]?.string
            } while cursor != nil
            #expect(Set(seen) == Set(expected) && seen.count == 7)
            #expect(seen.first == expected.last && seen.last == expected.first)
            for query in ["limit=0", "limit=101", "cursor=abc", "limit=x"] {
                #expect(try await person.client.get("/v1/label-scans?\(query)").status == 400)
            }
        }
    }
}
