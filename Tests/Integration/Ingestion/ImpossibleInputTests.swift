import EventContracts
import Foundation
import IngestionCore
import IngestionService
import Quantities
import TestPeers
import TestSupport
import Testing

@Suite("Impossible figures, days and currencies are rejected") struct ImpossibleInputTests {
    @Test(
        "NUT-08: impossible figures are rejected with pointers",
        arguments: [
            (
                #""energyKcal":100000,"nutrients":{"proteinG":150,"fatG":90,"carbohydrateG":300}"#,
                ["/energyKcal", "/nutrients/carbohydrateG", "/nutrients/proteinG"]
            ),
            (#""energyKcal":200,"nutrients":{"carbohydrateG":10,"sugarsG":60}"#, ["/nutrients/sugarsG"]),
            (#""energyKcal":300,"nutrients":{"fatG":5,"saturatedG":20}"#, ["/nutrients/saturatedG"]),
            (#""energyKcal":950"#, ["/energyKcal"]),
            (#""energyKcal":400,"nutrients":{"proteinG":40,"fatG":10,"carbohydrateG":60}"#, ["/nutrients"]),
            (#""energyKcal":50,"nutrients":{"fatG":60}"#, ["/energyKcal"]),
            (#""energyKcal":600,"nutrients":{"proteinG":5,"fatG":1,"carbohydrateG":10}"#, ["/energyKcal"]),
            (#""energyKcal":0,"nutrients":{"sodiumMg":48000}"#, ["/nutrients/sodiumMg"]),
        ] as [(String, [String])])
    func ownFoods(figures: String, places: [String]) async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let answer = try await person.send("POST", "/v1/foods", "{\"name\":\"bar\",\(figures)}")
            #expect(answer.status == 422 && answer.pointers.sorted() == places, "\(answer.text)")
            #expect(gateway.neighbors.commands.isEmpty)
        }
    }

    @Test(
        "NUT-08: figures of real foods are accepted, rounded as on labels",
        arguments: [
            #""energyKcal":900,"nutrients":{"proteinG":0,"fatG":100,"carbohydrateG":0,"saturatedG":14}"#,
            #""energyKcal":902,"nutrients":{"fatG":100}"#,
            #""energyKcal":400,"nutrients":{"proteinG":0,"fatG":0,"carbohydrateG":100,"sugarsG":100}"#,
            #""energyKcal":1,"nutrients":{"proteinG":0,"fatG":0,"carbohydrateG":100,"sugarsG":0}"#,
            #""energyKcal":216,"nutrients":{"proteinG":15.6,"fatG":4.3,"carbohydrateG":64.5,"fiberG":42.8}"#,
            #""energyKcal":231,"nutrients":{"proteinG":0,"fatG":0,"carbohydrateG":0,"alcoholG":33.4}"#,
            #""energyKcal":0,"nutrients":{"sodiumMg":38758}"#,
            #""energyKcal":18,"nutrients":{"proteinG":0,"fatG":0,"carbohydrateG":0.04}"#,
            #""energyKcal":52"#,
        ])
    func realFoods(figures: String) async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let answer = try await person.send(
                "POST", "/v1/foods", "{\"name\":\"food\",\(figures)}", headers: ["prefer": "wait=10"])
            #expect(answer.status == 201, "\(answer.text)")
        }
    }

    @Test("NUT-04, NUT-08: nutrients of a food cannot exceed its mass")
    func portions() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let item =
                #"{"name":"bar","grams":50,"energyKcal":500,"nutrients":{"proteinG":60,"sugarsG":9,"carbohydrateG":2}}"#
            let meal = try await person.send("POST", "/v1/meals", #"{"items":[\#(item)]}"#)
            let places = ["energyKcal", "nutrients/proteinG", "nutrients/sugarsG"].map { "/items/0/\($0)" }
            #expect(meal.status == 422 && meal.pointers.sorted() == places, "\(meal.text)")
            let saved = try await person.send("POST", "/v1/saved-foods", item)
            #expect(
                saved.status == 422
                    && saved.pointers.sorted() == ["/energyKcal", "/nutrients/proteinG", "/nutrients/sugarsG"])
            // A dinner with wine: the entry lists neither everything nor the mass.
            let dinner = #"{"items":[{"energyKcal":900,"nutrients":{"proteinG":20,"fatG":20,"carbohydrateG":60}}]}"#
            #expect(try await person.send("POST", "/v1/meals", dinner, headers: ["prefer": "wait=10"]).status == 201)
        }
    }

    @Test(
        "NUT-02, NUT-28: times: nonexistent ones are rejected, never shifted",
        arguments: [
            "2026-02-30T12:00:00Z", "2023-02-29T12:00:00Z", "2026-06-31T10:00:00-04:00", "2026-01-25T25:00:00Z",
            "2026-01-25T12:60:00Z", "2026-01-25T12:00:60Z", "2026-01-25", "2026-01-25T12:00:00",
        ])
    func instants(text: String) async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let meal = try await person.send(
                "POST", "/v1/meals", #"{"eatenAt":"\#(text)","items":[{"energyKcal":100}]}"#)
            #expect(meal.status == 422 && meal.pointers == ["/eatenAt"], "\(meal.text)")
            let later = text.replacing("2026", with: "2027")
            let grant = try await person.send(
                "POST", "/v1/grants", #"{"name":"Dr","scopes":["diary"],"expiresAt":"\#(later)"}"#)
            #expect(grant.status == 422 && grant.pointers == ["/expiresAt"], "\(grant.text)")
            #expect(try await person.client.get("/v1/meals").json["items"]?.items.isEmpty == true)
        }
    }

    @Test("SPD-20, SPD-23: a day that has not begun in any time zone is rejected")
    func futureDays() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let latest = CalendarDay.latest(at: gateway.clock.now()), next = try #require(latest.adding(days: 1))
            for (day, isTaken) in [(latest, true), (next, false)] {
                let receipt = #"{"merchant":"Shop","purchasedAt":"\#(day)","total":{"amount":"1.00","currency":"CAD"}}"#
                let answer = try await person.send("POST", "/v1/receipts", receipt)
                #expect(isTaken ? answer.status == 202 : answer.pointers == ["/purchasedAt"], "\(answer.text)")
                let file = try await person.client.send(
                    "POST", "/v1/receipts/import?preview=true&currency=CAD", headers: ["content-type": "text/csv"],
                    body: Array("date,merchant,item,amount\n\(day),Shop,Tea,1.00\n".utf8))
                let reasons = try file.json["faults"]?.items.map { $0["reason"]?.string }
                #expect(reasons == (isTaken ? [] : ["liesAhead"]), "\(file.text)")
                let reaction = try await person.send(
                    "POST", "/v1/reactions",
                    #"{"occurredOn":"\#(day)","allergens":["milk"],"severity":"mild","symptoms":["hives"]}"#)
                #expect(reaction.pointers.contains("/occurredOn") != isTaken, "\(reaction.text)")
            }
        }
    }

