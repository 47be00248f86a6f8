import EventContracts
import Foundation
import IngestionCore
import Messaging
import Postgres
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Scan names and search through the API") struct ScanNameTests {
    private static let code = "4006381333931"

    /// Scans a text; `more` adds members to the body.
    private func scan(_ text: String, _ more: String = "", by person: Person) async throws -> JSONValue {
        let answer = try await person.send(
            "POST", "/v1/label-scans", #"{"text":"\#(text)"\#(more)}"#, headers: ["prefer": "wait=10"])
        guard answer.status == 201 else { throw Unexpected(answer) }
        return try answer.json
    }

    private func rename(_ scan: JSONValue, _ body: String, by person: Person) async throws -> TestHTTPClient.Answer {
        try await person.send(
            "PATCH", "/v1/label-scans/\(scan["id"]?.string ?? "")", body, headers: ["prefer": "wait=10"])
    }

    private func texts(_ query: String, by person: Person) async throws -> [String] {
        let page = try await person.client.get("/v1/label-scans?\(query)").json
        return page["items"]?.items.compactMap { $0["text"]?.string } ?? []
    }

    @Test("scan name: set at creation, changed and removed")
    func names() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let made = try await scan("milk", #","name":" Oat bar ""#, by: person)
            #expect(made["name"]?.string == "Oat bar" && made["productName"] == nil)
            let path = "/v1/label-scans/\(made["id"]?.string ?? "")"
            let renamed = try await rename(made, #"{"name":"Crème"}"#, by: person)
            #expect(renamed.status == 200 && renamed.header("etag") == "\"2\"")
            #expect(try renamed.json["name"]?.string == "Crème" && renamed.json["verdict"] == made["verdict"])
            #expect(try await person.client.get(path).json["name"]?.string == "Crème")
            let listed = try await person.client.get("/v1/label-scans").json["items"]?.items.first
            #expect(listed?["name"]?.string == "Crème" && listed?["text"]?.string == "milk")
            let cleared = try await rename(made, #"{"name":null}"#, by: person)
            #expect(try cleared.status == 200 && cleared.json["name"] == nil)
            let bodies = try await gateway.database.pool.query("SELECT body::text FROM documents")
                .map { try $0.decode(String.self) }
            #expect(!bodies.contains { $0.contains("Oat") || $0.contains("Crème") }, "names are sealed")
        }
    }

    @Test("scan name: a photo's name is set by query, form or draft")
    func namesOfPhotos() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let jpeg = try SamplePhoto.jpeg.bytes(), wait = ["prefer": "wait=10"]
            let direct = try await person.send("POST", "/v1/label-scans?name=Oat%20bar", photo: jpeg, headers: wait)
            #expect(try direct.status == 201 && direct.json["name"]?.string == "Oat bar")
            let draft = try await person.send("POST", "/v1/photos", photo: jpeg).json["id"]?.string ?? ""
            let confirmed = try await person.send(
                "POST", "/v1/label-scans", #"{"photo":"\#(draft)","name":"Milk"}"#, headers: wait)
            #expect(try confirmed.status == 201 && confirmed.json["name"]?.string == "Milk")
            let long = String(repeating: "a", count: 81)
            let refused = try await person.send("POST", "/v1/label-scans?name=\(long)", photo: jpeg)
            #expect(refused.status == 422 && refused.parameters == ["name"])
        }
    }

    @Test("scan name: invalid ones and those of others' scans are rejected")
    func refusals() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            let made = try await scan("milk", by: person), long = String(repeating: "a", count: 81)
            for (body, pointers) in [
                (#"{"name":"\#(long)"}"#, ["/name"]), (#"{"name":""}"#, ["/name"]), (#"{"name":"  "}"#, ["/name"]),
                (#"{"name":7}"#, ["/name"]), (#"{"name":"a","text":"milk"}"#, ["/text"]), ("{}", ["/text"]),
            ] {
                let answer = try await rename(made, body, by: person)
                #expect(answer.status == 422 && answer.pointers == pointers, "\(body)")
            }
            #expect(try await rename(made, #"{"name":"a"}"#, by: other).status == 404)
            let command = try await person.send("POST", "/v1/label-scans", #"{"text":"milk","name":"\#(long)"}"#)
            #expect(command.status == 422 && command.pointers == ["/name"])
        }
    }

    @Test("scans: the list is filtered by words and verdict, in pages")
    func search() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            for (text, name) in [
                ("milk 1", "Crème brûlée"), ("salt 2", "Chips"), ("milk 3", "CREME caramel"), ("salt 4", "creme dip"),
                ("milk 5", "Bar"),
            ] {
                gateway.clock.advance(by: .seconds(1))
                _ = try await scan(text, #","name":"\#(name)""#, by: person)
            }
            _ = try await scan("milk 6", #","name":"Creme""#, by: other)
            #expect(try await texts("query=creme", by: person) == ["salt 4", "milk 3", "milk 1"])
            #expect(try await texts("query=creme%20cara", by: person) == ["milk 3"])
            #expect(try await texts("query=milk", by: person).isEmpty, "the list itself is not searched")
            #expect(try await texts("query=", by: person).count == 5)
            #expect(try await texts("verdict=contains", by: person) == ["milk 5", "milk 3", "milk 1"])
            #expect(try await texts("verdict=mayContain", by: person).isEmpty)
            #expect(try await texts("verdict=notDetected&query=creme", by: person) == ["salt 4"])

            var cursor = "", pages: [[String]] = []
            repeat {
                let page = try await person.client.get("/v1/label-scans?query=creme&limit=1\(cursor)").json
                pages.append(page["items"]?.items.compactMap { $0["text"]?.string } ?? [])
                cursor = page["next"]?.string.map { "&cursor=\($0)" } ?? ""
            } while !cursor.isEmpty && pages.count < 9
            #expect(pages == [["salt 4"], ["milk 3"], ["milk 1"]])

            let long = String(repeating: "a", count: 101)
            for (query, name) in [("verdict=safe", "verdict"), ("verdict=", "verdict"), ("query=\(long)", "query")] {
                let answer = try await person.client.get("/v1/label-scans?\(query)")
                #expect(answer.status == 400 && answer.parameters == [name], "\(query)")
            }
        }
    }

    @Test("productName: a user's food names only scans of the same account")
    func productNames() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            let food = try await person.send(
                "POST", "/v1/foods", #"{"name":"My bar","energyKcal":410,"gtin":"\#(Self.code)"}"#,
                headers: ["prefer": "wait=10"])
            #expect(food.status == 201)
            let mine = try await scan("milk", #","gtin":"\#(Self.code)""#, by: person)
            #expect(mine["productName"]?.string == "My bar" && mine["name"] == nil)
            let theirs = try await scan("milk", #","gtin":"\#(Self.code)""#, by: other)
            #expect(theirs["productName"] == nil)
            #expect(try await texts("query=my%20bar", by: person) == ["milk"])
            #expect(try await texts("query=my%20bar", by: other).isEmpty)
            let listed = try await person.client.get("/v1/label-scans").json["items"]?.items.first
            #expect(listed?["productName"]?.string == "My bar")
            let renamed = try await rename(mine, #"{"name":"Bar"}"#, by: person)
            #expect(try renamed.json["productName"]?.string == "My bar")

            let path = "/v1/label-scans/\(mine["id"]?.string ?? "")"
            let read = try await person.client.get(path), tag = try #require(read.header("etag"))
            #expect(try read.json["productName"]?.string == "My bar")
            #expect(try await person.client.get(path, headers: ["if-none-match": tag]).status == 304)
            let id = try food.json["id"]?.string ?? ""
            let changed = try await person.send(
                "PATCH", "/v1/foods/\(id)", #"{"name":"Their \"bar\""}"#, headers: ["prefer": "wait=10"])
            #expect(changed.status == 200)
            let again = try await person.client.get(path, headers: ["if-none-match": tag])
            #expect(try again.status == 200 && again.json["productName"]?.string == #"Their "bar""#)
        }
    }
}
