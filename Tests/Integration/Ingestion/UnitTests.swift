import EventContracts
import Foundation
import IngestionCore
import IngestionService
import TestPeers
import TestSupport
import Testing

@Suite("Units of measurement (SPD-16, NUT-01)") struct UnitTests {
    private static let held = ["prefer": "wait=10"]

    @Test(
        "units: follow the region of the locale, else the time zone",
        arguments: [
            ("en-US", "America/Toronto", UnitPreference.imperial), ("fr-CA", "UTC", .mixed),
            ("es-MX", "America/New_York", .metric), ("zh-Hans-CN", "UTC", .metric), ("en", "America/Toronto", .mixed),
            ("en", "America/New_York", .imperial), ("fr", "Europe/Paris", .metric), ("en", "UTC", .metric),
            ("en", "Asia/Tokyo", .metric), ("es", "America/Mexico_City", .metric),
        ])
    func usual(locale: String, timeZone: String, units: UnitPreference) {
        #expect(AccountUnits.defaults(locale: locale, timeZone: timeZone) == units)
    }

    @Test("SPD-16: units are set once per account and apply to prices")
    func chosen() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let before = try await person.client.get("/v1/account").json
            #expect(before["units"]?.string == "mixed")
            #expect(try await person.send("PATCH", "/v1/account", #"{"units":"stones"}"#).pointers == ["/units"])
            let set = try await person.send("PATCH", "/v1/account", #"{"units":"imperial"}"#)
            #expect(try set.status == 200 && set.json["units"]?.string == "imperial")
            // Another change of the account keeps the units.
            let named = try await person.send("PATCH", "/v1/account", #"{"name":"Ada"}"#)
            #expect(try named.json["units"]?.string == "imperial")
        }
    }

    @Test("NUT-01: body data in inches and pounds is shown in both units")
    func body() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let body = #""birthday":"1990-01-01","sex":"female","activity":"active""#
            let answer = try await person.send(
                "PUT", "/v1/goals",
                #"{"body":{\#(body),"heightIn":65,"weightLb":132.3},"aim":{"kind":"lose","lbPerWeek":0.5}}"#,
                headers: Self.held)
            #expect(answer.status == 200, "\(answer.text)")
            let goals = try answer.json
            #expect(goals["body"]?["heightCm"]?.decimal == 165.1 && goals["body"]?["weightKg"]?.decimal == 60.01)
            #expect(goals["aim"]?["kgPerWeek"]?.decimal == 0.227)
            #expect(goals["measures"]?["heightIn"]?.number == 65 && goals["measures"]?["weightLb"]?.decimal == 132.3)
            #expect(goals["measures"]?["lbPerWeek"]?.decimal == 0.5)
            for (more, pointer) in [
                (#""heightIn":65,"heightCm":165,"weightKg":60"#, "/body/heightIn"),
                (#""heightIn":"tall","weightKg":60"#, "/body/heightCm"),
                (#""heightIn":165,"weightKg":60"#, "/body/heightCm"),
            ] {
                let refused = try await person.send("PUT", "/v1/goals", #"{"body":{\#(body),\#(more)}}"#)
                #expect(refused.status == 422 && refused.pointers.contains(pointer), "\(refused.text)")
            }
        }
    }

    @Test("NUT-31: the PDF of a person with imperial units has ounces")
    func report() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let meal = try await person.send(
                "POST", "/v1/meals", #"{"items":[{"foodId":"sr28-09003","ounces":4}]}"#, headers: Self.held)
            let path = "/v1/meals/\(try #require(try meal.json["id"]?.string))/report?format=pdf"
            let grams = try await person.client.get(path)
            #expect(grams.status == 200)
            #expect(try await person.client.get(path).body == grams.body)
            #expect(try await person.send("PATCH", "/v1/account", #"{"units":"imperial"}"#).status == 200)
            let ounces = try await person.client.get(path)
            #expect(ounces.status == 200 && ounces.body != grams.body)
        }
    }

    @Test("NUT-02: portions are taken in ounces and shown in both units")
    func portions() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let meal = try await person.send(
                "POST", "/v1/meals", #"{"items":[{"foodId":"sr28-09003","ounces":4}]}"#, headers: Self.held)
            #expect(meal.status == 201, "\(meal.text)")
            let item = try #require(try meal.json["items"]?.items.first)
            #expect(item["grams"]?["value"]?.decimal == 113.398 && item["ounces"]?["value"]?.number == 4)
            let both = try await person.send(
                "POST", "/v1/meals", #"{"items":[{"foodId":"sr28-09003","ounces":4,"grams":1}]}"#)
            #expect(both.pointers == ["/items/0/ounces"])
            let saved = try await person.send(
                "POST", "/v1/saved-foods", #"{"name":"apple","foodId":"sr28-09003","ounces":6}"#, headers: Self.held)
            #expect(try saved.status == 201 && saved.json["grams"]?.decimal == 170.097, "\(saved.text)")
            let own = try await person.send(
                "POST", "/v1/foods", #"{"name":"Bar","energyKcal":400,"portions":[{"measure":"1 bar","ounces":1.5}]}"#,
                headers: Self.held)
            #expect(
                try own.status == 201 && own.json["portions"]?.items.first?["grams"]?.decimal == 42.524, "\(own.text)")
        }
    }
}
