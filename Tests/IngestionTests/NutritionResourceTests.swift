import EventContracts
import Foundation
import IngestionService
import TestSupport
import Testing

@Suite("Goals, saved foods and own foods, through the front door") struct NutritionResourceTests {
    private func made(_ path: String, _ body: String, by person: Person) async throws -> JSONValue {
        let answer = try await person.send("POST", path, body, headers: ["prefer": "wait=10"])
        guard answer.status == 201 else { throw Unexpected(answer) }
        return try answer.json
    }

    @Test("NUT-34: goals are set and read, and each day says how far it has come")
    func goals() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let none = try await person.client.get("/v1/goals")
            #expect(try none.status == 200 && none.json.names == ["hideNumbers", "targets", "version"])
            let set = try await person.send(
                "PUT", "/v1/goals",
                #"{"energyKcal":2000,"macros":{"proteinPercent":20,"carbohydratePercent":50,"fatPercent":30},"#
                    + #""targets":{"sodiumMg":{"max":2300}}}"#, headers: ["prefer": "wait=10"])
            #expect(set.status == 200 && set.header("etag") == "\"1\"")
            #expect(try set.json["macros"]?["fat"]?["grams"] == .number("66.7"))
            #expect(try await person.client.get("/v1/goals").json == set.json)
            _ = try await made(
                "/v1/meals", #"{"eatenAt":"2026-01-15T12:00:00Z","items":[{"energyKcal":500}]}"#, by: person)
            let day = try await person.client.get("/v1/days/2026-01-15")
            // One change of the day and one of the goals.
            #expect(day.header("etag") == "\"2\"")
            let progress = try day.json["progress"]
            #expect(progress?.names == ["carbohydrateG", "energyKcal", "fatG", "proteinG", "sodiumMg"])
            #expect(progress?["energyKcal"]?["percent"] == .number("25"))
            #expect(progress?["energyKcal"]?["target"] == .number("2000"))
            #expect(progress?["sodiumMg"]?["limit"] == .number("2300"))
            #expect(progress?["sodiumMg"]?["percent"] == .null && progress?["sodiumMg"]?["reported"] == .number("0"))
            let late = try await person.send("PUT", "/v1/goals", "{}", headers: ["if-match": "\"0\""])
            #expect(late.status == 412)
            #expect(try await person.send("PUT", "/v1/goals", "{}").status == 202)
            #expect(try await person.client.get("/v1/days/2026-01-15").json["progress"]?.names.isEmpty == true)
        }
    }

