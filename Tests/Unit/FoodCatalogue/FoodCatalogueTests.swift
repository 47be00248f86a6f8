import FoodCatalogue
import Quantities
import Testing
import UnitSupport

@Suite struct FoodCatalogueTests {
    private let catalogue: FoodCatalogue

    init() throws {
        catalogue = try BuiltIn.catalogue.get()
    }

    private func food(_ id: String) throws -> CatalogueFood {
        let id = try #require(FoodID(id))
        return try #require(catalogue[id])
    }

    @Test(
        "NUT-26: thousands of public-domain foods have energy and macros", .slow
    )
    func everyFoodHasWhatAReportNeeds() {
        #expect(catalogue.foods.count >= 1_500)
        let sources = Set(catalogue.foods.map { String($0.id.source) })
        #expect(sources == ["sr28", "fndds", "fdc", "recipe"])
        for food in catalogue.foods {
            for nutrient in [Nutrient.energy, .protein, .fat, .carbohydrate] where food.amounts[nutrient] == .unknown {
                Issue.record("\(food.id) does not tell its \(nutrient)")
            }
        }
    }

    @Test("NUT-26: most foods have vitamins and minerals", .slow)
    func maxFoodsTellVitaminsAndMinerals() {
        let untold: Set<Nutrient> = [.biotin, .chloride, .chromium, .iodine, .molybdenum]
        let rare: Set<Nutrient> = [.trans, .manganese, .pantothenicAcid, .fluoride]
        for nutrient in Nutrient.allCases {
            let known = catalogue.foods.count { $0.amounts[nutrient] != .unknown }
            let share = Double(known) / Double(catalogue.foods.count)
            if untold.contains(nutrient) {
                #expect(known == 0, "no source tells \(nutrient)")
            } else {
                #expect(share > (rare.contains(nutrient) ? 0.02 : 0.7), "\(nutrient): \(share)")
            }
        }
    }

    @Test("NUT-26: common foods have four names, portions and a density")
    func commonFoodsHaveNamesInFourLanguages() {
        let common = catalogue.foods.filter(\.isCommon)
        #expect(common.count { $0.names.count == FoodLanguage.allCases.count } >= 2_500)
        for language in FoodLanguage.allCases {
            let shown = common.map { $0.shownName(in: language).text.lowercased() }
            #expect(Set(shown).count == shown.count, "\(language): foods with the same name")
        }
        for food in common {
            #expect(food.names.values.allSatisfy { !$0.isEmpty && $0.allSatisfy { !$0.isEmpty } }, "\(food.id)")
        }
        #expect(Double(common.count { !$0.portions.isEmpty }) > 0.95 * Double(common.count))
        #expect(catalogue.foods.count { $0.density != nil } > 1_500)
    }

    @Test("NUT-26: Chinese names are Chinese, other names are not")
    func namesAreInTheirScript() {
        for food in catalogue.foods {
            for (language, names) in food.names {
                for name in names {
                    let isChinese = name.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) }
                    #expect(isChinese == (language == .chinese), "\(food.id): \(name)")
                    let hasLatin = name.unicodeScalars.contains { $0.isASCII && $0.properties.isAlphabetic }
                    #expect(!isChinese || !hasLatin, "\(food.id): \(name)")
                }
            }
        }
    }

    @Test(
        "NUT-26: values equal those of the source",
        arguments: [
            ("sr28-09003", Nutrient.energy, 52), ("sr28-09003", .fiber, 2.4), ("sr28-09040", .potassium, 358),
            ("sr28-01123", .protein, 12.56), ("sr28-01077", .calcium, 113), ("sr28-04053", .fat, 100),
            ("sr28-02047", .sodium, 38758), ("fndds-58150310", .energy, 174),
        ])
    func valuesAreThoseOfTheSource(id: String, nutrient: Nutrient, value: Double) throws {
        #expect(try food(id).amounts[nutrient] == .known(NutrientValue(value)))
    }

    @Test(
        "NUT-26: a dish of a recipe is its ingredients, less evaporated water",
        arguments: [
            ("recipe-poutine", 500.0, ["fndds-71401031": 250.0, "sr28-06116": 150, "sr28-01009": 100]),
            (
                "recipe-spaghetti-carbonara", 660.0,
                ["sr28-20121": 450.0, "sr28-01123": 110, "sr28-01032": 50, "sr28-10862": 60, "sr28-02030": 1]
            ),
        ])
    func recipes(id: String, cooked: Double, ingredients: [String: Double]) throws {
        let dish = try food(id), lost = ingredients.values.reduce(0, +) - cooked
        for nutrient in [Nutrient.energy, .protein, .fat, .calcium, .water] {
            var whole = nutrient == .water ? -lost : 0
            for (part, grams) in ingredients {
                let amount = try #require(try food(part).amounts[nutrient].value?.value)
                whole += amount * grams / 100
            }
            let amount = try #require(dish.amounts[nutrient].value?.value)
            #expect(abs(amount - whole * 100 / cooked) < 0.001, "\(id) \(nutrient)")
        }
        // French fries have no value for manganese, the other ingredients have.
        #expect((dish.amounts[.manganese] == .unknown) == (id == "recipe-poutine"))
    }

    @Test("NUT-11: missing values are unknown, not zero")
    func unknownIsNotZero() throws {
        let friedRice = try food("fndds-58150310")
        #expect(friedRice.amounts[.manganese] == .unknown)
        #expect(friedRice.amounts[.alcohol] == .known(.zero))
        #expect(friedRice.amounts.inMass(Grams(0))[.manganese] == .unknown)
    }

    @Test("NUT-07: energy matches the macronutrients of nearly all foods")
    func energyAgreesWithMacronutrients() {
        var disagreeing = 0
        for food in catalogue.foods {
            guard let energy = food.amounts[.energy].value?.value, let protein = food.amounts[.protein].value?.value,
                let fat = food.amounts[.fat].value?.value, let carbohydrate = food.amounts[.carbohydrate].value?.value
            else { continue }
            // Atwater's general factors; fiber and organic acids count for less, so that some foods differ widely.
            let alcohol = food.amounts[.alcohol].value?.value ?? 0
            let computed = 4 * protein + 9 * fat + 4 * carbohydrate + 7 * alcohol
            if abs(computed - energy) > 0.2 * energy + 20 { disagreeing += 1 }
        }
        #expect(Double(disagreeing) < 0.03 * Double(catalogue.foods.count), "\(disagreeing)")
    }

    @Test func nothingWeighsMoreThanAllOfIt() {
        for food in catalogue.foods {
            let parts = [Nutrient.protein, .fat, .carbohydrate, .water, .alcohol].compactMap {
                food.amounts[$0].value?.value
            }
            // Each part is analyzed separately; ash is not included.
            #expect(parts.reduce(0, +) < 106, "\(food.id)")
        }
    }

    @Test func aFoodIsShownInTheAskedLanguageOrInEnglish() throws {
        let apple = try food("sr28-09003")
        #expect(apple.shownName(in: .french).text == "pomme")
        #expect(apple.shownName(in: .chinese).text == "苹果")
        let unnamed = try #require(catalogue.foods.first { !$0.isCommon })
        #expect(unnamed.shownName(in: .french) == (unnamed.description, .english))
    }
}

/// The built-in catalogue and its index, read once for all tests.
enum BuiltIn {
    static let catalogue = Result { try FoodCatalogue.builtIn() }
    static let index = catalogue.map { FoodIndex($0) }
}
