import CDishTable
import EventContracts
import Testing
import UnitSupport

@testable import AllergenService

@Suite("Food names in meals and on receipts")
struct FoodNameTests {
    private func found(_ name: String) throws -> (all: [String: AllergenLikelihood], isUnknown: Bool) {
        let assess = AssessMeal(lexicon: try Lexicon.builtIn(), dishes: .builtIn)
        let item = MealItemID.random()
        let judgement = assess.decide([.init(itemID: item, name: name)], profile: AssessmentProfile())
        let all = Dictionary(
            uniqueKeysWithValues: judgement.allergens.map { ($0.allergen.rawValue, $0.likelihood) })
        return (all, !judgement.unknownItems.isEmpty)
    }

    @Test(
        "ALG-07: plain foods that sound like an allergen raise no alert", .slow,
        arguments: [
            "cream of tartar", "cocoa butter", "butter beans", "EGGPLANT", "eggplant", "BUTTERNUT SQUASH",
            "milk thistle",
            "water chestnuts", "nutmeg", "buttercup squash", "fish mint", "crab apple", "sea buckthorn", "horseradish",
            "coconut milk", "COCONUT MILK 400ML", "BROCCOLI", "broccoli florets 400g", "TESCO BROCCOLI", "banana",
            "BANANAS ORG 1KG", "rice", "brown rice", "apple", "apples", "chicken", "chicken breast",
            "CHICKEN BREAST 500G",
            "potatoes", "carrots", "spinach", "tomatoes", "EGGPLNT", "BTRNUT SQSH", "oyster mushrooms", "shea butter",
            "beurre de cacao", "crème de tartre", "noix de muscade", "lait de coco", "courge butternut", "brocoli",
            "pommes de terre", "châtaignes d'eau", "pleurotes", "blanc de poulet", "riz complet", "pomme cannelle",
            "leche de coco", "manteca de cacao", "nuez moscada", "calabaza", "brócoli", "patatas", "pechuga de pollo",
            "seta de ostra", "berenjenas", "椰奶", "可可脂", "西兰花", "茄子", "土豆", "肉豆蔻", "平菇", "南瓜", "鸡胸肉", "香蕉", "米饭",
        ])
    func plain(name: String) throws {
        #expect(try found(name).all.isEmpty)
    }

    @Test(
        "ALG-07: a plain food with an allergen raises that allergen only",
        arguments: [
            ("egg", ["eggs"]), ("EGGS FREE RANGE 12", ["eggs"]), ("peanut butter", ["peanuts"]),
            ("salmon fillet", ["fish", "salmon"]), ("milkfish", ["fish"]), ("almond milk", ["nuts", "almond"]),
            ("lait d'amande", ["nuts", "almond"]), ("œufs", ["eggs"]), ("huevos", ["eggs"]), ("鸡蛋", ["eggs"]),
            ("ginger nuts", ["gluten", "wheat"]), ("tofu", ["soybeans"]), ("prawns", ["crustaceans", "shrimp"]),
            ("leche de almendras", ["nuts", "almond"]), ("cheddar", ["milk"]),
        ])
    func allergen(name: String, expected: [String]) throws {
        let named = Set(try found(name).all.keys)
        #expect(named == Set(expected), "\(named.sorted())")
    }

    @Test(
        "ALG-07: a \"free from\" name raises no alert",
        arguments: [
            ("peanut-free cookies", "peanuts"), ("PEANUT FREE BAR", "peanuts"), ("PNUT FREE COOKIES", "peanuts"),
            ("GF BREAD", "gluten"), ("gluten-free bread", "gluten"), ("DF ICE CREAM CAKE", "milk"),
            ("dairy-free lasagna", "milk"), ("egg-free pancakes", "eggs"), ("nut-free brownie", "nuts"),
            ("soy-free burger", "soybeans"), ("vegan lasagna", "milk"), ("vegan pancakes", "eggs"),
            ("S/GLUTEN PAN", "gluten"), ("pizza sans gluten", "gluten"), ("galletas sin gluten", "gluten"),
            ("gâteau sans œufs", "eggs"), ("pastel sin huevo", "eggs"), ("oyster mushroom stir fry", "molluscs"),
            ("butter bean stew", "milk"), ("butter beans", "milk"), ("dairy-free ice cream", "milk"),
            ("gluten-free lasagna", "gluten"),
        ])
    func freed(name: String, code: String) throws {
        #expect(try found(name).all[code] == nil)
    }

    @Test(
        "C17: a claim excludes only the allergen it mentions",
        arguments: [
            ("peanut-free cookies", "gluten"), ("gluten-free pancakes", "eggs"), ("lactose-free lasagna", "milk"),
            ("vegan lasagna", "gluten"), ("not vegan lasagna", "milk"), ("nut-free lasagna", "milk"),
            ("butter-free pizza", "milk"), ("peanut butter cookies", "peanuts"), ("broccoli and cheese", "milk"),
            ("chicken pot pie", "gluten"), ("LF MILK", "milk"), ("dairy-free bread with cheese", "milk"),
            ("gluten-free oats", "gluten"), ("fried eggplant with cheese", "milk"),
        ])
    func kept(name: String, code: String) throws {
        #expect(try found(name).all[code] != nil)
    }

    @Test("C17: an unknown plain dish does not match a longer dish name")
    func anotherDish() throws {
        let stew = try found("butter bean stew")
        #expect(stew.all["milk"] == nil && stew.isUnknown)
        #expect(try found("oyster mushroom pizza").all["milk"] != nil)
    }

    @Test("C17: a longer cereal name matches no other cereal", arguments: ["燕麦片", "燕麦"])
    func cereal(name: String) throws {
        #expect(Set(try found(name).all.keys) == ["gluten", "oats"])
    }

    @Test(
        "C17: a plain food with an unknown word is reported as unknown",
        arguments: ["TESCO BROCCOLI", "zorglub banana"])
    func brand(name: String) throws {
        #expect(try found(name).isUnknown)
    }

    @Test("ALG-07: a dish with a longer name is only a possible match")
    func nearDish() throws {
        let all = try found("parmesan casserole").all
        #expect(all["gluten"].map { $0 == .possible } ?? true)
    }

    @Test("plain foods: fully known, with only the allergens of their names", .slow, arguments: 1...3)
    func table(part: Int) throws {
        var count = 0
        let bytes = UnsafeBufferPointer(start: dish_table_plain(&count), count: count)
        let rows = DishTable.rows(of: String(decoding: bytes, as: UTF8.self))
        #expect(rows.count > 150 && rows.allSatisfy { $0.count == 4 })
        for (place, row) in rows.enumerated() where place % 3 == part - 1 {
            for name in row.flatMap({ $0.split(separator: "|") }) {
                let notified = try found(String(name))
                #expect(!notified.isUnknown, "\(name)")
                #expect(notified.all.count <= 3, "\(name): \(notified.all)")
            }
        }
    }

    @Test("receipts: abbreviations are expanded, other words stay")
    func shortWords() {
        let words = DishTable.receiptWords
        #expect(words.written("PNUT FREE BAR") == "peanut FREE BAR")
        #expect(words.written("G/F BREAD") == "gluten free BREAD")
        #expect(words.written("S/GLUTEN PAN") == "sin gluten PAN")
        #expect(words.written("Milk 2%") == "Milk 2%")
    }
}
