import EventContracts
import Foundation
import IngestionCore
import IngestionService
import Messaging
import Postgres
import Sealing
import TestPeers
import TestSupport
import Testing

@Suite("Meal allergens through the API") struct MealAllergenTests {
    private static let body =
        #"{"eatenAt":"2026-01-15T12:00:00Z","items":[{"name":"satay","grams":100},{"name":"zorglub","grams":50}]}"#

    /// `allergen`'s event for a meal.
    private func judged(
        _ meal: MealID, _ version: Int64, of mealVersion: Int64, items: [MealItemID], _ person: Person,
        _ gateway: TestGateway, deletedAt: Date? = nil
    ) async throws -> MealJudged {
        let details = MealAllergenDetails(
            evidence: [
                MealEvidence(itemID: items.first, allergen: .group(.peanuts), basis: .dish, text: "Satay"),
                MealEvidence(itemID: nil, allergen: .group(.milk), basis: .name, text: "cream"),
            ], otherIngredients: ["coriander"])
        return MealJudged(
            accountID: person.account, mealID: meal, version: version, mealVersion: mealVersion,
            allergens: [
                MealAllergen(allergen: .group(.peanuts), likelihood: .likely, permille: 830, inProfile: true),
                MealAllergen(allergen: .group(.milk), likelihood: .named, inProfile: false),
            ], unknownItems: Array(items.dropFirst()), otherMatches: 1, profileVersion: 1, profileEmpty: false,
            details: try await gateway.sealer.seal(details, .mealAllergens(meal, of: person.account)),
            knowledgeVersion: "1", news: nil, eatenAt: gateway.clock.now(), judgedAt: gateway.clock.now(),
            deletedAt: deletedAt)
    }

    private func record(by person: Person) async throws -> (path: String, meal: MealID, items: [MealItemID]) {
        let answer = try await person.send("POST", "/v1/meals", Self.body, headers: ["prefer": "wait=10"])
        #expect(answer.status == 201 && answer.header("etag") == "\"1\"")
        let json = try answer.json
        #expect(json["allergens"] == .null && json["allergensPending"] == .bool(true))
        #expect(json["allergensUnknownItems"] == .null && json["allergensOtherIngredients"] == .null)
        let id = try #require(json["id"]?.string)
        let items = (json["items"]?.items ?? []).compactMap { $0["id"]?.string.flatMap(MealItemID.init(text:)) }
        return ("/v1/meals/\(id)", try #require(MealID(text: id)), items)
    }

    @Test("meal: is answered before its allergens, which follow with a new ETag")
    func shows() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let (path, meal, items) = try await record(by: person)
            #expect(try await person.client.get(path).header("etag") == "\"1\"")
            try await gateway.neighbors.publish(
                judged(meal, 1, of: 1, items: items, person, gateway), nil, nil)
            let answer = try await person.client.get(path)
            #expect(answer.header("etag") == "\"1.1\"")
            let json = try answer.json, found = json["allergens"]?.items ?? []
            #expect(json["allergensPending"] == .bool(false) && json["version"] == .number("1"))
            #expect(found.map { $0["allergen"]?.string } == ["peanuts", "milk"])
            #expect(found.map { $0["likelihood"]?.string } == ["likely", "named"])
            #expect(found.map { $0["share"] } == [.number("0.83"), .null])
            #expect(found.map { $0["inProfile"] } == [.bool(true), .bool(false)])
            let reason = found.first?["evidence"]?.items.first
            #expect(reason?["basis"]?.string == "dish" && reason?["text"]?.string == "Satay")
            #expect(reason?["item"]?.string == items.first?.description)
            #expect(found.last?["evidence"]?.items.first?["item"] == .null)
            #expect(json["allergensUnknownItems"]?.items.map(\.string) == items.dropFirst().map(\.description))
            #expect(json["allergensOtherIngredients"]?.items.map(\.string) == ["coriander"])
            for (tag, status) in [("\"1.1\"", 304), ("W/\"1.1\"", 304), ("*", 304), ("\"1\"", 200), ("\"1.2\"", 200)] {
                let again = try await person.client.send("GET", path, headers: ["if-none-match": tag])
                #expect(again.status == status, "\(tag)")
            }
            let listed = try await person.client.get("/v1/meals").json["items"]?.items.first
            #expect(listed?["allergens"]?.items.count == 2)
            let ofDay = try await person.client.get("/v1/meals?date=2026-01-15").json["items"]?.items.first
            #expect(ofDay?["allergens"]?.items.count == 2)
        }
    }

    @Test("meal allergens: pending after a change until recomputed")
    func changes() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let (path, meal, items) = try await record(by: person)
            try await gateway.neighbors.publish(
                judged(meal, 1, of: 1, items: items, person, gateway), nil, nil)
            let changed = try await person.send(
                "PATCH", path, #"{"name":"Supper"}"#, headers: ["prefer": "wait=10", "if-match": "\"1.1\""])
            #expect(changed.status == 200)
            #expect(try changed.json["allergens"] == .null && changed.json["allergensPending"] == .bool(true))
            let stale = try await person.send(
                "PATCH", path, #"{"name":"Late"}"#, headers: ["if-match": "\"1.1\""])
            #expect(stale.status == 412)
            // An older assessment is ignored, and a newer one completes the meal.
            for (version, of): (Int64, Int64) in [(2, 2), (1, 1)] {
                try await gateway.neighbors.publish(
                    judged(meal, version, of: of, items: items, person, gateway), nil, nil)
            }
            let answer = try await person.client.get(path)
            #expect(answer.header("etag") == "\"2.2\"")
            #expect(try answer.json["allergens"]?.items.count == 2)
        }
    }

    @Test("meal: is identical after a rebuild from snapshots")
    func rebuilt() async throws {
        try await TestGateway.with { gateway in
            let person = try await gateway.register()
            let (path, meal, items) = try await record(by: person)
            let published = try await judged(meal, 1, of: 1, items: items, person, gateway)
            try await gateway.neighbors.publish(published, nil, nil)
            let before = try await person.client.get(path)
            _ = try await gateway.database.pool.execute("DELETE FROM documents WHERE kind = 'meal-allergens'")
            #expect(try await person.client.get(path).json["allergensPending"] == .bool(true))
            try await gateway.neighbors.publish(published, nil, nil, isSnapshot: true)
            let after = try await person.client.get(path)
            #expect(try after.json == before.json && after.header("etag") == before.header("etag"))
        }
    }
}
