import EventContracts
import FoodCatalogue
import Foundation
import Messaging
import Postgres
import Quantities
import ServiceRuntime
import TestPeers
import TestSupport
import Testing
import UnitSupport

@testable import NutritionService

@Suite("Goals, saved foods and own foods")
struct FoodTests {
    @Test("NUT-34: goals: new ones replace earlier ones; old commands do nothing")
    func goals() async throws {
        try await NutritionHandlers.with { handlers in
            let account = try await handlers.bench.account()
            for (version, energy) in [(Int64(1), Int64(1_800_000)), (3, 2_000_000), (2, 1_900_000)] {
                let command = SetGoals(
                    accountID: account, version: version,
                    goals: GoalSettings(energy: energy, macros: MacroSplit(protein: 20, carbohydrate: 50, fat: 30)))
                try await handlers.bench.deliver(
                    command, to: handlers.chooseGoals, account: account, operation: .random())
            }
            let events = try await handlers.bench.database.events(GoalsChanged.self)
            #expect(events.map(\.body.goals.energy) == [1_800_000, 2_000_000, 2_000_000])
            #expect(events.allSatisfy { $0.attributes.operationStatus == .succeeded })
            let published = events.count
            _ = try await handlers.snapshot(NutritionService.goalSnapshots)
            let again = try await handlers.bench.database.events(GoalsChanged.self).dropFirst(published)
            #expect(again.map(\.body) == [events[1].body] && again.allSatisfy(\.attributes.isSnapshot))
        }
    }

    @Test("NUT-34: goals apply from a day; history and snapshots keep all")
    func goalPeriods() async throws {
        try await NutritionHandlers.with { handlers in
            let account = try await handlers.bench.account()
            // The last command is from a person whose time zone is a day behind after a journey.
            let orders = ["2026-01-10", "2026-01-12", "2026-01-12", "2026-01-15", "2026-01-14"]
            for (place, day) in orders.enumerated() {
                let command = SetGoals(
                    accountID: account, version: Int64(place) + 1,
                    goals: GoalSettings(energy: 2_000_000 + Int64(place)), from: CalendarDay(day))
                try await handlers.bench.deliver(command, to: handlers.chooseGoals, account: account)
            }
            let published = try await handlers.bench.database.events(GoalsChanged.self)
            #expect(published.last?.body.from?.description == "2026-01-15")
            let pages = try await handlers.snapshot(
                NutritionService.goalSnapshots, limit: 1)
            #expect(pages == 4)
            let again = try await handlers.bench.database.events(GoalsChanged.self).dropFirst(published.count)
            #expect(again.map { $0.body.from?.description } == ["2026-01-10", "2026-01-12", "2026-01-15"])
            #expect(again.map(\.body.version) == [1, 3, 5] && again.allSatisfy(\.attributes.isSnapshot))
        }
    }