    @Test(
        "Goals that make no sense are refused with a pointer to each fault",
        arguments: [
            (#"{"energyKcal":0}"#, ["/energyKcal"]),
            (#"{"macros":{"proteinPercent":50,"carbohydratePercent":50,"fatPercent":50}}"#, ["/macros"]),
            (
                #"{"macros":{"proteinPercent":50.5}}"#,
                [
                    "/macros/carbohydratePercent", "/macros/fatPercent", "/macros/proteinPercent",
                ]
            ),
            (#"{"targets":{"joy":{"min":1},"ironMg":{}}}"#, ["/targets/ironMg", "/targets/joy"]),
            (#"{"targets":{"ironMg":{"min":2,"max":1}}}"#, ["/targets/ironMg"]),
            (#"{"hideNumbers":"yes"}"#, ["/hideNumbers"]),
        ])
    func refusesGoals(body: String, pointers: [String]) async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let answer = try await person.send("PUT", "/v1/goals", body)
            #expect(answer.status == 422 && answer.pointers.sorted() == pointers)
        }
    }

    @Test("NUT-08, NUT-24: saved foods are added, listed, changed, used and deleted by their owner alone")
    func savedFoods() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            let saved = try await made(
                "/v1/saved-foods", #"{"name":"my apple","foodId":"sr28-09003","grams":150}"#, by: person)
            let id = saved["id"]?.string ?? "", path = "/v1/saved-foods/\(id)"
            #expect(saved.names == ["foodId", "grams", "id", "name", "savedAt", "version"])
            let changed = try await person.send(
                "PATCH", path, #"{"notes":"green","energyKcal":80}"#,
                headers: ["prefer": "wait=10", "if-match": "\"1\""])
            #expect(try changed.status == 200 && changed.json["foodId"] == nil)
            #expect(try changed.json["nutrients"]?["energyKcal"] == .number("80"))
            let listed = try await person.client.get("/v1/saved-foods").json["items"]?.items ?? []
            #expect(listed.map { $0["notes"]?.string } == ["green"])
            let meal = try await made("/v1/meals", #"{"items":[{"savedFoodId":"\#(id)"}]}"#, by: person)
            #expect(meal["items"]?.items.first?["savedFoodId"]?.string == id)
            for answer in [
                try await other.client.get(path), try await other.send("PATCH", path, "{}"),
                try await other.client.send("DELETE", path),
            ] { #expect(answer.status == 404) }
            let foreign = try await other.send("POST", "/v1/meals", #"{"items":[{"savedFoodId":"\#(id)"}]}"#)
            #expect(foreign.status == 422 && foreign.pointers == ["/items/0/savedFoodId"])
            let deleted = try await person.client.send("DELETE", path, headers: ["prefer": "wait=10"])
            #expect(deleted.status == 204)
            #expect(try await person.client.get(path).status == 404)
            #expect(try await person.client.get("/v1/saved-foods").json["items"]?.items.isEmpty == true)
            #expect(try await person.send("PATCH", path, "{}").status == 404)
            let wrong = try await person.send("POST", "/v1/saved-foods", #"{"foodId":"sr28-00000"}"#)
            #expect(wrong.status == 422 && wrong.pointers == ["/name"])
            let unknown = try await person.send("POST", "/v1/saved-foods", #"{"name":"x","foodId":"sr28-00000"}"#)
            #expect(unknown.status == 422 && unknown.pointers == ["/foodId"])
        }
    }

    @Test("NUT-22, NUT-33: a food of one's own is found first, read and eaten by its owner alone")
    func ownFoods() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            let food = try await made(
                "/v1/foods",
                #"{"name":"Apple crumble","brand":"Mum","energyKcal":210.5,"nutrients":{"proteinG":0},"#
                    + #""portions":[{"measure":"a bowl","grams":180}]}"#, by: person)
            let id = food["id"]?.string ?? ""
            #expect(id.hasPrefix("own-"))
            #expect(food["nutrients"]?["energy"]?["amount"] == .number("210.5"))
            #expect(food["nutrients"]?["protein"]?["amount"] == .number("0"))
            #expect(food["nutrients"]?["iron"]?["amount"] == .null)
            let found = try await person.client.get("/v1/foods?query=apple&limit=3").json["items"]?.items ?? []
            #expect(found.count == 3 && found.first?["id"]?.string == id)
            #expect(found.last?["id"]?.string?.hasPrefix("own-") == false)
            let branded = try await person.client.get("/v1/foods?query=mum%20crumble").json["items"]?.items ?? []
            #expect(branded.first?["id"]?.string == id)
            let read = try await person.client.get("/v1/foods/\(id)")
            #expect(try read.status == 200 && read.json == food)
            let meal = try await made("/v1/meals", #"{"items":[{"foodId":"\#(id)","grams":100}]}"#, by: person)
            #expect(meal["items"]?.items.first?["food"]?["id"]?.string == id)
            #expect(try await other.client.get("/v1/foods/\(id)").status == 404)
            let theirs = try await other.client.get("/v1/foods?query=crumble").json["items"]?.items ?? []
            #expect(theirs.allSatisfy { $0["id"]?.string != id })
            let foreign = try await other.send("POST", "/v1/meals", #"{"items":[{"foodId":"\#(id)","grams":1}]}"#)
            #expect(foreign.status == 422 && foreign.pointers == ["/items/0/foodId"])
            let wrong = try await person.send(
                "POST", "/v1/foods", #"{"name":" ","nutrients":{"joy":1},"portions":[{"measure":"","grams":0}]}"#)
            #expect(wrong.status == 422)
            #expect(
                wrong.pointers.sorted() == [
                    "/name", "/nutrients/joy", "/portions/0/grams", "/portions/0/measure",
                ])
        }
    }
}