    @Test("SPD-17: a currency outside ISO 4217 is rejected", arguments: ["XYZ", "AAA", "XTS", "XXX", "CLF"])
    func currencies(code: String) async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let receipt = try await person.send(
                "POST", "/v1/receipts", #"{"merchant":"Shop","total":{"amount":"100.50","currency":"\#(code)"}}"#)
            #expect(receipt.status == 422 && receipt.pointers == ["/total/currency"], "\(receipt.text)")
            let budget = try await person.send(
                "POST", "/v1/budgets", #"{"name":"b","period":"month","amount":{"amount":"5","currency":"\#(code)"}}"#)
            #expect(budget.pointers == ["/amount/currency"], "\(budget.text)")
            let rows = Array("date,merchant,item,amount,currency\n2026-01-02,Shop,Tea,1.00,\(code)\n".utf8)
            let file = try await person.client.send(
                "POST", "/v1/receipts/import", headers: ["content-type": "text/csv"], body: rows)
            #expect(try file.json["faults"]?.items.map { $0["reason"]?.string } == ["notACurrency"])
            let usual = try await person.client.send(
                "POST", "/v1/receipts/import?currency=\(code)", headers: ["content-type": "text/csv"], body: rows)
            #expect(usual.status == 400 && usual.parameters == ["currency"])
        }
    }

    @Test("idempotency key: a changed query is another request")
    func queryIsPartOfTheRequest() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            func send(_ query: String) async throws -> TestHTTPClient.Answer {
                try await person.client.send(
                    "POST", "/v1/receipts/import\(query)",
                    headers: ["content-type": "text/csv", "idempotency-key": "one"],
                    body: Array("date,merchant,item,amount\n2026-01-02,Shop,Tea,1.00\n".utf8))
            }
            let first = try await send("?currency=USD"), other = try await send("?currency=CAD")
            #expect(first.status == 202)
            #expect(other.status == 422 && other.problem == "idempotency-key-reused", "\(other.text)")
            #expect(try await send("?currency=USD").body == first.body)
        }
    }
}
