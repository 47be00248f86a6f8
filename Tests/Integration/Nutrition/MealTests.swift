import EventContracts
import FoodCatalogue
import Foundation
import Messaging
import Postgres
import Quantities
import Sealing
import ServiceRuntime
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import NutritionService

@Suite("Meal diary")
struct MealTests {
    @Test("NUT-02, NUT-03, NUT-04, NUT-05: a meal is stored and its day summed")
    func records() async throws {
        try await NutritionHandlers.with { handlers in
            let account = try await handlers.bench.account(), meal = MealID.random(), stew = MealItemID.random()
            var words = MealWords(name: "Sunday lunch")
            words[stew] = "grandmother's stew"
            let entry = try await handlers.entry(
                meal, of: account, words: words,
                [
                    .food("sr28-09003", 150), .food("sr28-09040", 33.333),
                    MealItemInput(itemID: stew, milligrams: 250_000),
                ])
            try await handlers.record(
                meal, of: account, entry, days: [DayVersion(day: entry.day, version: 4)], operation: .random())
            let event = try #require(try await handlers.meals().first)
            #expect(event.attributes.operationStatus == .succeeded)
            #expect(event.attributes.subject == meal.description)
            #expect(event.body.version == 1 && event.body.day.description == NutritionHandlers.today)
            #expect(event.body.totals.of == 3)
            #expect(event.body.totals[.energy].reported == 2)
            #expect(event.body.totals.decimal(.energy) == Decimal(string: "107.66637"))
            let kept = try await handlers.words(of: event.body)
            #expect(kept.name == "Sunday lunch" && kept[stew] == "grandmother's stew")
            #expect(Set(kept.items.values) == ["grandmother's stew", "apple", "banana"])
            let day = try #require(try await handlers.days().first)
            #expect(day.attributes.operationStatus == nil && day.body.version == 4 && day.body.meals == 1)
            #expect(day.body.totals == event.body.totals)
            #expect(day.body.slots.map(\.slot) == [.lunch])
        }
    }

    @Test("meal: an older version succeeds without effect")
    func versions() async throws {
        try await NutritionHandlers.with { handlers in
            let account = try await handlers.bench.account(), meal = MealID.random()
            for (version, energy) in [(Int64(1), Int64(100)), (3, 300), (2, 200)] {
                let entry = try await handlers.entry(meal, of: account, [.quick(energy)])
                try await handlers.record(meal, of: account, version: version, entry, operation: .random())
            }
            let events = try await handlers.meals()
            #expect(events.map(\.body.version) == [1, 3, 3])
            #expect(events.allSatisfy { $0.attributes.operationStatus == .succeeded })
            #expect(try await handlers.day(NutritionHandlers.today, of: account)?.totals.decimal(.energy) == 300)
        }
    }

