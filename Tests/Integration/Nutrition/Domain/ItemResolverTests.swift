import EventContracts
import FoodCatalogue
import Testing

@testable import NutritionService

@Suite("Resolving meal items")
struct ItemResolverTests {
    private let resolver = ItemResolver(foods: (try? FoodKnowledge.builtIn()) ?? FoodKnowledge(Self.none))

    private static let none = (try? FoodCatalogue([])) ?? { preconditionFailure("an empty catalogue is one") }()

    private func resolve(
        _ input: MealItemInput, _ name: String? = nil, language: String = "en",
        stored: (items: [MealItem], words: MealWords)? = nil
    ) throws -> (item: MealItem, name: String?) {
        var words = MealWords()
        words[input.itemID] = name
        let resolved = try resolver.resolve([input], words, language: language, stored: stored)
        return (try #require(resolved.items.first), resolved.words[input.itemID])
    }

    @Test("NUT-04: a catalog food has its figures and localized name")
    func catalogueFood() throws {
        let (item, name) = try resolve(.food("sr28-09003", 150), language: "fr")
        #expect(item.source == .catalogue && item.basis == .hundredGrams && item.milligrams == 150_000)
        #expect(item.amounts["energy"] == 52_000)
        #expect(item.amounts["iodine"] == nil)
        #expect(name == "pomme")
    }

    @Test(
        "NUT-33: a name alone resolves to the one food of that name",
        arguments: [
            ("Banana", "en", "sr28-09040"), ("banane", "fr", "sr28-09040"), ("PLÁTANO", "es", "sr28-09040"),
            ("苹果", "zh", "sr28-09003"), ("apple", "fr", "sr28-09003"),
        ])
    func named(_ name: String, _ language: String, _ id: String) throws {
        let (item, called) = try resolve(
            MealItemInput(itemID: .random(), milligrams: 100_000), name, language: language)
        #expect(item.foodID == id && item.source == .catalogue)
        #expect(called == name)
    }

    @Test(
        "meal item: an unknown or ambiguous name stays as typed, no data",
        arguments: ["grandmother's stew", "banan", "…"])
    func unknown(_ name: String) throws {
        let (item, called) = try resolve(MealItemInput(itemID: .random(), milligrams: 100_000), name)
        #expect(item.source == .none && item.foodID == nil && item.amounts.isEmpty)
        #expect(called == name)
        let sums = try NutrientSums([item])
        #expect(sums.of == 1 && sums.sums.isEmpty)
    }

    @Test("meal item: typed energy counts as entered, whatever the mass")
    func quickCalories() throws {
        var input = MealItemInput.quick(350)
        input.milligrams = 12_000
        let (item, _) = try resolve(input, "biscuits")
        #expect(item.source == .typed && item.basis == .wholeItem)
        #expect(try item.held() == ["energy": 350 * NutrientSums.unitsPerOne])
    }

    @Test("meal item: an unknown food is rejected with its place")
    func refuses() {
        #expect(throws: ItemResolver.Fault.unknownFood(1)) {
            try resolver.resolve(
                [.food("sr28-09003", 1), .food("sr28-00000", 1)], MealWords(), language: "en", stored: nil)
        }
    }

    @Test("meal item: keeps its recorded figures until its food changes")
    func frozen() throws {
        let id = MealItemID.random()
        let before = MealItem(
            itemID: id, foodID: "sr28-09003", source: .catalogue, milligrams: 100_000, basis: .hundredGrams,
            amounts: ["energy": 1_000])
        var words = MealWords()
        words[id] = "old apple"
        let stored = (items: [before], words: words)
        let same = try resolve(.food("sr28-09003", 200, id), stored: stored)
        #expect(same.item.amounts == ["energy": 1_000] && same.item.milligrams == 200_000)
        #expect(same.name == "old apple")
        let byName = try resolve(MealItemInput(itemID: id, milligrams: 5_000), "old apple", stored: stored)
        #expect(byName.item.amounts == ["energy": 1_000] && byName.item.milligrams == 5_000)
        let other = try resolve(.food("sr28-09040", 200, id), stored: stored)
        #expect(other.item.amounts["energy"] == 89_000 && other.name == "banana")
        let newItem = try resolve(.food("sr28-09003", 200), stored: stored)
        #expect(newItem.item.amounts["energy"] == 52_000)
    }
}
