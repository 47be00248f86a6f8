import FoodCatalogue
import Testing
import UnitSupport

@Suite struct FoodIndexTests {
    private func search(_ query: String, _ language: FoodLanguage, limit: Int = 10) throws -> [CatalogueFood] {
        let foods = try BuiltIn.catalogue.get().foods
        return try BuiltIn.index.get().search(query, language: language, limit: limit).map { foods[$0.food] }
    }

    @Test(
        "NUT-22: the intended food ranks first in four languages",
        arguments: [
            ("apple", FoodLanguage.english, "sr28-09003"), ("APPLE", .english, "sr28-09003"),
            ("pomme", .french, "sr28-09003"), ("manzana", .spanish, "sr28-09003"), ("苹果", .chinese, "sr28-09003"),
            ("œuf", .french, "sr28-01123"), ("oeuf", .french, "sr28-01123"), ("OEUF", .french, "sr28-01123"),
            ("platano", .spanish, "sr28-09040"), ("banane", .french, "sr28-09040"),
            ("pancakes", .english, "fndds-55101000"),
            ("pan", .spanish, "sr28-18069"), ("米饭", .chinese, "sr28-20045"), ("白米饭", .chinese, "sr28-20045"),
            ("crevettes", .french, "sr28-15149"), ("bleuets", .french, "sr28-09050"),
            ("myrtilles", .french, "sr28-09050"),
            ("ｍｉｌｋ", .english, "sr28-01077"), ("papa", .spanish, "sr28-11352"), ("宫保鸡丁", .chinese, "fndds-27445220"),
            ("white rice", .english, "sr28-20045"), ("arroz blanco", .spanish, "sr28-20045"),
            ("arroz con pollo", .english, "sr28-36401"), ("paella", .french, "fndds-27360090"),
            ("ratatouille", .french, "fndds-75316050"), ("牛油果油", .chinese, "sr28-04581"),
            ("poutine", .english, "recipe-poutine"), ("poutine", .french, "recipe-poutine"),
            ("butter tart", .english, "recipe-butter-tart"), ("tartelette au beurre", .french, "recipe-butter-tart"),
            ("葱油饼", .chinese, "recipe-scallion-pancake"),
        ])
    func theFoodThatIsMeantComesFirst(query: String, language: FoodLanguage, id: String) throws {
        #expect(try search(query, language).first?.id == FoodID(id))
    }

    @Test(
        "NUT-22: foods are found while typing, by name parts in any order",
        arguments: [
            ("bana", FoodLanguage.english, "sr28-09040"), ("chick bre", .english, "sr28-05062"),
            ("breast chicken", .english, "sr28-05062"), ("jus orange", .french, "sr28-09206"),
            ("arroz int", .spanish, "sr28-20037"), ("番", .chinese, "sr28-11529"), ("huile d'ol", .french, "sr28-04053"),
        ])
    func foundWhileItIsBeingTyped(query: String, language: FoodLanguage, id: String) throws {
        #expect(try search(query, language, limit: 5).contains { $0.id == FoodID(id) })
    }

    @Test(
        "NUT-22: foods are found despite wrong, missing and swapped letters",
        arguments: [
            ("bannana", FoodLanguage.english, "sr28-09040"), ("brocolli", .english, "sr28-11090"),
            ("yoghurt", .english, "sr28-01116"), ("chikcen breast", .english, "sr28-05062"),
            ("avacado", .english, "sr28-09037"), ("concombe", .french, "sr28-11205"),
            ("aguacete", .spanish, "sr28-09037"),
            ("cofee", .english, "sr28-14209"), ("strawbery", .english, "sr28-09316"),
        ])
    func foundWithWrongLetters(query: String, language: FoodLanguage, id: String) throws {
        let foods = try BuiltIn.catalogue.get().foods
        let matches = try BuiltIn.index.get().search(query, language: language, limit: 5)
        #expect(matches.contains { foods[$0.food].id == FoodID(id) && $0.isMisspelled })
    }

    @Test(
        "NUT-22: a search lists each food once; other words find nothing",
        arguments: [
            "chicken", "a", "e", "鸡", "rice cooked",
        ])
    func eachFoodOnce(query: String) throws {
        let found = try search(query, .english, limit: 20)
        #expect(found.count <= 20 && !found.isEmpty)
        #expect(Set(found.map(\.id)).count == found.count)
    }

    @Test(arguments: ["", "   ", "…", "xqzwkv", "\u{0}", String(repeating: "zq ", count: 1_000)])
    func nothingIsFoundForWhatIsNoFood(query: String) throws {
        #expect(try search(query, .english).isEmpty)
    }

    @Test func wrongLettersAreForgivenOnlyWhereNothingFits() throws {
        let index = FoodIndex(
            ["mandarin", "mandolin", "mandarins in juice"].enumerated().map {
                FoodIndex.Name(food: $0.offset, text: $0.element, language: nil, isCommon: true)
            })
        #expect(index.search("mandarin", language: .english, limit: 5).map(\.food) == [0, 2])
        #expect(index.search("mandorin", language: .english, limit: 5).map(\.food) == [0, 1, 2])
        #expect(index.search("man dar", language: .english, limit: 5).isEmpty)
        #expect(index.search("mandarin", language: .english, limit: 0).isEmpty)
    }

    @Test("NUT-22: \"white rice\" names the food shown as \"white rice, cooked\"")
    func cookedFoodsHaveTheirPlainNames() throws {
        let index = try BuiltIn.index.get(), suffix = ", cooked"
        let shown = try BuiltIn.catalogue.get().foods.compactMap { $0.names[.english]?.first }
            .filter { $0.hasSuffix(suffix) }
        #expect(shown.contains("white rice, cooked") && shown.count > 100)
        for name in shown {
            let plain = String(name.dropLast(suffix.count))
            #expect(index.foods(named: plain, language: .english).count == 1, "\(plain)")
        }
    }

    @Test(
        "NUT-22: the order of words decides between names of the same words",
        arguments: [
            ("chocolate milk", FoodLanguage.english, "sr28-01102"), ("milk chocolate", .english, "sr28-19120"),
            ("lait au chocolat", .french, "sr28-01102"), ("牛奶巧克力", .chinese, "sr28-19120"),
            ("milk, whole", .english, "sr28-01077"),
        ])
    func orderDecides(name: String, language: FoodLanguage, id: String) throws {
        let foods = try BuiltIn.catalogue.get().foods
        let found = try BuiltIn.index.get().foods(named: name, language: language)
        #expect(found.map { foods[$0].id } == [FoodID(id)])
    }

    @Test("NUT-22: every name means one food in its language", .slow, arguments: FoodLanguage.allCases)
    func everyNameFindsItsFood(language: FoodLanguage) throws {
        let foods = try BuiltIn.catalogue.get().foods
        let index = try BuiltIn.index.get(), part = FoodLanguage.allCases.firstIndex(of: language)
        for (position, food) in foods.enumerated() {
            for name in food.names[language] ?? [] {
                #expect(index.foods(named: name, language: language) == [position], "\(name) is not only \(food.id)")
                // A full search takes long, so each language tests another fifth of the foods.
                guard position % 5 == part else { continue }
                let found = index.search(name, language: language, limit: 20)
                #expect(found.contains { $0.food == position }, "\(name) does not find \(food.id)")
            }
        }
    }
}
