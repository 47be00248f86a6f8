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

/// NUL and other forbidden characters at every text input: each is refused and nothing is stored.
@Suite("Text validation on every route", .timeLimit(.minutes(10))) struct TextValidationTests {
    /// In the escaped form of JSON.
    private static let escaped = ["\\u0000", "\\u0008", "\\u001b", "\\u007f", "\\u0085", "\\uffff"]
    /// In the encoded form of queries, with bytes that are not UTF-8.
    private static let encoded = ["%00", "%08", "%1B", "%7f", "%C2%85", "%EF%BF%BF", "%FF", "%C3"]
    /// As bytes, including some that are not UTF-8.
    private static let bytes: [[UInt8]] = [
        [0], [8], [0x1b], [0x7f], [0xc2, 0x85], [0xef, 0xbf, 0xbf], [0xff], [0xc3],
    ]

    private static func with(_ body: @escaping @Sendable (TestGateway, Person) async throws -> Void) async throws {
        try await TestGateway.with {
            $0.rates.requestsPerAccount = 100_000
            $0.rates.openRequestsPerAddress = 100_000
            $0.rates.signInsPerAddress = 100_000
            $0.rates.photosPerAccount = 100_000
        } _: { gateway in
            let person = try await gateway.register()
            for role in StaffRole.allCases { try await gateway.give(role, to: person.account) }
            try await eventually("the roles apply") {
                try await person.client.get("/v1/admin/reviews").status == 200
            }
            let before = try await events(by: gateway)
            try await body(gateway, person)
            #expect(try await events(by: gateway) == before, "no event is published")
            #expect(try await gateway.database.pool.query("SELECT FROM dead_letters").isEmpty)
        }
    }

    /// Number of published events and commands.
    private static func events(by gateway: TestGateway) async throws -> Int {
        try await gateway.database.pool.query("SELECT FROM outbox").count
    }

    @Test("query names and values: invalid text is rejected on every route")
    func queries() async throws {
        try await Self.with { _, person in
            let doors = try DescribedTextInputs()
            for route in RouteTable.gateway.routes {
                let path = doors.path(of: route), names = doors.queryNames(of: route)
                let queries =
                    (names + ["other"]).enumerated().flatMap { place, name in
                        // Each parameter receives two of the forbidden characters in turn.
                        (0..<2).map { "\(name)=a\(Self.encoded[(place * 2 + $0) % Self.encoded.count])" }
                    } + ["%00name=a", "name%ff"]
                for query in queries {
                    let answer = try await person.client.send(
                        route.method.rawValue, "\(path)?\(query)",
                        headers: ["content-type": "application/json"],
                        body: route.method == .get ? nil : Array("{}".utf8))
                    #expect(answer.status == 400, "\(route.method) \(path)?\(query): \(answer.text)")
                }
            }
        }
    }

    @Test("JSON: control characters are rejected in names and values", arguments: Self.escaped)
    func bodies(character: String) async throws {
        try await Self.with { _, person in
            let doors = try DescribedTextInputs()
            for route in RouteTable.gateway.routes where doors.mediaTypes(of: route).contains("application/json") {
                let path = doors.path(of: route)
                // Signed by the payment provider, since unsigned requests are refused before the body is read.
                let bodies =
                    doors.bodies(of: route, with: "a\(character)b")
                    + ["{\"\(character)\":1}", "{\"other\":[{\"x\":\"\(character)\"}]}"]
                for body in bodies {
                    let answer = try await person.send(route.method.rawValue, path, body)
                    let refused = route.body == .signed ? 400..<500 : 400..<401
                    #expect(refused.contains(answer.status), "\(route.method) \(path) \(body): \(answer.text)")
                }
            }
        }
    }

    @Test("forms: control characters and invalid UTF-8 are rejected")
    func forms() async throws {
        let photo = try SamplePhoto.jpeg.bytes()
        try await Self.with { _, person in
            let doors = try DescribedTextInputs()
            let routes = RouteTable.gateway.routes.filter {
                doors.mediaTypes(of: $0).contains("multipart/form-data")
            }
            #expect(routes.count >= 4)
            for route in routes {
                for bytes in Self.bytes {
                    func part(_ name: [UInt8], _ content: [UInt8]) -> [UInt8] {
                        Array("--edge\r\ncontent-disposition: form-data; name=\"".utf8) + name
                            + Array("\"\r\n\r\n".utf8) + content + Array("\r\n".utf8)
                    }
                    let end = part(Array("photo".utf8), photo) + Array("--edge--\r\n".utf8)
                    for wrong in [part(Array("name".utf8), [97] + bytes), part([110] + bytes, [97])] {
                        let answer = try await person.send(
                            route.method.rawValue, doors.path(of: route), photo: wrong + end,
                            type: "multipart/form-data; boundary=edge")
                        #expect(answer.status == 400, "\(route.path) \(bytes): \(answer.text)")
                    }
                }
            }
        }
    }

    @Test("imports: control characters are rejected in every column")
    func files() async throws {
        try await Self.with { _, person in
            let heading = "date,time,merchant,item,quantity,unit,amount,currency,category,code,store"
            for bytes in Self.bytes {
                for column in 0...11 {
                    var cells = "2026-01-02,10:30,Shop,Tea,1,ea,3.00,CAD,,1,2".split(
                        separator: ",", omittingEmptySubsequences: false
                    ).map { Array($0.utf8) }
                    if column < 11 { cells[column] += bytes }
                    let row = Array(cells.joined(separator: [44]))
                    let file = Array(heading.utf8) + (column == 11 ? bytes : []) + [10] + row + [10]
                    let answer = try await person.client.send(
                        "POST", "/v1/receipts/import", headers: ["content-type": "text/csv"], body: file)
                    #expect(answer.status == 400, "\(column) \(bytes): \(answer.text)")
                }
            }
        }
    }

    @Test("fields of a photo: control characters are rejected, in the query too")
    func photoFields() async throws {
        let photo = try SamplePhoto.jpeg.bytes()
        try await Self.with { _, person in
            for character in Self.encoded {
                for path in ["/v1/meals?name=a", "/v1/meals?slot=", "/v1/receipts?country=", "/v1/label-scans?gtin="] {
                    let answer = try await person.send("POST", path + character, photo: photo)
                    #expect(answer.status == 400, "\(path)\(character): \(answer.text)")
                }
            }
        }
    }

    @Test("GW-09: a client name is stored without control characters")
    func clientNames() async throws {
        try await Self.with { gateway, person in
            var client = gateway.client
            client.headers["user-agent"] = "Cafe\u{301}\u{85}\u{9f} phone"
            let answer = try await client.send(
                "POST", "/v1/sessions", json: ["email": person.email, "password": person.password])
            #expect(answer.status == 201)
            let sessions = try await person.client.get("/v1/sessions").json["items"]?.items ?? []
            #expect(sessions.contains { $0["client"]?.string == "Caf\u{e9} phone" }, "\(sessions)")
        }
    }

    @Test("text: decomposed and composed forms are stored alike")
    func composed() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            for (index, name) in ["Cre\u{300}me", "Cr\u{e8}me"].enumerated() {
                let answer = try await person.send(
                    "POST", "/v1/meals", #"{"name":"\#(name)","items":[{"energyKcal":\#(100 + index)}]}"#,
                    headers: ["prefer": "wait=10"])
                #expect(answer.status == 201)
                let kept = try #require(try answer.json["name"]?.string)
                #expect(Array(kept.unicodeScalars) == Array("Cr\u{e8}me".unicodeScalars))
            }
        }
    }
}
