import EventContracts
import FoodCatalogue
import FoodLibrary
import Foundation
import Quantities
import Testing
import UnitSupport

@testable import NutritionService

@Suite("Sums of nutrients are exact")
struct ExactSumTests {
    @Test(
        "NUT-03: totals equal an independent decimal sum",
        arguments: 0..<UInt64(UnitRun.rounds(50)))
    func totals(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var items: [MealItem] = []
        var expected: [String: (sum: Decimal, reported: Int)] = [:]
        for _ in 0..<Int.random(in: 0...MealEntry.maxItems, using: &random) {
            let isTyped = Bool.random(using: &random)
            let mass =
                Bool.random(using: &random) ? Int64.random(in: 1...MealRules.maxMilligrams, using: &random) : nil
            var amounts: [String: Int64] = [:]
            for nutrient in Nutrient.allCases where Bool.random(using: &random) {
                let amount = Int64.random(in: 0...MealRules.maxThousandths, using: &random)
                amounts[nutrient.rawValue] = amount
                // Computed independently: grams times the amount per 100 g.
                guard
                    let share = isTyped ? 1 : mass.map({ Decimal($0) / 1_000 / 100 })
                else { continue }
                let known = expected[nutrient.rawValue] ?? (0, 0)
                expected[nutrient.rawValue] = (known.sum + Decimal(amount) / 1_000 * share, known.reported + 1)
            }
            items.append(
                MealItem(
                    itemID: .random(), foodID: nil, source: .typed, milligrams: mass,
                    basis: isTyped ? .wholeItem : .hundredGrams, amounts: amounts))
        }
        let sums = try NutrientSums(items)
        #expect(sums.of == items.count)
        #expect(Set(sums.sums.keys) == Set(expected.keys))
        for (code, sum) in sums.sums {
            #expect(sum.reported == expected[code]?.reported)
            #expect(Decimal(sum.amount) / Decimal(NutrientSums.unitsPerOne) == expected[code]?.sum, "\(code)")
        }
    }

    @Test("nutrient sums: the maximum of a day does not overflow")
    func largest() throws {
        let item = MealItem(
            itemID: .random(), foodID: nil, source: .ownFood, milligrams: MealRules.maxMilligrams,
            basis: .hundredGrams, amounts: ["energy": MealRules.maxThousandths])
        let meal = try NutrientSums(Array(repeating: item, count: MealEntry.maxItems))
        let eaten = DayLedger.Meal(slot: .snack, slotName: nil, totals: meal)
        let day = try DayLedger(Array(repeating: eaten, count: MealRules.maxMeals))
        #expect(day.totals.of == MealEntry.maxItems * MealRules.maxMeals)
    }

    @Test("nutrient sums: damaged figures are detected instead of wrapping")
    func overflow() {
        let item = MealItem(
            itemID: .random(), foodID: nil, source: .ownFood, milligrams: .max, basis: .hundredGrams,
            amounts: ["energy": 2])
        #expect(throws: NutrientOverflow.self) { try NutrientSums([item]) }
    }

    @Test("nutrient sums: every catalog figure is converted without loss", .slow)
    func catalogue() throws {
        for food in try FoodCatalogue.builtIn().foods {
            let lossy = food.thousandths.filter { code, amount in
                guard let nutrient = Nutrient(rawValue: code) else { return true }
                return food.amounts[nutrient].value?.value != Double(amount) / 1_000
            }
            #expect(lossy.isEmpty, "\(food.id)")
        }
    }

    @Test("day: slots are listed in order, custom ones by name")
    func slots() throws {
        func meal(_ slot: MealSlot, _ name: String?, _ energy: Int64?) throws -> DayLedger.Meal {
            let amounts = energy.map { ["energy": $0] } ?? [:]
            let item = MealItem(
                itemID: .random(), foodID: nil, source: .typed, milligrams: nil, basis: .wholeItem, amounts: amounts)
            return DayLedger.Meal(slot: slot, slotName: name, totals: try NutrientSums([item]))
        }
        let day = try DayLedger([
            meal(.custom, "second breakfast", 100), meal(.dinner, nil, nil), meal(.breakfast, nil, 200),
            meal(.custom, "elevenses", 300), meal(.breakfast, nil, 400),
        ])
        #expect(day.meals == 5 && day.slotNames == ["elevenses", "second breakfast"])
        #expect(day.slots.map(\.slot) == [.breakfast, .dinner, .custom, .custom])
        #expect(day.slots.map(\.name) == [nil, nil, 0, 1])
        #expect(day.slots.map(\.energy.amount) == [60_000_000, 0, 30_000_000, 10_000_000])
        #expect(day.slots.map(\.energy.reported) == [2, 0, 1, 1] && day.slots.map(\.of) == [2, 1, 1, 1])
    }
}
