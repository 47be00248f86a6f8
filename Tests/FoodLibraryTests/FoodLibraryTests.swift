import EventContracts
import FoodCatalogue
import FoodLibrary
import Foundation
import Quantities
import Testing

@Suite("The foods that everybody has") struct FoodLibraryTests {
    private static func changed(
        _ id: String, _ names: [String: String], brand: String? = nil, energy: Int64 = 100_000, isOut: Bool = false
    ) -> CatalogueFoodChanged {
        CatalogueFoodChanged(
            foodID: id, version: 1, origin: "staff",
            food: SharedFood(
                names: names, brand: brand, amounts: ["energy": energy],
                portions: [SharedFood.Portion(measures: ["fr": "1 bol", "en": "1 bowl"], milligrams: 40_500)]),
            changedAt: Date(), withdrawnAt: isOut ? Date() : nil)
    }

    private static func ids(_ library: FoodLibrary, _ query: String, _ language: FoodLanguage = .english) -> [String] {
        library.search(query, language: language, limit: 10).map(\.food.id.value)
    }

    @Test("GW-26: added foods are found beside those of the program, by name, brand and beginning, in their language")
    func added() throws {
        let library = try FoodLibrary.builtIn().applying(
            [
                Self.changed("fm-1", ["en": "qwix crunch", "fr": "croquant qwix"], brand: "Zwick"),
                Self.changed("fm-2", ["en": "apple"], energy: 50_000),
            ], upTo: 7)
        #expect(library.revision == 7)
        #expect(Self.ids(library, "qwi") == ["fm-1"] && Self.ids(library, "zwick crun") == ["fm-1"])
        #expect(Self.ids(library, "croquant qwix", .french) == ["fm-1"])
        #expect(library.search("qwixx crunch", language: .english, limit: 3).first?.isMisspelled == true)
        let apples = Self.ids(library, "apple")
        #expect(apples.contains("fm-2") && apples.contains("sr28-09003") && apples.count == 10)
        #expect(Set(apples).count == apples.count)
        let id = try #require(FoodID("fm-1")), food = try #require(library[id])
        #expect(
            food.shownName(in: .spanish).text == "qwix crunch" && food.shownName(in: .french).text == "croquant qwix")
        #expect(food.portions.first?.measure == "1 bowl" && food.portions.first?.mass.value == 40.5)
        #expect(food.thousandths == ["energy": 100_000] && food.group == nil)
    }

    @Test("GW-26: a changed food goes before the program's of the same id, one taken out is found no more")
    func changed() throws {
        let shipped = try FoodLibrary.builtIn(), apple = try #require(FoodID("sr28-09003"))
        let changed = shipped.applying([Self.changed(apple.value, ["en": "apple, put right"])], upTo: 1)
        #expect(changed[apple]?.names[.english]?.first == "apple, put right" && changed[apple]?.group == .fruit)
        #expect(changed[apple]?.thousandths == ["energy": 100_000])
        #expect(Self.ids(changed, "put right") == [apple.value])
        #expect(Self.ids(changed, "苹果", .chinese).contains(apple.value) == false, "the new state has no Chinese name")
        let out = changed.applying([Self.changed(apple.value, ["en": "apple"], isOut: true)], upTo: 2)
        #expect(out[apple] == nil && !Self.ids(out, "apple").contains(apple.value))
        #expect(!out.foods(named: "apple", language: .english).contains { $0.id == apple })
        #expect(out.shipped(apple)?.thousandths["energy"] == 52_000)
        let back = out.applying([Self.changed(apple.value, ["en": "apple"])], upTo: 3)
        #expect(Self.ids(back, "apple").contains(apple.value))
        // What was there before is as it was.
        #expect(shipped[apple]?.thousandths["energy"] == 52_000)
    }

    @Test("NUT-22: what a food is told as is what it was; every food of the program can be told")
    func told() throws {
        for food in try FoodLibrary.builtIn().all {
            let told = food.told
            #expect(told.fault == nil, "\(food.id)")
            let again = CatalogueFood(food.id, told, from: .staff, insteadOf: food)
            #expect(again.thousandths == food.thousandths && again.portions.count == food.portions.count)
        }
    }

    @Test("NUT-22: a thousand added foods make no search slow")
    func speed() throws {
        let foods = (0..<1_000).map { Self.changed("fm-\($0)", ["en": "qwix \($0) with apple"], energy: Int64($0)) }
        let library = try FoodLibrary.builtIn().applying(foods, upTo: 1_000)
        let clock = ContinuousClock()
        var slowest = Duration.zero
        for query in ["apple", "qwix", "bannana", "chicken soup", "a", "zzzzqqq"] {
            for _ in 0..<5 {
                slowest = max(
                    slowest, clock.measure { _ = library.search(query, language: .english, limit: 20) })
            }
        }
        #expect(slowest < .seconds(2), "\(slowest), built without optimisation")
    }
}