    @Test(
        "goals: invalid ones are rejected",
        arguments: [
            GoalSettings(energy: 0), GoalSettings(macros: MacroSplit(protein: 50, carbohydrate: 50, fat: 1)),
            GoalSettings(macros: MacroSplit(protein: 120, carbohydrate: -20, fat: 0)),
            GoalSettings(targets: ["joy": NutrientTarget(least: 1)]),
            GoalSettings(targets: ["sodium": NutrientTarget()]),
            GoalSettings(targets: ["sodium": NutrientTarget(least: 2, most: 1)]),
        ])
    func refusesGoals(_ goals: GoalSettings) async throws {
        try await NutritionHandlers.with { handlers in
            let account = try await handlers.bench.account()
            let rejection = await #expect(throws: Rejection.self) {
                try await handlers.bench.deliver(
                    SetGoals(accountID: account, version: 1, goals: goals), to: handlers.chooseGoals, account: account)
            }
            #expect(rejection?.problem.status == 422)
        }
    }

    @Test("NUT-08: later changes of a saved food leave the meal as it was")
    func savedFood() async throws {
        try await NutritionHandlers.with { handlers in
            let account = try await handlers.bench.account(), id = SavedFoodID.random(), meal = MealID.random()
            let food = try await handlers.saved(id, of: account, "my apple", foodID: "sr28-09003", grams: 200)
            try await handlers.bench.deliver(
                SaveFood(accountID: account, savedFoodID: id, version: 1, food: food), to: handlers.keepSavedFood,
                account: account, operation: .random())
            let item = MealItemInput(itemID: .random(), savedFoodID: id)
            let entry = try await handlers.entry(meal, of: account, [item])
            try await handlers.record(meal, of: account, entry)
            let kept = try #require(try await handlers.meals().last?.body)
            #expect(kept.totals.decimal(.energy) == 104 && kept.items.first?.savedFoodID == id)
            #expect(try await handlers.words(of: kept)[item.itemID] == "my apple")
            let other = try await handlers.saved(id, of: account, "my banana", foodID: "sr28-09040")
            try await handlers.bench.deliver(
                ChangeSavedFood(accountID: account, savedFoodID: id, version: 2, food: other),
                to: handlers.replaceSavedFood, account: account)
            try await handlers.bench.deliver(
                DeleteSavedFood(accountID: account, savedFoodID: id, version: 3), to: handlers.removeSavedFood,
                account: account)
            var heavier = item
            heavier.milligrams = 100_000
            try await handlers.change(
                meal, of: account, version: 2, try await handlers.entry(meal, of: account, [heavier]))
            #expect(try await handlers.meals().last?.body.totals.decimal(.energy) == 52)
            let events = try await handlers.bench.database.events(SavedFoodChanged.self)
            #expect(events.map(\.body.version) == [1, 2, 3])
            #expect(events.last?.body.deletedAt == handlers.bench.clock.now())
            let again = try await handlers.entry(meal, of: account, [MealItemInput(itemID: .random(), savedFoodID: id)])
            await #expect(throws: Rejection.self) { try await handlers.change(meal, of: account, version: 3, again) }
            handlers.bench.clock.advance(by: .seconds(31 * 86_400))
            try await handlers.retention.run()
            #expect(try await handlers.bench.database.count("SELECT count(*) FROM saved_foods") == 0)
        }
    }

    @Test("saved food: its values apply only to the mass of the saved portion")
    func typedPortion() async throws {
        try await NutritionHandlers.with { handlers in
            let account = try await handlers.bench.account(), id = SavedFoodID.random(), meal = MealID.random()
            let food = try await handlers.saved(
                id, of: account, "bar", grams: 40, amounts: ["energy": 190_000, "protein": 3_500])
            try await handlers.bench.deliver(
                SaveFood(accountID: account, savedFoodID: id, version: 1, food: food), to: handlers.keepSavedFood,
                account: account)
            let item = MealItemInput(itemID: .random(), savedFoodID: id)
            try await handlers.record(meal, of: account, try await handlers.entry(meal, of: account, [item]))
            let kept = try #require(try await handlers.meals().last?.body)
            #expect(kept.totals.decimal(.protein) == Decimal(string: "3.5") && kept.items.first?.milligrams == 40_000)
            var heavier = item
            heavier.milligrams = 80_000
            let entry = try await handlers.entry(meal, of: account, [heavier])
            await #expect(throws: Rejection.self) { try await handlers.change(meal, of: account, version: 2, entry) }
        }
    }

    @Test(
        "NUT-33: an own food precedes the catalog's, for its owner only"
    )
    func ownFood() async throws {
        try await NutritionHandlers.with { handlers in
            let account = try await handlers.bench.account(), other = try await handlers.bench.account()
            let apple = try await handlers.addFood("Äpple", ["energy": 10_000], of: account, operation: .random())
            let added = try await handlers.bench.database.events(FoodChanged.self)
            #expect(added.map(\.attributes.operationStatus) == [.succeeded])
            let meal = MealID.random(), named = MealItemID.random()
            var words = MealWords()
            words[named] = "apple"
            let items = [MealItemInput.food(apple, 100), MealItemInput(itemID: named, milligrams: 200_000)]
            try await handlers.record(
                meal, of: account, try await handlers.entry(meal, of: account, words: words, items))
            let kept = try #require(try await handlers.meals().last?.body)
            #expect(kept.items.map(\.foodID) == [apple, apple] && kept.items.allSatisfy { $0.source == .ownFood })
            #expect(kept.totals.decimal(.energy) == 30)
            let foreign = MealID.random()
            let entry = try await handlers.entry(foreign, of: other, [.food(apple, 100)])
            await #expect(throws: Rejection.self) { try await handlers.record(foreign, of: other, entry) }
            #expect(try await handlers.snapshot(NutritionService.ownFoodSnapshots) == 1)
            #expect(try await handlers.bench.database.events(FoodChanged.self).last?.body == added.first?.body)
        }
    }

    @Test("NUT-33: an own food can be changed and deleted; meals stay")
    func changesOwnFood() async throws {
        try await NutritionHandlers.with { handlers in
            let account = try await handlers.bench.account(), other = try await handlers.bench.account()
            let foodID = try await handlers.addFood("soup", ["energy": 50_000], of: account)
            let id = try #require(OwnFoodID(foodID: foodID))
            let meal = MealID.random(), item = MealItemID.random()
            try await handlers.record(
                meal, of: account, try await handlers.entry(meal, of: account, [.food(foodID, 100, item)]))
            let richer = try await handlers.ownFood(id, of: account, "stew", ["energy": 90_000])
            let change = ChangeFood(accountID: account, ownFoodID: id, version: 2, food: richer)
            try await handlers.bench.deliver(
                change, to: handlers.replaceOwnFood, account: account, operation: .random())
            // Repeated, as after a restart: nothing changes, and the command succeeds.
            try await handlers.bench.deliver(
                change, to: handlers.replaceOwnFood, account: account, operation: .random())
            try await handlers.change(
                meal, of: account, version: 2,
                try await handlers.entry(meal, of: account, [.food(foodID, 200, item)]))
            #expect(try await handlers.meals().last?.body.totals.decimal(.energy) == 100)
            let fresh = MealID.random()
            try await handlers.record(
                fresh, of: account, try await handlers.entry(fresh, of: account, [.food(foodID, 100)]))
            #expect(try await handlers.meals().last?.body.totals.decimal(.energy) == 90)
            await #expect(throws: Rejection(.notFound)) {
                try await handlers.bench.deliver(
                    DeleteFood(accountID: other, ownFoodID: id, version: 3), to: handlers.removeOwnFood,
                    account: other)
            }
            try await handlers.bench.deliver(
                DeleteFood(accountID: account, ownFoodID: id, version: 3), to: handlers.removeOwnFood,
                account: account, operation: .random())
            let late = MealID.random()
            let entry = try await handlers.entry(late, of: account, [.food(foodID, 1)])
            await #expect(throws: Rejection.self) { try await handlers.record(late, of: account, entry) }
            await #expect(throws: Rejection(.notFound)) {
                try await handlers.bench.deliver(
                    ChangeFood(accountID: account, ownFoodID: id, version: 4, food: richer),
                    to: handlers.replaceOwnFood, account: account)
            }
            let published = try await handlers.bench.database.events(FoodChanged.self)
            #expect(published.map(\.body.version) == [1, 2, 2, 3])
            #expect(published.last?.body.deletedAt == handlers.bench.clock.now())
            handlers.bench.clock.advance(by: .seconds(31 * 86_400))
            try await handlers.retention.run()
            #expect(try await handlers.bench.database.count("SELECT count(*) FROM own_foods") == 0)
        }
    }

    @Test("saved food: is found by an unambiguous name")
    func names() async throws {
        try await NutritionHandlers.with { handlers in
            let account = try await handlers.bench.account(), id = SavedFoodID.random()
            let food = try await handlers.saved(id, of: account, "my usual", foodID: "sr28-09040")
            try await handlers.bench.deliver(
                SaveFood(accountID: account, savedFoodID: id, version: 1, food: food), to: handlers.keepSavedFood,
                account: account)
            try await handlers.addFood("soup", ["energy": 1_000], of: account)
            try await handlers.addFood("Soup", ["energy": 2_000], of: account)
            let meal = MealID.random(), usual = MealItemID.random(), soup = MealItemID.random()
            var words = MealWords()
            (words[usual], words[soup]) = ("My Usual", "soup")
            let items = [usual, soup].map { MealItemInput(itemID: $0, milligrams: 100_000) }
            try await handlers.record(
                meal, of: account, try await handlers.entry(meal, of: account, words: words, items))
            let kept = try #require(try await handlers.meals().last?.body)
            #expect(kept.items.first?.foodID == "sr28-09040")
            #expect(kept.items.last?.foodID?.hasPrefix("own-") != true)
        }
    }

    @Test(
        "own food: invalid ones are rejected",
        arguments: [
            ("", "sr28-09003", nil), ("x", "sr28-00000", nil), ("x", nil, nil), ("x", nil, ["joy": Int64(1)]),
            ("x", "sr28-09003", ["energy": 1]),
        ] as [(String, String?, [String: Int64]?)])
    func refusesFoods(_ name: String, _ foodID: String?, _ amounts: [String: Int64]?) async throws {
        try await NutritionHandlers.with { handlers in
            let account = try await handlers.bench.account(), id = SavedFoodID.random()
            let food = try await handlers.saved(id, of: account, name, foodID: foodID, amounts: amounts)
            let rejection = await #expect(throws: Rejection.self) {
                try await handlers.bench.deliver(
                    SaveFood(accountID: account, savedFoodID: id, version: 1, food: food), to: handlers.keepSavedFood,
                    account: account)
            }
            #expect(rejection?.problem.status == 422)
            await #expect(throws: Rejection.self) {
                try await handlers.addFood("x", foodID == nil ? amounts ?? [:] : ["energy": -1], of: account)
            }
        }
    }

    @Test("NUT-24: another account's or a missing saved food is unknown")
    func otherPerson() async throws {
        try await NutritionHandlers.with { handlers in
            let owner = try await handlers.bench.account(), other = try await handlers.bench.account()
            let id = SavedFoodID.random()
            let food = try await handlers.saved(id, of: owner, "x", foodID: "sr28-09003")
            try await handlers.bench.deliver(
                SaveFood(accountID: owner, savedFoodID: id, version: 1, food: food), to: handlers.keepSavedFood,
                account: owner)
            let foreign = try await handlers.saved(id, of: other, "y", foodID: "sr28-09003")
            await #expect(throws: Rejection(.notFound)) {
                try await handlers.bench.deliver(
                    SaveFood(accountID: other, savedFoodID: id, version: 2, food: foreign), to: handlers.keepSavedFood,
                    account: other)
            }
            await #expect(throws: Rejection(.notFound)) {
                try await handlers.bench.deliver(
                    ChangeSavedFood(accountID: other, savedFoodID: id, version: 2, food: foreign),
                    to: handlers.replaceSavedFood, account: other)
            }
            await #expect(throws: Rejection(.notFound)) {
                try await handlers.bench.deliver(
                    DeleteSavedFood(accountID: other, savedFoodID: id, version: 2), to: handlers.removeSavedFood,
                    account: other)
            }
            #expect(try await handlers.bench.database.events(SavedFoodChanged.self).map(\.body.accountID) == [owner])
        }
    }
}
