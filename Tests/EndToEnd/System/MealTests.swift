import EventContracts
import Foundation
import Postgres
import TestPeers
import TestSupport
import Testing
import UnitSupport

/// The public form of a meal, decoded independently of the services' code.
private struct Meal: Decodable {
    struct Item: Decodable {
        struct Food: Decodable { let id: String?, name: String? }
        let id: UUID, food: Food, source: String
    }
    let id: UUID, day: String, slot: String, items: [Item], totals: [String: Figure], version: Int
}

private struct Figure: Decodable, Equatable {
    let value: Double?, reported: Int, of: Int
}

private struct Judged: Decodable {
    struct Found: Decodable { let allergen: String, likelihood: String, share: Double?, inProfile: Bool }
    let allergens: [Found]?, allergensPending: Bool
}

private struct Inbox: Decodable {
    struct Item: Decodable { let kind: String, meal: UUID?, language: String }
    let items: [Item]
}

private struct Day: Decodable {
    let date: String, meals: Int, totals: [String: Figure]
}

private struct Calendar: Decodable {
    struct Item: Decodable { let date: String, meals: Int, energyKcal: Figure }
    let items: [Item]
}

private struct Entry: Encodable {
    struct Item: Encodable {
        var id: UUID?
        var foodId: String?
        var name: String?
        var grams: Double?
        var energyKcal: Double?
    }
    var eatenAt: String?
    var items: [Item]?
}

extension Programs.EndToEnd {
    @Suite("Meal to totals and day", .timeLimit(.minutes(10)))
    struct MealTests {
        private static let held = ["prefer": "wait=12"]
        private static let lunch = Entry(
            eatenAt: "2026-01-10T17:30:00Z",
            items: [
                .init(foodId: "sr28-09003", grams: 150), .init(name: "Banane", grams: 33.333),
                .init(name: "grandmother's stew", grams: 250), .init(energyKcal: 100),
            ])

        @Test(
            "NUT-03, NUT-05, NUT-20, NUT-32: totals follow every change"
        )
        func theWholeJob() async throws {
            try await withBackbone { stack in
                let person = try await stack.gateway.register(locale: "fr-CA")
                let meal: Meal = try await person.http.send("POST", "/v1/meals", json: Self.lunch, headers: Self.held)
                    .expect(201)
                #expect(meal.day == "2026-01-10" && meal.slot == "lunch")
                #expect(meal.items.map(\.source) == ["catalogue", "catalogue", "none", "typed"])
                #expect(meal.items.map(\.food.name) == ["pomme", "Banane", "grandmother's stew", nil])
                #expect(meal.totals["energyKcal"] == Figure(value: 207.66637, reported: 3, of: 4))
                #expect(meal.totals["iodineMcg"] == Figure(value: nil, reported: 0, of: 4))
                let day: Day = try await person.http.get("/v1/days/2026-01-10").expect(200)
                #expect(day.meals == 1 && day.totals["energyKcal"] == meal.totals["energyKcal"])
                let path = "/v1/meals/\(meal.id.uuidString.lowercased())"
                let lighter = Entry(items: [.init(id: meal.items[0].id, grams: 75)])
                let changed: Meal = try await person.http.send("PATCH", path, json: lighter, headers: Self.held).expect(
                    200)
                #expect(changed.totals["energyKcal"] == Figure(value: 39, reported: 1, of: 1))
                let moved = Entry(eatenAt: "2026-01-09T17:30:00Z")
                let there: Meal = try await person.http.send("PATCH", path, json: moved, headers: Self.held).expect(200)
                #expect(there.day == "2026-01-09")
                // Days have separate events, which may arrive after the meal's.
                try await eventually("both days are in the calendar") {
                    let calendar: Calendar = try await person.http.get("/v1/calendar?month=2026-01").expect(200)
                    return calendar.items.map(\.date) == ["2026-01-09", "2026-01-10"]
                        && calendar.items.map(\.energyKcal.value) == [39, 0]
                }
                #expect(try await person.http.send("DELETE", path, headers: Self.held).status == 204)
                let empty: Day = try await person.http.get("/v1/days/2026-01-09").expect(200)
                #expect(empty.meals == 0)
            }
        }

        @Test("ALG-05, ALG-07, NOT-05: a meal shows its allergens with one notice")
        func allergens() async throws {
            try await withBackbone { stack in
                let person = try await stack.gateway.register(locale: "fr-CA")
                let profile: [String: [String]] = ["allergens": ["peanuts", "milk"]]
                _ = try await person.http.send("PUT", "/v1/allergen-profile", json: profile, headers: Self.held)
                let entry = Entry(
                    items: [.init(name: "soupe aux arachides", grams: 250), .init(name: "lasagnes", grams: 200)])
                let meal: Meal = try await person.http.send("POST", "/v1/meals", json: entry, headers: Self.held)
                    .expect(
                        201)
                let path = "/v1/meals/\(meal.id.uuidString.lowercased())"
                try await eventually("the meal is analyzed") {
                    let seen: Judged = try await person.http.get(path).expect(200)
                    return !seen.allergensPending
                }
                let seen: Judged = try await person.http.get(path).expect(200)
                let found = Dictionary(
                    uniqueKeysWithValues: (seen.allergens ?? []).map { ($0.allergen, $0) })
                #expect(found["peanuts"]?.likelihood == "named" && found["peanuts"]?.inProfile == true)
                #expect(found["milk"]?.likelihood == "likely" && (found["milk"]?.share ?? 0) > 0.5)
                try await eventually("its owner is notified") {
                    let inbox: Inbox = try await person.http.get("/v1/notifications").expect(200)
                    return inbox.items.contains { $0.kind == "mealAllergens" }
                }
                let inbox: Inbox = try await person.http.get("/v1/notifications").expect(200)
                let notices = inbox.items.filter { $0.kind == "mealAllergens" }
                #expect(notices.map(\.meal) == [meal.id] && notices.map(\.language) == ["fr"])
            }
        }

        @Test("NUT-24: meals accepted while the service was down appear once each")
        func serviceDown() async throws {
            try await withBackbone { stack in
                let person = try await stack.gateway.register()
                let nutrition = stack.service("nutrition")
                try await nutrition.kill()
                for energy in 1...20 {
                    let meal = Entry(eatenAt: "2026-01-10T17:30:00Z", items: [.init(energyKcal: Double(energy))])
                    let answer = try await person.http.send("POST", "/v1/meals", json: meal)
                    #expect(answer.status == 202)
                }
                try await nutrition.start()
                try await eventually("every meal is in its day") {
                    let day: Day = try await person.http.get("/v1/days/2026-01-10").expect(200)
                    return day.meals == 20
                }
                let day: Day = try await person.http.get("/v1/days/2026-01-10").expect(200)
                #expect(day.totals["energyKcal"] == Figure(value: 210, reported: 20, of: 20))
                try await eventually("the gateway shows the service's state") {
                    try await stack.count(
                        """
                        SELECT count(*) FROM nutrition.meals FULL JOIN ingestion.documents ON id = meal_id
                        WHERE kind = 'meal' AND documents.version IS DISTINCT FROM meals.version
                            AND (owner = \(person.id) OR account_id = \(person.id))
                        """) == 0
                }
            }
        }
    }
}
