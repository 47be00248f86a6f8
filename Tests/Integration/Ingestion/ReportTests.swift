import EventContracts
import FoodReports
import Foundation
import IngestionCore
import IngestionService
import Postgres
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Reports through the API") struct ReportTests {
    /// A recorded meal of 150 g of apple and of an item with known energy only.
    private func meal(of person: Person) async throws -> String {
        let answer = try await person.send(
            "POST", "/v1/meals",
            #"{"name":"Déjeuner, =1+1 早餐","eatenAt":"2026-01-15T11:00:00Z","items":["#
                + #"{"name":"pomme","foodId":"sr28-09003","grams":150},{"energyKcal":350.5}]}"#,
            headers: ["prefer": "wait=10"])
        guard answer.status == 201, let id = try answer.json["id"]?.string else { throw Unexpected(answer) }
        return id
    }

    @Test("NUT-10, NUT-12, NUT-13: a meal report is simple or detailed")
    func mealReport() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let id = try await meal(of: person)
            let simple = try await person.client.get("/v1/meals/\(id)/report").json
            #expect(simple["view"]?.string == "simple" && simple["subject"]?.string == "meal")
            #expect(simple["energy"]?["value"] == .number("500.5"))
            #expect(simple["items"]?.items.map { $0["grams"] } == [.number("150"), .null])
            #expect(simple["nutrients"] == nil)
            let detailed = try await person.client.get("/v1/meals/\(id)/report?view=detailed&nutrients=energy").json
            #expect(detailed["nutrients"]?.items.isEmpty == true)
            #expect(detailed["energyBySource"]?.items.count == 4)
            #expect(detailed["energyBySource"]?.items.first?["energyKcal"] == .null)
            // The report is read by its id, which is the meal's.
            let stored = try await person.client.get("/v1/reports/\(simple["reportId"]?.string ?? "")").json
            #expect(stored == simple)
        }
    }

    @Test("NUT-07: without goals percentages are of the label's daily values")
    func labelReferences() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let made = try await person.send(
                "POST", "/v1/meals",
                #"{"items":[{"energyKcal":56,"nutrients":{"vitaminCMg":4.5,"carbohydrateG":13.75}}]}"#,
                headers: ["prefer": "wait=10"])
            let id = try #require(try made.json["id"]?.string)
            let report = try await person.client.get("/v1/meals/\(id)/report?view=detailed").json
            let nutrients = report["nutrients"]?.items ?? []
            let published = nutrients.filter { $0["reported"] == .number("1") && $0["source"]?.string != nil }
            #expect(published.count == 2 && published.allSatisfy { $0["percent"]?.number != nil })
            // 4.5 of 90 mg in Canada; 13.75 of 275 g by the value of the United States, since Canada has none for
            // carbohydrate.
            let vitaminC = nutrients.first { $0["nutrient"]?.string == "vitaminC" }
            #expect(vitaminC?["source"]?.string == "hc-dv" && vitaminC?["percent"] == .number("5"))
            let carbohydrate = nutrients.first { $0["nutrient"]?.string == "carbohydrate" }
            #expect(carbohydrate?["source"]?.string == "fda-dv" && carbohydrate?["percent"] == .number("5"))
            let names = Set(nutrients.compactMap { $0["nutrient"]?.string })
            #expect(!names.contains("biotin"), "no food states it and it is no goal")
        }
    }

    @Test("NUT-11: a day report lists the foods of all meals in order")
    func dayReport() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            _ = try await meal(of: person)
            let later = try await person.send(
                "POST", "/v1/meals", #"{"eatenAt":"2026-01-15T11:30:00Z","items":[{"name":"thé","grams":10}]}"#,
                headers: ["prefer": "wait=10"])
            #expect(later.status == 201)
            let day = try await person.client.get("/v1/days/2026-01-15/report").json
            #expect(day["subject"]?.string == "day" && day["date"]?.string == "2026-01-15")
            #expect(day["items"]?.items.map { $0["name"]?.string } == ["pomme", nil, "thé"])
            #expect(day["energy"]?["value"] == .number("510.5"))
            let empty = try await person.client.get("/v1/days/2026-01-14/report").json
            #expect(empty["items"]?.items.isEmpty == true)
            let stored = try await person.client.get("/v1/reports/\(day["reportId"]?.string ?? "")").json
            #expect(stored == day)
        }
    }

    @Test("NUT-09, NUT-14: a stored report stays unchanged for its owner")
    func kept() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            let id = try await meal(of: person)
            let kept = try await person.send("POST", "/v1/reports", #"{"mealId":"\#(id)"}"#)
            let path = "/v1/reports/\(try kept.json["reportId"]?.string ?? "")"
            #expect(try kept.status == 201 && kept.header("location") == path && kept.json["subject"]?.string == "meal")
            let day = try await person.send("POST", "/v1/reports", #"{"date":"2026-01-15"}"#)
            #expect(try day.status == 201 && day.json["date"]?.string == "2026-01-15")
            let before = try await person.client.get(path + "?view=detailed").json
            #expect(before["energy"]?["value"] == .number("500.5") && before["name"]?.string == "Déjeuner, =1+1 早餐")
            _ = try await person.send(
                "PATCH", "/v1/meals/\(id)", #"{"items":[{"energyKcal":1}]}"#, headers: ["prefer": "wait=10"])
            _ = try await person.send("PUT", "/v1/goals", #"{"energyKcal":2000}"#, headers: ["prefer": "wait=10"])
            #expect(try await person.client.get("/v1/meals/\(id)/report").json["energy"]?["value"] == .number("1"))
            #expect(try await person.client.get(path + "?view=detailed").json == before)
            _ = try await person.client.send("DELETE", "/v1/meals/\(id)", headers: ["prefer": "wait=10"])
            #expect(try await person.client.get(path + "?format=pdf").status == 200)
            let listed = try await person.client.get("/v1/reports?limit=1").json
            let rest = try await person.client.get("/v1/reports?cursor=\(listed["next"]?.string ?? "")").json
            // Both reports have the same time.
            let pages = [listed, rest].map { $0["items"]?.items.compactMap { $0["reportId"]?.string } ?? [] }
            let made = [try kept.json["reportId"]?.string, try day.json["reportId"]?.string].compactMap(\.self)
            #expect(pages.map(\.count) == [1, 1] && Set(pages.joined()) == Set(made) && rest["next"] == .null)
            for answer in [
                try await other.client.get(path), try await other.client.send("DELETE", path),
            ] { #expect(answer.status == 404) }
            let foreign = try await other.send("POST", "/v1/reports", #"{"mealId":"\#(id)"}"#)
            #expect(foreign.status == 422 && foreign.pointers == ["/mealId"])
            #expect(try await other.client.get("/v1/reports").json["items"]?.items.isEmpty == true)
            for (body, pointer) in [
                ("{}", "/mealId"), (#"{"mealId":"\#(id)","date":"2026-01-15"}"#, "/mealId"),
                (#"{"date":"x"}"#, "/date"),
            ] {
                let answer = try await person.send("POST", "/v1/reports", body)
                #expect(answer.status == 422 && answer.pointers == [pointer], "\(body)")
            }
            #expect(
                try await gateway.database.count(
                    "SELECT count(*) FROM reports WHERE position('Déjeuner'::bytea IN report_sealed) > 0") == 0)
            #expect(try await person.client.send("DELETE", path).status == 204)
            #expect(try await person.client.get(path).status == 404)
        }
    }

    @Test("NUT-15, C12: Basic stores and shows reports of the current day")
    func keptByPlan() async throws {
        try await TestGateway.with {
            $0.plan = .basic
        } _: { gateway in
            let person = try await gateway.register()
            let old = try await meal(of: person)
            #expect(try await person.send("POST", "/v1/reports", #"{"mealId":"\#(old)"}"#).status == 403)
            let made = try await person.send(
                "POST", "/v1/meals", #"{"items":[{"energyKcal":100}]}"#, headers: ["prefer": "wait=10"])
            let id = try made.json["id"]?.string ?? ""
            #expect(try await person.send("POST", "/v1/reports", #"{"mealId":"\#(id)"}"#).status == 201)
            #expect(try await person.client.get("/v1/reports").json["items"]?.items.count == 1)
        }
    }

    @Test("NUT-31, NUT-23: reports are downloaded as CSV, PDF and image")
    func downloads() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let id = try await meal(of: person)
            let csv = try await person.client.send(
                "GET", "/v1/meals/\(id)/report?format=csv&view=detailed", headers: ["accept-language": "fr"])
            #expect(csv.header("content-type") == "text/csv; charset=utf-8")
            #expect(csv.header("content-disposition") == "attachment; filename=\"report-2026-01-15.csv\"")
            #expect(csv.header("content-language") == "fr")
            #expect(csv.text.hasPrefix("date,section,"))
            #expect(csv.text.contains("Énergie"))
            let pdf = try await person.client.get("/v1/meals/\(id)/report?format=pdf&view=detailed")
            #expect(pdf.header("content-type") == "application/pdf")
            #expect(pdf.body.starts(with: Data("%PDF-".utf8)))
            let card = try await person.client.get("/v1/meals/\(id)/report?format=png")
            #expect(card.header("content-type") == "image/png")
            #expect(card.body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
        }
    }

    @Test("NUT-30: daily intake as JSON and CSV, without days that have no entry")
    func intake() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            _ = try await meal(of: person)
            // Only the request for the day waits for the pending meal.
            let json = try await eventually("the day is there") {
                let json = try await person.client.get("/v1/intake?from=2026-01-01&through=2026-01-31").json
                return json["days"]?.items.isEmpty == false ? json : nil
            }
            #expect(json["days"]?.items.map { $0["date"]?.string } == ["2026-01-15"])
            #expect(json["days"]?.items.first?["energyKcal"] == .number("500.5"))
            #expect(json["days"]?.items.first?["complete"] == .bool(true))
            let csv = try await person.client.get("/v1/intake?from=2026-01-15&through=2026-01-15&format=csv")
            #expect(csv.text.split(separator: "\r\n").count == 2)
            #expect(csv.text.contains("2026-01-15,1,500.5,"))
        }
    }

    @Test("GW-08: an invalid parameter is named; others' reports are not found")
    func refusals() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let id = try await meal(of: person)
            for (query, parameters) in [
                ("view=all", ["view"]), ("format=xml", ["format"]), ("nutrients=iron,rust", ["nutrients"]),
                ("view=x&format=y&nutrients=", ["view", "nutrients", "format"]),
            ] {
                let answer = try await person.client.get("/v1/meals/\(id)/report?\(query)")
                #expect(answer.status == 400)
                #expect(try answer.json["errors"]?.items.compactMap { $0["parameter"]?.string } == parameters)
            }
            for path in [
                "/v1/intake", "/v1/intake?from=2026-01-02&through=2026-01-01",
                "/v1/intake?from=2025-01-01&through=2026-01-02",
                "/v1/intake?from=2026-01-01&through=2026-01-02&format=pdf",
            ] {
                #expect(try await person.client.get(path).status == 400, "\(path)")
            }
            let other = try await gateway.register()
            for path in ["/v1/meals/\(id)/report", "/v1/reports/\(id)", "/v1/days/2026-02-30/report", "/v1/reports/x"] {
                #expect(try await other.client.get(path).status == 404, "\(path)")
            }
            #expect(try await gateway.client.get("/v1/meals/\(id)/report").status == 401)
        }
    }
}
