import EventContracts
import FoodCatalogue
import FoodLibrary
import Quantities
import Testing

@testable import IngestionDiary

@Suite("Recommendable foods (NUT-16)") struct RecommendableFoodTests {
    @Test("recommendable foods: each is in the catalog, once, with its figures")
    func catalogue() throws {
        let library = try FoodLibrary.builtIn(), table = try RecommendableFoods.builtIn()
        #expect(table.foods.count > 80 && Set(table.foods.map(\.id)).count == table.foods.count)
        for food in table.foods {
            let found = try #require(library[food.id], "\(food.id)")
            #expect(found.amounts[.energy].value != nil && found.isCommon, "\(food.id)")
        }
    }

    @Test(
        "recommendable foods: animal foods have their allergens",
        arguments: [("dairy", "milk"), ("egg", "eggs"), ("fish", "fish")])
    func allergens(kind: String, allergen: String) throws {
        let foods = try RecommendableFoods.builtIn().foods.filter { $0.kind.rawValue == kind }
        #expect(!foods.isEmpty && foods.allSatisfy { $0.allergens.contains(allergen) })
    }

    @Test("recommendable foods: a listed species comes with its group")
    func groups() throws {
        for food in try RecommendableFoods.builtIn().foods {
            for code in food.allergens {
                let choice = try #require(AllergenChoice(rawValue: code))
                #expect(food.allergens.contains(choice.group.rawValue), "\(food.id)")
            }
        }
    }

    @Test(
        "seasons: wrap around the year; half a year later in the south",
        arguments: [(7, false, true), (12, false, false), (1, true, true), (7, true, false)])
    func season(month: Int, isSouthern: Bool, isIn: Bool) throws {
        let table = "sr28-09050\t140\tplant\t\t7-9\t2\nsr28-09200\t150\tplant\t\t11-5\t1\nsr28-09003\t1\tplant\t\t\t1"
        let foods = try RecommendableFoods(table: table).foods
        #expect(foods[0].isInSeason(month, isSouthern: isSouthern) == isIn)
        #expect(foods[1].isInSeason(month, isSouthern: isSouthern) == !isIn)
        #expect(foods[2].isInSeason(month, isSouthern: isSouthern) == nil)
    }

    @Test("recommendable foods: only certainly suitable ones fit a diet")
    func diets() throws {
        let foods = try RecommendableFoods.builtIn().foods
        func allowed(_ diet: Diet) -> Set<RecommendableFood.Kind> {
            Set(foods.filter { $0.isAllowed(by: diet) }.map(\.kind))
        }
        #expect(allowed(.vegan) == [.plant] && allowed(.vegetarian) == [.plant, .dairy, .egg])
        #expect(allowed(.kosher) == [.plant, .egg, .fish] && !allowed(.halal).contains(.meat))
        #expect(!foods.contains { $0.isAllowed(by: .glutenFree) && $0.allergens.contains("gluten") })
    }

    @Test(
        "recommendable foods: a malformed table is refused",
        arguments: ["x", "sr28-1\t1\tplant\tsugar\t\t1", "sr28-1\t1\tplant\t\t13-2\t1"])
    func malformed(table: String) {
        #expect(throws: RecommendableFoods.Malformed.self) { try RecommendableFoods(table: table) }
    }
}
