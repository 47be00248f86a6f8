import EventContracts
import Foundation
import IngestionCore
import IngestionService
import Quantities
import TestPeers
import TestSupport
import Testing
import UnitSupport

@Suite("Meals, days and the calendar through the API") struct MealTests {
    /// Noon in UTC is seven in the morning in Toronto.
    private static let morning = #""eatenAt":"2026-01-15T12:00:00Z""#
    private static let apple = #"{"foodId":"sr28-09003","grams":150}"#

    private func record(_ body: String, by person: Person) async throws -> JSONValue {
        let answer = try await person.send("POST", "/v1/meals", body, headers: ["prefer": "wait=10"])
        guard answer.status == 201 else { throw Unexpected(answer) }
        return try answer.json
    }

    @Test("NUT-02, NUT-03, NUT-32: a meal is answered with its totals")
    func records() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let answer = try await person.send(
                "POST", "/v1/meals",
                #"""
                {\#(Self.morning),"name":"Sunday","slot":"elevenses","items":[\#(Self.apple),{"name":"stew",\#
                "grams":33.3335},
                """#
                    + #"{"energyKcal":350.5,"nutrients":{"proteinG":3}}]}"#,
                headers: ["prefer": "wait=10"])
            #expect(answer.status == 201 && answer.header("etag") == "\"1\"")
            let meal = try answer.json
            #expect(answer.header("location") == "/v1/meals/\(meal["id"]?.string ?? "")")
            #expect(
                meal.names == [
                    "allergens", "allergensOtherIngredients", "allergensPending", "allergensUnknownItems", "day",
                    "eatenAt", "id", "items", "name", "recordedAt", "slot", "totals", "version",
                ])
            #expect(meal["name"]?.string == "Sunday" && meal["slot"]?.string == "elevenses")
            #expect(meal["day"]?.string == "2026-01-15" && meal["allergens"] == .null)
            let items = meal["items"]?.items ?? []
            #expect(items.map { $0["food"]?["id"]?.string } == ["sr28-09003", nil, nil])
            #expect(items.map { $0["food"]?["name"]?.string } == [nil, "stew", nil])
            #expect(items.map { $0["grams"]?["value"] } == [.number("150"), .number("33.334"), nil])
            #expect(items[0].names == ["energyKcal", "food", "grams", "id", "ounces", "score", "source"])
            let energy = meal["totals"]?["energyKcal"]
            #expect(energy?.names == ["high", "low", "of", "reported", "value"])
            #expect(energy?["value"] == .number("533.834") && energy?["of"] == .number("3"))
            #expect(meal["totals"]?["ironMg"]?["value"] == .null)
            #expect(meal["totals"]?.names.count == 45)
        }
    }

    @Test("NUT-05, NUT-20: a meal appears at once in its day and the calendar")
    func daysAndCalendar() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let empty = try await person.client.get("/v1/days/2026-01-14")
            #expect(empty.status == 200 && empty.header("etag") == "\"0\"")
            #expect(try empty.json["totals"]?["energyKcal"]?["value"] == .number("0"))
            // Half past ten in the evening of the previous day in Toronto.
            _ = try await record(
                #"{"eatenAt":"2026-01-15T03:30:00Z","items":[\#(Self.apple)]}"#, by: person)
            let day = try await person.client.get("/v1/days/2026-01-14")
            #expect(day.header("etag") == "\"1\"")
            #expect(try day.json.names == ["dailyNeed", "date", "meals", "progress", "slots", "totals", "version"])
            #expect(try day.json["meals"]?.number == 1)
            #expect(try day.json["totals"]?["energyKcal"]?["value"] == .number("150"))
            #expect(try day.json["slots"]?.items.first?["slot"]?.string == "snack")
            let unchanged = try await person.client.send(
                "GET", "/v1/days/2026-01-14", headers: ["if-none-match": "\"1\""])
            #expect(unchanged.status == 304)
            let calendar = try await person.client.get("/v1/calendar?month=2026-01").json
            #expect(calendar["items"]?.items.map { $0["date"]?.string } == ["2026-01-14"])
            #expect(calendar["items"]?.items.first?["energyKcal"]?["value"] == .number("150"))
            #expect(try await person.client.get("/v1/calendar?month=2026-02").json["items"]?.items.isEmpty == true)
            let listed = try await person.client.get("/v1/meals?date=2026-01-14").json["items"]?.items ?? []
            #expect(listed.map { $0["slot"]?.string } == ["snack"])
            #expect(try await person.client.get("/v1/meals?date=2026-01-15").json["items"]?.items.isEmpty == true)
            #expect(try await person.client.get("/v1/meals").json["items"]?.items.count == 1)
            for path in ["/v1/days/2026-02-30", "/v1/days/today"] {
                #expect(try await person.client.get(path).status == 404)
            }
            for path in ["/v1/calendar", "/v1/calendar?month=2026-13", "/v1/meals?date=x"] {
                let answer = try await person.client.get(path)
                #expect(answer.status == 400 && answer.parameters.count == 1)
            }
        }
    }

    @Test("meal item: new grams keep the food, a new food replaces it")
    func changes() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let meal = try await record(
                #"""
                {\#(Self.morning),"name":"Sunday","items":[\#(Self.apple),{"name":"stew","grams":10},{"energyKcal":5}]}
                """#,
                by: person)
            let path = "/v1/meals/\(meal["id"]?.string ?? "")"
            let ids = meal["items"]?.items.compactMap { $0["id"]?.string } ?? []
            let changed = try await person.send(
                "PATCH", path,
                #"{"items":[{"id":"\#(ids[0])","grams":200},{"id":"\#(ids[1])","foodId":"sr28-09040"}]}"#,
                headers: ["prefer": "wait=10", "if-match": "\"1\""])
            #expect(changed.status == 200 && changed.header("etag") == "\"2\"")
            let items = try changed.json["items"]?.items ?? []
            #expect(items.map { $0["id"]?.string } == [ids[0], ids[1]])
            #expect(items.map { $0["food"]?["id"]?.string } == ["sr28-09003", "sr28-09040"])
            #expect(items.map { $0["grams"]?["value"] } == [.number("200"), .number("10")])
            #expect(try changed.json["name"]?.string == "Sunday")
            let late = try await person.send("PATCH", path, #"{"name":"Monday"}"#, headers: ["if-match": "\"1\""])
            #expect(late.status == 412 && late.problem == "version-mismatch")
            let renamed = try await person.send(
                "PATCH", path, #"{"name":null,"slot":"dinner"}"#, headers: ["prefer": "wait=10"])
            #expect(try renamed.json["name"] == .null && renamed.json["slot"]?.string == "dinner")
            #expect(try renamed.json["items"]?.items.count == 2)
        }
    }

    @Test("NUT-05: a moved meal changes both days; a deleted one can be restored")
    func movesDeletesRestores() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let meal = try await record(#"{\#(Self.morning),"items":[\#(Self.apple)]}"#, by: person)
            let path = "/v1/meals/\(meal["id"]?.string ?? "")"
            let moved = try await person.send("PATCH", path, #"{"eatenAt":"2026-01-10T17:00:00Z"}"#)
            #expect(moved.status == 202)
            #expect(try await person.client.get("/v1/days/2026-01-15").json["meals"]?.number == 0)
            #expect(try await person.client.get("/v1/days/2026-01-10").json["meals"]?.number == 1)
            #expect(try await person.client.send("DELETE", path).status == 202)
            #expect(try await person.client.get("/v1/days/2026-01-10").json["meals"]?.number == 0)
            #expect(try await person.client.get(path).status == 404)
            #expect(try await person.send("PATCH", path, #"{"name":"x"}"#).status == 404)
            #expect(try await person.client.send("DELETE", path).status == 404)
            let restored = try await person.send("POST", path + "/restore", "", headers: ["prefer": "wait=10"])
            #expect(restored.status == 200)
            #expect(try restored.json["day"]?.string == "2026-01-10")
            #expect(try await person.client.get("/v1/days/2026-01-10").json["meals"]?.number == 1)
            #expect(try await person.send("POST", path + "/restore", "{}").status == 409)
            #expect(try await person.client.send("POST", path + "/restore").status == 409)
            #expect(try await person.send("POST", path + "/restore", "{").status == 400)
            #expect(try await person.send("POST", "/v1/meals", "").status == 400)
            #expect(try await person.client.send("DELETE", path).status == 202)
            gateway.clock.advance(by: .seconds(31 * 86_400))
            let later = try await gateway.signIn(person)
            #expect(try await later.send("POST", path + "/restore", "{}").status == 404)
        }
    }

    @Test("NUT-24: another account's meals and days are not found")
    func otherPerson() async throws {
        try await TestGateway.with { gateway in
            let owner = try await gateway.register(), other = try await gateway.register()
            let meal = try await record(#"{\#(Self.morning),"items":[\#(Self.apple)]}"#, by: owner)
            let path = "/v1/meals/\(meal["id"]?.string ?? "")"
            #expect(try await other.client.get(path).status == 404)
            #expect(try await other.send("PATCH", path, #"{"name":"x"}"#).status == 404)
            #expect(try await other.client.send("DELETE", path).status == 404)
            #expect(try await other.send("POST", path + "/restore", "{}").status == 404)
            #expect(try await other.client.get("/v1/days/2026-01-15").json["meals"]?.number == 0)
            #expect(try await other.client.get("/v1/calendar?month=2026-01").json["items"]?.items.isEmpty == true)
            #expect(try await other.client.get("/v1/meals").json["items"]?.items.isEmpty == true)
        }
    }

    @Test(
        "NUT-33: an invalid meal is rejected with a pointer to each fault",
        arguments: [
            ("{}", ["/items"]), (#"{"items":[]}"#, ["/items"]), (#"{"items":[5]}"#, ["/items/0"]),
            (#"{"items":[{}]}"#, ["/items/0"]), (#"{"items":[{"foodId":"sr28-09003"}]}"#, ["/items/0/grams"]),
            (#"{"items":[{"foodId":"sr28-00000","grams":1}]}"#, ["/items/0/foodId"]),
            (#"{"items":[{"name":"x","grams":0}]}"#, ["/items/0/grams"]),
            (#"{"items":[{"name":"x","grams":"much"}]}"#, ["/items/0/grams"]),
            (#"{"items":[{"name":"x","grams":1e300}]}"#, ["/items/0/grams"]),
            (#"{"items":[{"name":" ","grams":1}]}"#, ["/items/0/name"]),
            (#"{"items":[{"energyKcal":-1}]}"#, ["/items/0/energyKcal"]),
            (#"{"items":[{"energyKcal":1,"nutrients":{"joy":1}}]}"#, ["/items/0/nutrients/joy"]),
            (#"{"items":[{"energyKcal":1,"foodId":"sr28-09003","grams":1}]}"#, ["/items/0"]),
            (#"{"items":[{"id":"00000000-0000-4000-8000-000000000000","grams":1}]}"#, ["/items/0/id"]),
            (#"{"eatenAt":"yesterday","items":[{"energyKcal":1}]}"#, ["/eatenAt"]),
            (#"{"eatenAt":"2999-01-17T00:00:00Z","items":[{"energyKcal":1}]}"#, ["/eatenAt"]),
            (#"{"eatenAt":"1066-10-14T09:00:00Z","items":[{"energyKcal":1}]}"#, ["/eatenAt"]),
            (#"{"slot":"","name":"","items":[{"energyKcal":1}]}"#, ["/name", "/slot"]),
        ])
    func refuses(body: String, pointers: [String]) async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let answer = try await person.send("POST", "/v1/meals", body)
            #expect(answer.status == 422 && answer.problem == "invalid-fields")
            #expect(answer.pointers.sorted() == pointers)
            #expect(gateway.neighbors.commands.isEmpty)
        }
    }

    @Test(
        "meal: its time may have any offset",
        arguments: [
            "2026-01-14T22:30:00-05:00", "2026-01-15T03:30:00Z", "2026-01-15T03:30:00.250Z",
            "2026-01-15T04:30:00+01:00",
        ])
    func instants(text: String) async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let meal = try await record(#"{"eatenAt":"\#(text)","items":[{"energyKcal":1}]}"#, by: person)
            #expect(meal["day"]?.string == "2026-01-14")
            #expect(meal["eatenAt"]?.string?.hasPrefix("2026-01-15T03:30:00") == true)
        }
    }

    @Test("NUT-15, C12: Basic shows the current day; other days are kept for Pro")
    func plans() async throws {
        try await TestGateway.with {
            $0.plan = .basic
        } _: { gateway in
            let person = try await gateway.register()
            let zone = try #require(TimeZone(identifier: "America/Toronto"))
            let today = CalendarDay(gateway.clock.now(), in: zone).description
            _ = try await record(#"{"items":[\#(Self.apple)]}"#, by: person)
            let older = try await record(#"{\#(Self.morning),"items":[\#(Self.apple)]}"#, by: person)
            #expect(try await person.client.get("/v1/days/\(today)").json["meals"]?.number == 1)
            for path in ["/v1/days/2026-01-15", "/v1/meals?date=2026-01-15"] {
                let answer = try await person.client.get(path)
                #expect(answer.status == 403 && answer.problem == "forbidden")
            }
            let month = String(today.prefix(7))
            let calendar = try await person.client.get("/v1/calendar?month=\(month)").json["items"]?.items ?? []
            #expect(calendar.map { $0["date"]?.string } == [today])
            #expect(try await person.client.get("/v1/calendar?month=2026-01").json["items"]?.items.isEmpty == true)
            let listed = try await person.client.get("/v1/meals").json["items"]?.items ?? []
            #expect(listed.map { $0["day"]?.string } == [today])
            #expect(try await person.client.get("/v1/meals/\(older["id"]?.string ?? "")").status == 403)
        }
    }

    @Test(
        "JSON numbers: are read exactly to the thousandth",
        arguments: [
            ("0", 0), ("150", 150_000), ("33.3334", 33_333), ("33.3335", 33_334), ("-1.0005", -1_001), ("1e2", 100_000),
            ("1.5E-2", 15), ("0.0005", 1), ("0.0004", 0), ("5e-4", 1), ("0.00004999", 0), ("1e-400", 0), ("0e999", 0),
            ("123456789012345", 123_456_789_012_345_000), ("1e400", nil), ("1e15", nil),
            ("1e99999999999999999999", nil),
            ("1e-99999999999999999999", 0), ("", nil), ("1.", nil), ("0x10", nil), ("12 apples", nil), ("nan", nil),
        ] as [(String, Int64?)])
    func thousandths(text: String, expected: Int64?) {
        #expect(Thousandths.read(text) == expected)
    }

    @Test("day id: reveals its date only with the account id")
    func dayIDs() throws {
        let account = AccountID.random(), other = AccountID.random()
        for text in ["1970-01-01", "0001-01-01", "1900-02-28", "2026-01-15", "9999-12-31"] {
            let day = try #require(CalendarDay(text))
            let id = DayID(day, of: account)
            #expect(id.day(of: account) == day)
            #expect(id.day(of: other) == nil)
            #expect(ResourceReference(day, of: account).path(of: account) == "/v1/days/\(text)")
        }
    }
}
