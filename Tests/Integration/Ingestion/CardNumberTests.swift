import EventContracts
import Foundation
import IngestionCore
import IngestionService
import Postgres
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Card number detection in all input") struct CardNumberTests {
    /// A random valid card number.
    private static func card(_ generator: inout SeededGenerator) -> String {
        let (prefix, length) =
            [("4", 16), ("51", 16), ("2221", 16), ("37", 15), ("6011", 16), ("4", 19)]
            .randomElement(using: &generator) ?? ("4", 16)
        var digits = prefix.utf8.map { Int($0) - 48 }
        while digits.count < length - 1 { digits.append(Int.random(in: 0...9, using: &generator)) }
        let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
            let value = digit.offset.isMultiple(of: 2) ? digit.element * 2 : digit.element
            return sum + (value > 9 ? value - 9 : value)
        }
        digits.append((10 - sum % 10) % 10)
        return digits.map(String.init).joined()
    }

    /// The digits in groups of four, as on a card.
    private static func grouped(_ card: String, by separator: String) -> String {
        stride(from: 0, to: card.count, by: 4).map { String(card.dropFirst($0).prefix(4)) }.joined(separator: separator)
    }

    private static func form(_ texts: [(String, String)], photo: [UInt8]) -> [UInt8] {
        var body: [UInt8] = []
        for (name, value) in texts {
            body += "--xyz\r\ncontent-disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8
        }
        body += "--xyz\r\ncontent-disposition: form-data; name=\"photo\"; filename=\"a.jpg\"\r\n".utf8
        body += "content-type: image/jpeg\r\n\r\n".utf8
        return body + photo + Array("\r\n--xyz--\r\n".utf8)
    }

    @Test("C20: card numbers: names, parameters and form texts are checked")
    func everywhere() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), card = "4111111111111111", photo = try SamplePhoto.jpeg.bytes()
            let form = ["content-type": "multipart/form-data; boundary=xyz"]
            let answers = [
                try await person.send("POST", "/v1/label-scans", #"{"text":"milk","\#(card)":1}"#),
                try await person.client.get("/v1/foods?query=\(card)"),
                try await person.client.get("/v1/foods?query=milk&\(card)=1"),
                try await person.client.get("/v1/receipts?query=4111%201111%201111%201111"),
                try await person.send("POST", "/v1/meals?name=\(card)", photo: photo),
                try await person.send("POST", "/v1/receipts?country=4111-1111-1111-1111", photo: photo),
                try await person.client.send(
                    "POST", "/v1/meals", headers: form, body: Self.form([("name", card)], photo: photo)),
                try await person.client.send(
                    "POST", "/v1/meals", headers: form, body: Self.form([(card, "lunch")], photo: photo)),
            ]
            for (place, answer) in answers.enumerated() {
                #expect(answer.status == 422 && answer.problem == "card-number-refused", "\(place): \(answer.text)")
                #expect(!answer.text.contains(card), "the response does not repeat the number")
            }
            #expect(answers[1].parameters == ["query"] && answers[4].parameters == ["name"])
            #expect(answers[6].pointers == ["/name"] && answers[0].pointers == [""])
            #expect(try await gateway.database.count("SELECT count(*) FROM photos") == 0)
        }
    }

    @Test("C20: an item code of 8, 12, 13 or 14 digits is not a card number")
    func barcodes() async throws {
        var generator = SeededGenerator(seed: 17)
        for length in [8, 12, 13, 14] {
            for _ in 0..<UnitRun.rounds(2_000) {
                var digits = (1..<length).map { _ in Int.random(in: 0...9, using: &generator) }
                let sum = digits.reversed().enumerated().reduce(0) {
                    $0 + $1.element * ($1.offset.isMultiple(of: 2) ? 3 : 1)
                }
                digits.append((10 - sum % 10) % 10)
                let text = digits.map(String.init).joined()
                #expect(GTIN(text) != nil && !CardNumberGuard.holdsCardNumber(text), "\(text)")
            }
        }
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), photo = try SamplePhoto.jpeg.bytes()
            for code in ["96385074", "036000291452", "4006381333931", "04006381333931", "00012345600012"] {
                let label = try await person.send("POST", "/v1/label-scans?gtin=\(code)", photo: photo)
                #expect(label.status == 202, "\(code): \(label.text)")
                let text = try await person.send(
                    "POST", "/v1/label-scans", #"{"text":"milk \#(code)","gtin":"\#(code)"}"#)
                #expect(text.status == 202, "\(code): \(text.text)")
                #expect(try await person.client.get("/v1/foods?query=\(code)").status == 200)
            }
        }
    }

    @Test("C20: a member named gtin is checked like any other")
    func gtinMembers() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), card = "4111.1111.1111.1111"
            for (path, body) in [
                ("/v1/saved-foods", #"{"name":"a","gtin":"\#(card)"}"#),
                ("/v1/feedback", #"{"kind":"idea","text":"a","more":{"gtin":"\#(card)"}}"#),
                ("/v1/label-scans", #"{"text":"milk","gtin":"4111111111111111"}"#),
                ("/v1/label-scans", #"{"text":"milk","gtin":4111111111111111}"#),
            ] {
                let answer = try await person.send("POST", path, body)
                #expect(answer.problem == "card-number-refused", "\(path): \(answer.text)")
            }
            let query = try await person.client.get("/v1/foods?gtin=4111111111111111")
            #expect(query.problem == "card-number-refused" && query.parameters == ["gtin"])
        }
    }

    @Test(
        "C20: no card number reaches any log line",
        arguments: [1, 2, 3] as [UInt64])
    func neverLogged(seed: UInt64) async throws {
        let logs = CapturedLogs()
        try await TestGateway.with(logger: logs.logger(label: "ingestion")) { gateway in
            var generator = SeededGenerator(seed: seed)
            let person = try await gateway.register(), photo = try SamplePhoto.jpeg.bytes()
            var cards: [String] = []
            for _ in 0..<8 {
                let card = Self.card(&generator)
                #expect(CardNumberGuard.holdsCardNumber(card), "\(card)")
                cards.append(card)
                let text = [card, Self.grouped(card, by: "-")].randomElement(using: &generator) ?? card
                let json = ["content-type": "application/json"]
                for path in ["/v1/meals?name=\(text)", "/v1/label-scans?language=\(text)", "/v1/photos?\(text)=1"] {
                    #expect(try await person.send("POST", path, photo: photo).status == 422, "\(path)")
                }
                let form = Self.form([("name", text)], photo: photo)
                let type = "multipart/form-data; boundary=xyz"
                #expect(
                    try await person.client.send("POST", "/v1/meals", headers: ["content-type": type], body: form)
                        .status
                        == 422)
                for body in [
                    #"{"text":"\#(text)"}"#, #"{"\#(text)":1}"#, #"{"text":["a",{"b":"\#(text)"}]}"#,
                ] {
                    #expect(try await person.send("POST", "/v1/label-scans", body).status == 422, "\(body)")
                }
                // Input that no route reads, or that is refused for its media type.
                _ = try await person.send("POST", "/v1/label-scans", #"{"text":\#(card)x"#)
                _ = try await person.client.get("/v1/products/\(card)")
                _ = try await person.client.get("/\(card)")
                _ = try await person.client.send("POST", "/v1/label-scans", headers: ["content-type": text], body: [])
                _ = try await person.client.send(
                    "POST", "/v1/label-scans",
                    headers: json.merging([
                        "idempotency-key": text, "x-correlation-id": text, "user-agent": text, "if-match": text,
                        "traceparent": text,
                    ]) { $1 }, body: Array(#"{"text":"milk"}"#.utf8))
                _ = try await gateway.client.send("GET", "/v1/account", headers: ["authorization": "Bearer \(text)"])
                let rows = "date,merchant,item,amount\n2026-01-01,Shop,\(text),1.00\n"
                _ = try await person.client.send(
                    "POST", "/v1/receipts/import", headers: ["content-type": "text/csv"], body: Array(rows.utf8))
            }
            #expect(logs.lines.contains { $0.message == "request" })
            for line in logs.lines {
                for card in cards {
                    let found = [card, Self.grouped(card, by: " "), Self.grouped(card, by: "-")].contains {
                        line.text.contains($0)
                    }
                    #expect(!found, "a line of level \(line.level): \(line.message)")
                }
                #expect(!CardNumberGuard.holdsCardNumber(line.message))
            }
        }
    }
}
