import EventContracts
import Foundation
import IngestionCore
import IngestionService
import Quantities
import TestPeers
import TestSupport
import Testing

@Suite("Advice, trends and suggestions through the API") struct AdviceTests {
    /// The person's local day, a number of days ago.
    private static func day(_ ago: Int, _ gateway: TestGateway) throws -> CalendarDay {
        let zone = try #require(TimeZone(identifier: "America/Toronto"))
        return try #require(CalendarDay(gateway.clock.now(), in: zone).adding(days: -ago))
    }

    /// Publishes the sums of a day: energy in kilocalories, fiber in grams, from two slots.
    private static func publish(
        _ ago: Int, energy: Int64, fiber: Int64 = 10, isWhole: Bool = true, of person: Person, _ gateway: TestGateway
    ) async throws {
        let day = try day(ago, gateway)
        let sums: [String: NutrientSums.Sum] = [
            "energy": .init(amount: energy * NutrientSums.unitsPerOne, reported: isWhole ? 4 : 3),
            "fiber": .init(amount: fiber * NutrientSums.unitsPerOne, reported: 4),
        ]
        let slots = [MealSlot.lunch, .dinner].map { slot in
            DaySlot(slot: slot, name: nil, meals: 1, of: 2, energy: .init(amount: 1, reported: 2))
        }
        try await gateway.neighbors.publish(
            DayChanged(
                accountID: person.account, day: day, version: 1, meals: 2, totals: NutrientSums(of: 4, sums: sums),
                slots: slots, slotNames: nil, changedAt: gateway.clock.now()), nil, nil)
    }

    /// Publishes goals that apply since a month ago.
    private static func want(
        _ goals: GoalSettings, of person: Person, _ gateway: TestGateway
    ) async throws {
        try await gateway.neighbors.publish(
            GoalsChanged(
                accountID: person.account, version: 1, goals: goals, changedAt: gateway.clock.now(),
                from: try day(30, gateway)), nil, nil)
    }

    private static func record(
        _ item: String, at instant: Date, _ slot: String, by person: Person
    ) async throws -> JSONValue {
        let answer = try await person.send(
            "POST", "/v1/meals",
            #"{"slot":"\#(slot)","eatenAt":"\#(EventTime.format(instant))","items":[\#(item)]}"#,
            headers: ["prefer": "wait=10"])
        guard answer.status == 201 else { throw Unexpected(answer) }
        return try answer.json
    }

