import EventContracts
import FoodCatalogue
import FoodLibrary
import Testing
import UnitSupport

@testable import NutritionService

@Suite("Food plausibility")
struct FoodPlausibilityTests {
    private static func doubts(_ amounts: [String: Int64], named name: String = "Qwertzian loaf") throws -> [FoodDoubt]
    {
        FoodPlausibility.doubts(of: amounts, named: name, language: "en", in: try FoodLibrary.builtIn())
    }

    private static let bread: [String: Int64] = [
        "energy": 250_000, "protein": 9_000, "fat": 3_000, "carbohydrate": 45_000, "fiber": 5_000,
    ]

    @Test(
        "OPS-20: energy must match the nutrients within a fifth or 20 kcal",
        arguments: [
            (Int64(250_000), false), (223_000, false), (178_000, true), (179_000, false), (303_000, false),
            (304_000, true), (1_046_000, true),
        ])
    func energy(_ energy: Int64, isOff: Bool) throws {
        var amounts = Self.bread
        amounts["energy"] = energy
        #expect(try Self.doubts(amounts).contains(.energyOffMacros) == isOff, "\(energy)")
    }

    @Test("OPS-20: alcohol adds energy; unknown nutrients explain excess energy")
    func partial() throws {
        #expect(
            try Self.doubts(["energy": 295_000, "protein": 0, "fat": 0, "carbohydrate": 0, "alcohol": 42_000]).isEmpty)
        #expect(try Self.doubts(["energy": 500_000, "fat": 2_000]).isEmpty)
        #expect(try Self.doubts(["energy": 100_000, "fat": 50_000]) == [.energyOffMacros])
    }

    @Test("OPS-20: no nutrient, nor their sum, exceeds 100 g in 100 g of food")
    func grams() throws {
        #expect(try Self.doubts(["sugars": 101_000, "energy": 400_000]) == [.exceedsHundredGrams])
        var amounts = Self.bread
        amounts["water"] = 60_000
        #expect(try Self.doubts(amounts) == [.exceedsHundredGrams])
        amounts["water"] = 40_000
        #expect(try Self.doubts(amounts).isEmpty)
    }

    @Test("OPS-20: duplicates are found by name and values; a food needs values")
    func duplicates() throws {
        let id = try #require(FoodID("sr28-09003")), library = try FoodLibrary.builtIn()
        let apple = try #require(library[id])
        #expect(try Self.doubts(apple.thousandths, named: "Apple") == [.duplicateFigures, .duplicateName])
        #expect(try Self.doubts(["energy": 480_000, "fat": 50_000], named: "apple") == [.duplicateName])
        #expect(try Self.doubts(["sodium": 1_000]) == [.tooLittleTold])
    }

    @Test("OPS-20: few catalog foods are implausible", .slow)
    func catalogue() throws {
        let foods = try FoodLibrary.builtIn().all
        let off = foods.filter { FoodPlausibility.isOff(FoodPlausibility.Figures($0.thousandths)) }
        let heavy = foods.filter {
            FoodPlausibility.exceedsWhole($0.thousandths, FoodPlausibility.Figures($0.thousandths))
        }
        #expect(off.count * 200 < foods.count && heavy.count * 1_000 < foods.count, "\(off.count), \(heavy.count)")
    }
}
