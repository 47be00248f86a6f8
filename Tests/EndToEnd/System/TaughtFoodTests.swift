import EventContracts
import Foundation
import Postgres
import SampleLabels
import TestPeers
import TestSupport
import Testing
import UnitSupport

extension Programs.EndToEnd {
    /// From a correction to the next photo, through the real programs; the runtime comes from `deploy/models`.
    @Suite("Learned food", .timeLimit(.minutes(10)))
    struct TaughtFoodTests {
        private struct Meal: Decodable {
            struct Item: Decodable {
                struct Food: Decodable { let id: String?, name: String? }
                struct Seen: Decodable {
                    struct Taught: Decodable { let similarity: Double, shared: Bool }
                    let label: String, taught: Taught?
                }
                let id: UUID, food: Food, seen: Seen?
            }
            let id: UUID, items: [Item]

            /// The model's food for a taught item, under its new name.
            func item(_ label: String) -> Item? { items.first { $0.seen?.label == label } }
        }

        private struct Change: Encodable {
            struct Item: Encodable { var id: UUID, name: String?, foodId: String?, grams: Double? }
            let items: [Item]
        }

        private func photograph(_ person: TestPerson) async throws -> Meal {
            try await person.result(
                of: person.http.send(
                    "POST", "/v1/meals", headers: ["content-type": "image/jpeg", "prefer": "wait=12"],
                    body: try SampleLabel.meal()))
        }

        @Test("VIS-12: a correction applies to the next photo of the same account")
        func secondScan() async throws {
            try await withBackbone { stack in
                let vision = stack.service("vision")
                try await vision.waitUntilReady()
                let person = try await stack.gateway.register(), other = try await stack.gateway.register()
                let first = try await photograph(person)
                let tomato = try #require(first.item("tomato")), orange = try #require(first.item("orange"))
                let banana = try #require(first.item("banana"))
                let change = Change(items: [
                    .init(id: tomato.id, name: "aunt's persimmon", foodId: nil, grams: 90),
                    .init(id: orange.id, name: nil, foodId: "sr28-09040", grams: nil),
                    .init(id: banana.id, name: nil, foodId: nil, grams: nil),
                ])
                // A name that is in no table replaces the food.
                let body = String(decoding: try JSONEncoder().encode(change), as: UTF8.self)
                    .replacing(#""name":"aunt's persimmon""#, with: #""foodId":null,"name":"aunt's persimmon""#)
                let path = "/v1/meals/\(first.id.uuidString.lowercased())"
                let changed = try await person.http.send(
                    "PATCH", path, headers: ["content-type": "application/json", "prefer": "wait=10"],
                    body: Array(body.utf8))
                #expect(changed.status == 200, "\(changed.text)")
                try await eventually("it is learned") {
                    try await stack.count("SELECT count(*) FROM vision.lessons WHERE account_id = \(person.id)") == 2
                }
                for round in 1...2 {
                    let next = try await photograph(person)
                    #expect(next.item("tomato")?.food.name == "aunt's persimmon", "round \(round)")
                    #expect(next.item("orange")?.food.id == "sr28-09040")
                    #expect((next.item("tomato")?.seen?.taught?.similarity ?? 0) > 0.99)
                    #expect(next.item("banana")?.seen?.taught == nil)
                    if round == 1 { try await vision.restart() }
                }
                let theirs = try await photograph(other)
                #expect(theirs.item("tomato")?.seen?.taught == nil && theirs.item("tomato")?.food.name == "tomato")
                #expect(
                    try await stack.count("SELECT count(*) FROM vision.lessons WHERE account_id = \(person.id)") == 2,
                    "what is recalled teaches nothing")
            }
        }
    }
}
