import EventContracts
import Foundation
import Messaging
import Postgres
import SampleLabels
import TestPeers
import TestSupport
import Testing
import UnitSupport

extension Programs.EndToEnd {
    /// From a photo to the meal in the diary, through the real programs; the runtime comes from `deploy/models`.
    @Suite("Meal photo", .timeLimit(.minutes(10)))
    struct MealPhotoTests {
        private struct Meal: Decodable {
            struct Item: Decodable {
                struct Food: Decodable { let id: String?, name: String? }
                struct Mass: Decodable { let value: Double, low: Double, high: Double }
                struct Seen: Decodable { let label: String, score: Double, model: String }
                let food: Food, grams: Mass?, seen: Seen?
            }
            let id: UUID, items: [Item], totals: [String: Figure], allergens: [Found]?
            struct Found: Decodable { let allergen: String }
            struct Figure: Decodable { let value: Double?, low: Double?, high: Double?, reported: Int, of: Int }
        }
        private struct Problem: Decodable { let type: String, detail: String? }

        private static func headers(_ type: String) -> [String: String] {
            ["content-type": type, "prefer": "wait=12", "accept-language": "fr"]
        }

        @Test("VIS-01, VIS-02, NUT-01, NUT-03: a sample photo becomes a meal")
        func sample() async throws {
            try await withBackbone { stack in
                try await stack.service("vision").waitUntilReady()
                let person = try await stack.gateway.register(locale: "fr-CA")
                let meal: Meal = try await person.result(
                    of: person.http.send(
                        "POST", "/v1/meals?slot=lunch", headers: Self.headers("image/jpeg"),
                        body: try SampleLabel.meal()))
                let labels = Set(meal.items.compactMap { $0.seen?.label })
                #expect(labels == ["banana", "orange", "tomato"])
                #expect(Set(meal.items.compactMap(\.food.name)) == ["banane", "orange", "tomate"])
                #expect(
                    meal.items.allSatisfy { item in
                        guard let grams = item.grams else { return false }
                        return grams.low < grams.value && grams.value < grams.high
                    })
                let energy = try #require(meal.totals["energyKcal"])
                #expect(energy.reported == 3 && energy.of == 3)
                #expect((energy.low ?? 0) < (energy.value ?? 0) && (energy.value ?? 0) < (energy.high ?? 0))
                let path = "/v1/meals/\(meal.id.uuidString.lowercased())"
                try await eventually("the meal's allergens are known") {
                    let judged: Meal = try await person.http.get(path).expect(200)
                    return judged.allergens != nil
                }
                #expect(try await stack.count("SELECT count(*) FROM vision.jobs WHERE account_id = \(person.id)") == 0)
                #expect(try await Self.meals(of: person, in: stack) == 1)
                let metrics = try await TestHTTPClient(port: stack.service("vision").healthPort).get("/metrics").text
                #expect(metrics.contains("foodmagic_vision_meals_total{outcome=\"recognized\",predictor=\"food-small/"))
            }
        }

        @Test("VIS-23: a photo without recognizable food gives advice and no meal")
        func nothing() async throws {
            try await withBackbone { stack in
                try await stack.service("vision").waitUntilReady()
                let person = try await stack.gateway.register()
                let empty = SamplePhoto.png(width: 640, height: 480, dataCount: 0, metadataCount: 0)
                let answer = try await person.http.send(
                    "POST", "/v1/meals", headers: Self.headers("image/png"), body: empty)
                let problem: Problem = try answer.expect(422)
                #expect(problem.type.hasSuffix("/unreadable") && problem.detail != nil, "\(answer.text)")
                #expect(try await Self.meals(of: person, in: stack) == 0)
            }
        }

        @Test("VIS-09: a photo analyzed during a crash still becomes one meal")
        func died() async throws {
            try await withBackbone { stack in
                let vision = stack.service("vision")
                let person = try await stack.gateway.register()
                try await vision.restart(
                    with: ProcessingStage.analyzing.failPoint(at: 1)
                        .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 })
                let accepted = try await person.http.send(
                    "POST", "/v1/meals", headers: ["content-type": "image/jpeg"], body: try SampleLabel.meal())
                #expect(accepted.status == 202)
                #expect(try await vision.ending(within: .seconds(120)) == .killed(by: SIGSEGV))
                try await vision.start()
                try await eventually("the meal is there") {
                    try await Self.meals(of: person, in: stack) == 1
                }
                try await eventually("its operation has ended") {
                    try await stack.count(
                        """
                        SELECT count(*) FROM ingestion.operations
                        WHERE account_id = \(person.id) AND status = 'succeeded'
                        """) == 1
                }
            }
        }

        private static func meals(of person: TestPerson, in stack: TestStack) async throws -> Int {
            try await stack.count("SELECT count(*) FROM nutrition.meals WHERE account_id = \(person.id)")
        }
    }
}