    @Test("NUT-17: advice: days of low intake are reported gently, after the day")
    func finding() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            try await Self.want(GoalSettings(energy: 2_000_000), of: person, gateway)
            for ago in 0...3 { try await Self.publish(ago, energy: 1_100, of: person, gateway) }
            let path = "/v1/days/\(try Self.day(1, gateway))/advice"
            let advice = try await person.client.get(path).json
            #expect(advice["finding"]?["code"]?.string == "little")
            #expect(advice["finding"]?["days"]?.number == 3 && advice["finding"]?["percent"]?.number == 55)
            #expect(advice["band"]?.string == "well-below")
            let french = try await person.client.get(path, headers: ["accept-language": "fr"])
            #expect(french.header("content-language") == "fr")
            let published = try french.json["finding"]?["title"]?.string
            #expect(published?.contains("Moins") == true && published != advice["finding"]?["title"]?.string)
            // The current day is incomplete: supper may follow.
            let today = try await person.client.get("/v1/days/\(try Self.day(0, gateway))/advice").json
            #expect(today["finding"] == .null)
            let usual = try await person.client.get("/v1/days/\(try Self.day(9, gateway))/advice").json
            #expect(usual["finding"] == .null && usual["band"]?.string == "unknown")
        }
    }

    @Test("NUT-17: with hidden numbers only words are shown")
    func hidden() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let goals = GoalSettings(
                energy: 2_000_000, targets: ["fiber": NutrientTarget(least: 30_000)], hidesNumbers: true)
            try await Self.want(goals, of: person, gateway)
            for ago in 1...4 { try await Self.publish(ago, energy: 3_000, of: person, gateway) }
            let advice = try await person.client.get("/v1/days/\(try Self.day(1, gateway))/advice").json
            #expect(advice["numbersHidden"] == .bool(true))
            #expect(advice["finding"]?.names == ["body", "code", "days", "title"])
            #expect(advice["gaps"]?.items.map(\.names) == [["name", "nutrient", "unit"]])
            let trend = try await person.client.get("/v1/trend").json
            #expect(trend["trends"]?.names.isEmpty == true)
            #expect(trend["weeks"]?.items.allSatisfy { $0["means"]?.names.isEmpty == true } == true)
            #expect(trend["weeks"]?.items.last?["days"]?.number == 4)
            #expect(trend["streak"]?["current"]?.number == 4)
        }
    }

    @Test("NUT-16: recommendations: have reasons and respect the allergens")
    func recommendations() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let goals = GoalSettings(energy: 2_500_000, targets: ["fiber": NutrientTarget(least: 30_000)])
            try await Self.want(goals, of: person, gateway)
            let noon = gateway.clock.now().addingTimeInterval(-3 * 86_400)
            for grams in [150, 200, 260] {
                // Lentils, boiled: 7.9 g of fiber in 100 g. Sugar has none.
                _ = try await Self.record(
                    #"{"foodId":"sr28-16070","grams":\#(grams)},{"foodId":"sr28-19335","grams":10}"#, at: noon, "lunch",
                    by: person)
            }
            try await Self.publish(1, energy: 1_500, fiber: 10, of: person, gateway)
            let path = "/v1/days/\(try Self.day(1, gateway))/advice"
            let advice = try await person.client.get(path).json
            let gap = try #require(advice["gaps"]?.items.first)
            #expect(gap["nutrient"]?.string == "fiber" && gap["missing"]?.number == 20)
            #expect(gap["percent"]?.number == 66)
            #expect(advice["recommendations"]?.items.count == 5)
            let first = try #require(advice["recommendations"]?.items.first)
            #expect(first["foodId"]?.string == "sr28-16070" && first["grams"]?.number == 200)
            #expect(first["closes"]?.items.first?["percent"]?.number == 52)
            #expect(first["isNew"] == .bool(false))
            #expect(first["reasons"]?.items.map { $0["code"]?.string } == ["closes", "usual"])
            let new = try #require(advice["recommendations"]?.items.last)
            #expect(new["isNew"] == .bool(true) && new["isUncertain"] == .bool(false))
            #expect(new["reasons"]?.items.prefix(2).map { $0["code"]?.string } == ["closes", "new"])
            #expect(new["reasons"]?.items.first?["text"]?.string?.lowercased().contains("fib") == true)
        }
    }

    /// The ids recommended for a day with too little fiber.
    private static func recommended(_ person: Person, _ gateway: TestGateway) async throws -> [String] {
        let advice = try await person.client.get("/v1/days/\(try day(1, gateway))/advice").json
        return advice["recommendations"]?.items.compactMap { $0["foodId"]?.string } ?? []
    }

    @Test("NUT-16: recommendations: foods of unknown suitability come last")
    func avoided() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let goals = GoalSettings(energy: 2_500_000, targets: ["fiber": NutrientTarget(least: 30_000)])
            try await Self.want(goals, of: person, gateway)
            // A taco is a dish with unknown ingredients.
            _ = try await Self.record(
                #"{"foodId":"fndds-58102000","grams":300}"#, at: gateway.clock.now().addingTimeInterval(-3 * 86_400),
                "lunch", by: person)
            try await Self.publish(1, energy: 1_500, fiber: 10, of: person, gateway)
            let first = try await Self.recommended(person, gateway)
            let disliked = try #require(first.first { $0.hasPrefix("sr28-160") })
            #expect(try await person.send("PUT", "/v1/disliked-foods/\(disliked)", "").status == 204)
            #expect(try await person.send("PUT", "/v1/disliked-foods/sr28-99999", "").status == 404)
            #expect(try await !Self.recommended(person, gateway).contains(disliked))
            let list = try await person.client.get("/v1/disliked-foods").json["items"]?.items ?? []
            #expect(list.map { $0["foodId"]?.string } == [disliked] && list.first?["name"]?.string != nil)
            let beans = try await person.send(
                "PUT", "/v1/allergen-profile",
                #"""
                {"allergens":["gluten","soybeans"],"otherIngredients":[{"name":"beans"},{"name":"lentil"}],\#
                "diets":["vegan"]}
                """#,
                headers: ["prefer": "wait=10"])
            #expect(beans.status == 200, "\(beans.text)")
            let path = "/v1/days/\(try Self.day(1, gateway))/advice"
            let careful = try await person.client.get(path).json["recommendations"]?.items ?? []
            let names = careful.compactMap { $0["name"]?.string }
            #expect(!names.isEmpty && !names.contains { $0.contains("beans") || $0.contains("bulgur") }, "\(names)")
            #expect(
                careful.allSatisfy { $0["isUncertain"] == .bool(false) || $0["foodId"]?.string == "fndds-58102000" })
            #expect(try await person.client.send("DELETE", "/v1/disliked-foods/\(disliked)").status == 204)
            #expect(try await person.client.send("DELETE", "/v1/disliked-foods/\(disliked)").status == 404)
        }
    }

    @Test("NUT-06, NUT-29: the trend uses complete days only")
    func trend() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            for (ago, energy) in [(0, Int64(2_200)), (1, 2_100), (2, 2_000), (8, 1_400)] {
                try await Self.publish(ago, energy: energy, of: person, gateway)
            }
            // This day has a food without data.
            try await Self.publish(9, energy: 9_000, isWhole: false, of: person, gateway)
            let trend = try await person.client.get("/v1/trend?weeks=2&nutrients=fiber").json
            #expect(trend["through"]?.string == "\(try Self.day(0, gateway))")
            #expect(trend["from"]?.string == "\(try Self.day(13, gateway))")
            let energy = trend["trends"]?["energyKcal"]
            #expect(energy?["days"]?.number == 4 && energy?["mean"]?.number == 1_925)
            #expect(energy?["perWeek"]?.number == 700)
            #expect(trend["trends"]?["fiberG"]?["perWeek"]?.number == 0)
            #expect(trend["weeks"]?.items.map { $0["days"]?.number } == [2, 3])
            #expect(trend["weeks"]?.items.map { $0["means"]?["energyKcal"]?.number } == [1_400, 2_100])
            #expect(trend["streak"]?["current"]?.number == 3 && trend["streak"]?["longest"]?.number == 3)
            #expect(try await other.client.get("/v1/trend").json["streak"]?["longest"]?.number == 0)
            for (query, parameters) in [
                ("weeks=0", ["weeks"]), ("weeks=27", ["weeks"]), ("weeks=x&nutrients=rust", ["weeks", "nutrients"]),
                ("nutrients=fiber,iron,protein,fat,zinc,calcium", ["nutrients"]),
            ] {
                let answer = try await person.client.get("/v1/trend?\(query)")
                #expect(answer.status == 400 && answer.parameters == parameters, "\(query)")
            }
        }
    }

    @Test("NUT-19: frequent foods of a slot are suggested with their mass")
    func suggestions() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register(), other = try await gateway.register()
            let now = gateway.clock.now()
            for (ago, grams) in [(1.0, 40), (2, 50), (3, 70)] {
                _ = try await Self.record(
                    #"{"name":"my oats","foodId":"sr28-20038","grams":\#(grams)},{"energyKcal":80}"#,
                    at: now.addingTimeInterval(-ago * 86_400), "breakfast", by: person)
            }
            let saved = try await person.send(
                "POST", "/v1/saved-foods", #"{"name":"my apple","foodId":"sr28-09003","grams":150}"#,
                headers: ["prefer": "wait=10"])
            let id = try saved.json["id"]?.string ?? ""
            let snack = try await Self.record(
                #"{"savedFoodId":"\#(id)"}"#, at: now.addingTimeInterval(-86_400), "snack", by: person)
            _ = try await Self.record(#"{"name":"?","grams":1}"#, at: now, "snack", by: person)
            let morning = try await person.client.get("/v1/suggestions?slot=breakfast").json
            #expect(morning["foods"]?.items.first?["foodId"]?.string == "sr28-20038")
            #expect(morning["foods"]?.items.first?["grams"]?.number == 50)
            #expect(morning["foods"]?.items.map { $0["savedFoodId"]?.string } == [nil, id])
            let oats = try #require(morning["meals"]?.items.first)
            #expect(oats["items"]?.items.first?["food"]?["name"]?.string == "my oats")
            #expect(oats["items"]?.items.map { $0["grams"]?["value"]?.number } == [40, nil])
            let evening = try await person.client.get("/v1/suggestions?slot=snack&limit=1").json
            #expect(evening["foods"]?.items.map { $0["name"]?.string } == ["my apple"])
            #expect(evening["meals"]?.items.map { $0["mealId"] } == [snack["id"]])
            // Deleted foods are no longer suggested.
            _ = try await person.client.send("DELETE", "/v1/saved-foods/\(id)", headers: ["prefer": "wait=10"])
            let later = try await person.client.get("/v1/suggestions?slot=snack").json
            #expect(later["foods"]?.items.allSatisfy { $0["savedFoodId"] == nil } == true)
            let theirs = try await other.client.get("/v1/suggestions").json
            #expect(theirs["foods"]?.items.isEmpty == true && theirs["meals"]?.items.isEmpty == true)
            for query in ["slot=brunch", "limit=0", "limit=21"] {
                #expect(try await person.client.get("/v1/suggestions?\(query)").status == 400, "\(query)")
            }
        }
    }

    @Test("NUT-15, NUT-16: Basic gets advice without amounts for today")
    func basic() async throws {
        try await TestGateway.with {
            $0.plan = .basic
        } _: { gateway in
            let person = try await gateway.register()
            let goals = GoalSettings(energy: 2_500_000, targets: ["fiber": NutrientTarget(least: 30_000)])
            try await Self.want(goals, of: person, gateway)
            try await Self.publish(0, energy: 1_500, of: person, gateway)
            let advice = try await person.client.get("/v1/days/\(try Self.day(0, gateway))/advice").json
            #expect(advice["gaps"]?.items.map(\.names) == [["name", "nutrient", "unit"]])
            #expect(advice["recommendations"]?.items.isEmpty == true)
            let past = try await person.client.get("/v1/days/\(try Self.day(1, gateway))/advice")
            #expect(past.status == 403)
            #expect(try await person.client.get("/v1/trend").status == 403)
            #expect(try await person.client.get("/v1/days/2026-02-30/advice").status == 404)
        }
    }
}
