import EventContracts
import Foundation
import IngestionCore
import IngestionService
import Quantities
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Goals, saved foods and own foods through the API") struct NutritionResourceTests {
    private func made(_ path: String, _ body: String, by person: Person) async throws -> JSONValue {
        let answer = try await person.send("POST", path, body, headers: ["prefer": "wait=10"])
        guard answer.status == 201 else { throw Unexpected(answer) }
        return try answer.json
    }

    @Test("NUT-34: goals are set and read, and each day shows its progress")
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
            let meal = try await made("/v1/meals", #"{"items":[{"energyKcal":500}]}"#, by: person)
            let path = "/v1/days/\(meal["day"]?.string ?? "")"
            let day = try await person.client.get(path)
            // The version counts one change of the day and one of the goals.
            #expect(day.header("etag") == "\"2\"")
            let progress = try day.json["progress"]
            #expect(progress?.names == ["carbohydrateG", "energyKcal", "fatG", "proteinG", "sodiumMg"])
            #expect(progress?["energyKcal"]?["percent"] == .number("25"))
            #expect(progress?["energyKcal"]?["target"] == .number("2000"))
            #expect(progress?["sodiumMg"]?["limit"] == .number("2300"))
            #expect(progress?["sodiumMg"]?["percent"] == .null && progress?["sodiumMg"]?["reported"] == .number("0"))
            // Without body data: Health Canada's values in Toronto, and those of the United States where Canada has
            // none.
            let need = try day.json["dailyNeed"]
            #expect(need?["fatG"]?["reference"]?.string == "hc-dv" && need?["fatG"]?["amount"]?.number == 75)
            #expect(need?["carbohydrateG"]?["reference"]?.string == "fda-dv")
            #expect(need?["ironMg"]?["percent"] == .null && need?["ironMg"]?["reported"] == .number("0"))
            let late = try await person.send("PUT", "/v1/goals", "{}", headers: ["if-match": "\"0\""])
            #expect(late.status == 412)
            #expect(try await person.send("PUT", "/v1/goals", "{}").status == 202)
            #expect(try await person.client.get(path).json["progress"]?.names.isEmpty == true)
        }
    }

    @Test("NUT-34: a day is compared with the goals of that day")
    func goalsOfEachDay() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let clock = gateway.clock
            func day(_ ago: Int) throws -> CalendarDay {
                let zone = try #require(TimeZone(identifier: "America/Toronto"))
                return try #require(CalendarDay(clock.now(), in: zone).adding(days: -ago))
            }
            func target(_ day: CalendarDay, _ person: Person) async throws -> JSONValue? {
                try await person.client.get("/v1/days/\(day)").json["progress"]?["energyKcal"]?["target"]
            }
            func set(_ energy: Int, _ person: Person) async throws {
                let answer = try await person.send(
                    "PUT", "/v1/goals", #"{"energyKcal":\#(energy)}"#, headers: ["prefer": "wait=10"])
                guard answer.status == 200 else { throw Unexpected(answer) }
            }
            try await set(2_000, person)
            // The newest change of a day counts.
            try await set(2_100, person)
            clock.advance(by: .seconds(3 * 86_400))
            let later = try await gateway.signIn(person)
            try await set(2_500, later)
            #expect(try await target(day(4), later) == nil)
            #expect(try await target(day(3), later) == .number("2100"))
            #expect(try await target(day(1), later) == .number("2100"))
            #expect(try await target(day(0), later) == .number("2500"))
            let goals = try await later.client.get("/v1/goals").json
            #expect(goals["energyKcal"] == .number("2500"))
            // A report and its day have the same assessment.
            let meal = try await later.send(
                "POST", "/v1/meals", #"{"eatenAt":"\#(try day(1))T16:00:00Z","items":[{"energyKcal":1050}]}"#,
                headers: ["prefer": "wait=10"])
            let id = try meal.json["id"]?.string ?? ""
            let report = try await later.client.get("/v1/meals/\(id)/report?view=detailed").json
            #expect(report["energy"]?["percent"] == .number("50"))
        }
    }

    @Test("NUT-34: a rebuilt projection has each day's goals, in any event order")
    func goalsMadeAnew() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let days = ["2026-01-01", "2026-02-01", "2026-03-01"].compactMap { CalendarDay($0) }
            for (place, version) in [(2, Int64(3)), (0, 1), (1, 2), (0, 1)] {
                let goals = GoalsChanged(
                    accountID: person.account, version: version, goals: GoalSettings(energy: version * 1_000_000),
                    changedAt: gateway.clock.now(), from: days[place])
                try await gateway.neighbors.publish(goals, nil, nil, isSnapshot: true)
            }
            for (day, energy) in [("2026-01-31", "1000"), ("2026-02-01", "2000"), ("2026-03-31", "3000")] {
                let progress = try await person.client.get("/v1/days/\(day)").json["progress"]
                #expect(progress?["energyKcal"]?["target"] == .number(energy), "\(day)")
            }
            #expect(try await person.client.get("/v1/goals").json["version"] == .number("3"))
            #expect(try await person.client.get("/v1/days/2025-12-31").json["progress"]?.names.isEmpty == true)
        }
    }

    @Test(
        "goals: invalid ones are rejected with a pointer to each fault",
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

    @Test("NUT-08, NUT-24: saved foods are managed by their owner")
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
            let wrong = try await person.send("POST", "/v1/saved-foods", #"{"foodId":"sr28-09003"}"#)
            #expect(wrong.status == 422 && wrong.pointers == ["/name"])
            let unknown = try await person.send("POST", "/v1/saved-foods", #"{"name":"x","foodId":"sr28-00000"}"#)
            #expect(unknown.status == 422 && unknown.pointers == ["/foodId"])
        }
    }

    @Test("NUT-22, NUT-33: own foods rank first and are read by their owner")
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

    @Test("NUT-33: own foods are changed and deleted; past meals stay")
    func changesOwnFood() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            let food = try await made(
                "/v1/foods",
                #"{"name":"Crumble","brand":"Mum","energyKcal":210.5,"nutrients":{"proteinG":3,"ironMg":1},"#
                    + #""portions":[{"measure":"a bowl","grams":180}]}"#, by: person)
            let id = food["id"]?.string ?? "", path = "/v1/foods/\(id)"
            let meal = try await made("/v1/meals", #"{"items":[{"foodId":"\#(id)","grams":100}]}"#, by: person)
            let changed = try await person.send(
                "PATCH", path, #"{"name":"Apple crumble","brand":null,"nutrients":{"proteinG":4,"ironMg":null}}"#,
                headers: ["prefer": "wait=10", "if-match": "\"1\""])
            #expect(changed.status == 200 && changed.header("etag") == "\"2\"")
            let json = try changed.json
            #expect(json["name"]?.string == "Apple crumble" && json["brand"] == nil)
            #expect(json["nutrients"]?["energy"]?["amount"] == .number("210.5"))
            #expect(json["nutrients"]?["protein"]?["amount"] == .number("4"))
            #expect(json["nutrients"]?["iron"]?["amount"] == .null)
            #expect(json["portions"]?.items.count == 1)
            #expect(try await person.client.get(path).json == json)
            let found = try await person.client.get("/v1/foods?query=apple%20crumble").json["items"]?.items ?? []
            #expect(found.first?["id"]?.string == id)
            #expect(try await person.send("PATCH", path, "{}", headers: ["if-match": "\"1\""]).status == 412)
            let bare = try await person.send("PATCH", path, #"{"energyKcal":null,"nutrients":null}"#)
            #expect(bare.status == 422 && bare.pointers == ["/nutrients"])
            for theirs in [path, "/v1/foods/sr28-09003", "/v1/foods/own-x"] {
                #expect(try await other.send("PATCH", theirs, #"{"name":"x"}"#).status == 404, "\(theirs)")
                #expect(try await other.client.send("DELETE", theirs).status == 404, "\(theirs)")
            }
            let deleted = try await person.client.send("DELETE", path, headers: ["prefer": "wait=10"])
            #expect(deleted.status == 204)
            #expect(try await person.client.get(path).status == 404)
            #expect(try await person.send("PATCH", path, #"{"name":"x"}"#).status == 404)
            let gone = try await person.client.get("/v1/foods?query=apple%20crumble").json["items"]?.items ?? []
            #expect(gone.allSatisfy { $0["id"]?.string != id })
            let again = try await person.send("POST", "/v1/meals", #"{"items":[{"foodId":"\#(id)","grams":1}]}"#)
            #expect(again.status == 422 && again.pointers == ["/items/0/foodId"])
            let kept = try await person.client.get("/v1/meals/\(meal["id"]?.string ?? "")").json
            #expect(kept == meal)
        }
    }
}