    @Test("NUT-05: moving a meal changes both days in one transaction")
    func moves() async throws {
        try await NutritionHandlers.with { handlers in
            let account = try await handlers.bench.account(), meal = MealID.random(), other = MealID.random()
            let item = MealItemInput.food("sr28-09003", 100)
            try await handlers.record(
                other, of: account, try await handlers.entry(other, of: account, [.quick(50)]))
            try await handlers.record(meal, of: account, try await handlers.entry(meal, of: account, [item]))
            try await handlers.change(
                meal, of: account, version: 2,
                try await handlers.entry(
                    meal, of: account, on: "2026-01-14", slot: .custom,
                    words: MealWords(slotName: "midnight"), [item]))
            let today = try #require(try await handlers.day(NutritionHandlers.today, of: account))
            let yesterday = try #require(try await handlers.day("2026-01-14", of: account))
            #expect(today.meals == 1 && today.totals.decimal(.energy) == 50)
            #expect(yesterday.meals == 1 && yesterday.totals.decimal(.energy) == 52)
            let names = try await handlers.bench.sealer.open(
                try #require(yesterday.slotNames), .daySlotNames(yesterday.dayID, of: account))
            #expect(names == ["midnight"] && yesterday.slots.map(\.name) == [0])
        }
    }

    @Test("meal: once deleted it leaves its day; restorable for 30 days")
    func deletes() async throws {
        try await NutritionHandlers.with { handlers in
            let account = try await handlers.bench.account(), meal = MealID.random()
            try await handlers.record(meal, of: account, try await handlers.entry(meal, of: account, [.quick(50)]))
            try await handlers.delete(meal, of: account, version: 2, operation: .random())
            #expect(try await handlers.meals().last?.body.deletedAt == handlers.bench.clock.now())
            let empty = try #require(try await handlers.day(NutritionHandlers.today, of: account))
            #expect(empty.meals == 0 && empty.totals == NutrientSums() && empty.slots.isEmpty)
            handlers.bench.clock.advance(by: .seconds(29 * 86_400))
            try await handlers.retention.run()
            try await handlers.restore(meal, of: account, version: 3, operation: .random())
            #expect(try await handlers.meals().last?.body.deletedAt == nil)
            #expect(try await handlers.day(NutritionHandlers.today, of: account)?.totals.decimal(.energy) == 50)
            try await handlers.delete(meal, of: account, version: 4)
            handlers.bench.clock.advance(by: .seconds(31 * 86_400))
            try await handlers.retention.run()
            await #expect(throws: Rejection(.notFound)) { try await handlers.restore(meal, of: account, version: 5) }
            #expect(try await handlers.bench.database.count("SELECT count(*) FROM meals") == 0)
        }
    }

    @Test("NUT-24: another account's or a missing meal is unknown")
    func otherPerson() async throws {
        try await NutritionHandlers.with { handlers in
            let owner = try await handlers.bench.account(), other = try await handlers.bench.account()
            let meal = MealID.random()
            try await handlers.record(meal, of: owner, try await handlers.entry(meal, of: owner, [.quick(50)]))
            let foreign = try await handlers.entry(meal, of: other, [.quick(60)])
            await #expect(throws: Rejection(.notFound)) {
                try await handlers.record(meal, of: other, version: 2, foreign)
            }
            await #expect(throws: Rejection(.notFound)) {
                try await handlers.change(meal, of: other, version: 2, foreign)
            }
            await #expect(throws: Rejection(.notFound)) { try await handlers.delete(meal, of: other, version: 2) }
            await #expect(throws: Rejection(.notFound)) { try await handlers.restore(meal, of: other, version: 2) }
            #expect(try await handlers.meals().map(\.body.accountID) == [owner])
            #expect(try await handlers.days().map(\.body.accountID) == [owner])
        }
    }

    @Test(
        "meal: an invalid command is rejected",
        arguments: [
            ("2030-01-01", MealSlot.lunch, MealItemInput.quick(1)), ("1899-12-31", .lunch, .quick(1)),
            (NutritionHandlers.today, .custom, .quick(1)), (NutritionHandlers.today, .lunch, .quick(100_001)),
            (NutritionHandlers.today, .lunch, .food("sr28-99999", 5)),
            (NutritionHandlers.today, .lunch, .food("sr28-09003", 0)),
            (NutritionHandlers.today, .lunch, .food("sr28-09003", 10_001)),
            (NutritionHandlers.today, .lunch, MealItemInput(itemID: .random(), foodID: "sr28-09003")),
            (NutritionHandlers.today, .lunch, MealItemInput(itemID: .random(), milligrams: 5)),
            (NutritionHandlers.today, .lunch, MealItemInput(itemID: .random(), amounts: ["happiness": 5])),
        ])
    func rejects(on day: String, _ slot: MealSlot, _ item: MealItemInput) async throws {
        try await NutritionHandlers.with { handlers in
            let account = try await handlers.bench.account(), meal = MealID.random()
            let entry = try await handlers.entry(meal, of: account, on: day, slot: slot, [item])
            let rejection = await #expect(throws: Rejection.self) {
                try await handlers.record(meal, of: account, entry)
            }
            #expect(rejection?.problem.status == 422)
            #expect(try await handlers.meals().isEmpty)
            #expect(try await handlers.days().isEmpty)
        }
    }

    @Test("NUT-05: days equal the sum of their meals after any changes")
    func randomDiary() async throws {
        try await NutritionHandlers.with { handlers in
            var random = SeededGenerator(seed: 7)
            let account = try await handlers.bench.account()
            let ids = (0..<6).map { _ in MealID.random() }, foods = ["sr28-09003", "sr28-09040", "sr28-01077"]
            var versions: [MealID: Int64] = [:], live: [MealID: (day: String, energy: Decimal)] = [:]
            let tables = ["sr28-09003": 52, "sr28-09040": 89, "sr28-01077": 61] as [String: Decimal]
            for _ in 0..<60 {
                let meal = ids.randomElement(using: &random) ?? ids[0], version = (versions[meal] ?? 0) + 1
                versions[meal] = version
                if version > 1, Int.random(in: 0..<3, using: &random) == 0 {
                    if live.removeValue(forKey: meal) != nil {
                        try await handlers.delete(meal, of: account, version: version)
                        continue
                    }
                }
                let day = "2026-01-\(Int.random(in: 10...13, using: &random))"
                var items: [MealItemInput] = [], energy: Decimal = 0
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let food = foods.randomElement(using: &random) ?? foods[0]
                    let milligrams = Int64.random(in: 1...500_000, using: &random)
                    items.append(MealItemInput(itemID: .random(), foodID: food, milligrams: milligrams))
                    energy += (tables[food] ?? 0) * Decimal(milligrams) / 100_000
                }
                try await handlers.record(
                    meal, of: account, version: version, try await handlers.entry(meal, of: account, on: day, items))
                live[meal] = (day, energy)
            }
            for day in 10...13 {
                let name = "2026-01-\(day)", meals = live.values.filter { $0.day == name }
                guard let published = try await handlers.day(name, of: account) else {
                    #expect(meals.isEmpty)
                    continue
                }
                #expect(published.meals == meals.count)
                #expect(published.totals.decimal(.energy) ?? 0 == meals.reduce(0) { $0 + $1.energy })
            }
        }
    }

    @Test("meal snapshots: contain every meal, also deleted, and every day")
    func snapshots() async throws {
        try await NutritionHandlers.with { handlers in
            let account = try await handlers.bench.account(), other = try await handlers.bench.account()
            let gone = MealID.random()
            for (meal, owner, day) in [
                (gone, account, "2026-01-13"), (.random(), account, "2026-01-14"), (.random(), other, "2026-01-14"),
            ] {
                let entry = try await handlers.entry(meal, of: owner, on: day, [.quick(50)])
                try await handlers.record(meal, of: owner, entry)
            }
            try await handlers.delete(gone, of: account, version: 2)
            let pages = try await handlers.snapshot(NutritionService.mealSnapshots)
            let sent = try await handlers.meals().dropFirst(4)
            #expect(pages == 2 && sent.count == 3)
            #expect(sent.filter { $0.body.deletedAt != nil }.map(\.body.mealID) == [gone])
            let published = try await handlers.days()
            _ = try await handlers.snapshot(NutritionService.daySnapshots)
            let again = try await handlers.days().dropFirst(published.count)
            #expect(again.count == 3 && again.allSatisfy(\.attributes.isSnapshot))
            for day in again {
                #expect(published.last { $0.body.dayID == day.body.dayID }?.body == day.body)
            }
        }
    }
}
