import EventContracts
import Foundation
import IngestionCore
import IngestionService
import Quantities
import TestPeers
import TestSupport
import Testing

@Suite("Goals from body data through the API") struct GoalBodyTests {
    /// A woman of 35 years by the gateway's clock.
    private static func woman(_ gateway: TestGateway, more: String = "") -> String {
        let year = CalendarDay(gateway.clock.now(), in: .gmt).year - 35
        return #"{"birthday":"\#(year)-01-01","sex":"female","heightCm":165,"weightKg":60,"activity":"active"\#(more)}"#
    }

    private func set(_ body: String, by person: Person) async throws -> TestHTTPClient.Answer {
        try await person.send("PUT", "/v1/goals", body, headers: ["prefer": "wait=10"])
    }

    @Test("NUT-01, NUT-07: body data gives energy and reference intakes")
    func reckons() async throws {
        try await TestGateway.with { gateway in
            let woman = Self.woman(gateway)
            let person = try await gateway.register()
            let answer = try await set(
                #"{"body":\#(woman),"aim":{"kind":"lose","kgPerWeek":0.25}}"#, by: person)
            #expect(answer.status == 200)
            let goals = try answer.json
            // 10 × 60 + 6.25 × 165 − 5 × 35 − 161 = 1,295.25 at rest, times 1.55, less 0.25 × 7,700 ÷ 7.
            #expect(goals["reckoned"]?["energyKcal"]?.number == 1_733)
            #expect(goals["reckoned"]?["floorKcal"]?.number == 1_296)
            #expect(goals["reckoned"]?["floorReason"]?.string == "resting")
            #expect(goals["reckoned"]?["method"]?.string == "mifflin-st-jeor-1990")
            #expect(goals["reckoned"]?["references"]?["ironMg"]?["value"]?.number == 18)
            #expect(goals["reckoned"]?["references"]?["magnesiumMg"]?["upperScope"]?.string == "added-alone")
            #expect(goals["body"]?["heightCm"]?.number == 165 && goals["aim"]?["kind"]?.string == "lose")
            #expect(try await person.client.get("/v1/goals").json == goals)
            let zone = try #require(TimeZone(identifier: "America/Toronto"))
            let today = CalendarDay(gateway.clock.now(), in: zone)
            let day = try await person.client.get("/v1/days/\(today)").json
            #expect(day["progress"]?["energyKcal"]?["target"]?.number == 1_733)
            #expect(day["progress"]?["ironMg"]?["target"]?.number == 18)
            // 0.8 g per kilogram and 130 g, independent of the energy, since no split was chosen.
            #expect(day["progress"]?["proteinG"]?["target"]?.number == 48)
            #expect(day["dailyNeed"]?["proteinG"]?["reference"]?.string == "rda")
            #expect(day["dailyNeed"]?["carbohydrateG"]?["amount"]?.number == 130)
            #expect(day["dailyNeed"]?["fatG"]?["reference"]?.string == "hc-dv")
        }
    }

    @Test("NUT-01: impossible values are rejected with pointers")
    func refusals() async throws {
        try await TestGateway.with { gateway in
            let woman = Self.woman(gateway)
            let person = try await gateway.register()
            for (body, pointers) in [
                (#"{"body":{}}"#, ["birthday", "sex", "heightCm", "weightKg", "activity"].map { "/body/\($0)" }),
                (
                    #"{"body":{"birthday":"2015-01-01","sex":"male","heightCm":3,"weightKg":40,"activity":"active"}}"#,
                    ["/body/birthday", "/body/heightCm"]
                ),
                (#"{"body":\#(woman),"energyKcal":1200}"#, ["/energyKcal"]),
                (#"{"body":\#(woman),"aim":{"kind":"lose","kgPerWeek":2}}"#, ["/aim/kgPerWeek"]),
                (#"{"energyKcal":1100}"#, ["/energyKcal"]),
                (#"{"aim":{"kind":"lose","kgPerWeek":0.5}}"#, ["/aim"]),
                (
                    #"{"body":\#(Self.woman(gateway, more: #","stage":"pregnant","weeks":20"#)),"#
                        + #""aim":{"kind":"lose","kgPerWeek":0.5}}"#, ["/aim/kind"]
                ),
            ] {
                let answer = try await set(body, by: person)
                #expect(answer.status == 422, "\(body)")
                #expect(try answer.json["errors"]?.items.compactMap { $0["pointer"]?.string } == pointers, "\(body)")
            }
        }
    }

    @Test("GW-36: body data is sealed at rest and in transit")
    func sealed() async throws {
        try await TestGateway.with { gateway in
            let woman = Self.woman(gateway)
            let person = try await gateway.register()
            #expect(try await set(#"{"body":\#(woman)}"#, by: person).status == 200)
            let command = try #require(try await gateway.database.events(SetGoals.self).last?.body)
            #expect(command.goals.basis != nil)
            let text = String(decoding: try EventCoding.encode(command), as: UTF8.self)
            #expect(!text.contains("-01-01") && !text.contains("heightCm"))
        }
    }
}
