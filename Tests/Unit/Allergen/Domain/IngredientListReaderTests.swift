import Testing

@testable import AllergenService

@Suite("Ingredient list reader")
struct IngredientListReaderTests {
    @Test("ALG-04: list reader: nesting, percentages and headings")
    func nested() throws {
        let reading = try LexiconFixture.read("Ingredients: Chocolate (40 %) [sugar, cocoa butter], 1,5% salt; water.")
        #expect(reading.ingredients.map(\.text) == ["Chocolate", "sugar", "cocoa butter", "1,5% salt", "water"])
        #expect(reading.ingredients.map(\.depth) == [0, 1, 1, 0, 0])
        #expect(reading.ingredients.map(\.percent) == [40, nil, nil, 1.5, nil])
    }

    @Test(
        "ALG-04: list reader: every separator of the four languages",
        arguments: [
            "sugar, salt, water", "sugar; salt; water", "sugar • salt • water", "sugar · salt · water",
            "sugar - salt - water", "Ingredients\nsugar\nsalt\nwater", "INGREDIENTS: sugar, salt, water",
            "- sugar\n- salt\n- water", "Ingredients :\r\nsugar,\r\nsalt,\r\nwater",
        ])
    func separators(text: String) throws {
        #expect(try LexiconFixture.read(text).ingredients.map(\.text) == ["sugar", "salt", "water"])
    }

    @Test(
        "ALG-04: list reader: headings and language of the four languages",
        arguments: [
            ("Ingrédients : sucre, sel, eau", LabelLanguage.french, ["sucre", "sel", "eau"]),
            ("INGREDIENTES: azúcar, sal, agua", .spanish, ["azúcar", "sal", "agua"]),
            ("配料：白砂糖、水，食用盐；醋", .chinese, ["白砂糖", "水", "食用盐", "醋"]),
            ("配料表: 白砂糖,水", .chinese, ["白砂糖", "水"]),
            ("Crunchy bar\nIngredients: oats, honey", .english, ["oats", "honey"]),
        ])
    func headings(text: String, language: LabelLanguage, names: [String]) throws {
        let reading = try LexiconFixture.read(text)
        #expect(reading.language == language)
        #expect(reading.ingredients.map(\.text) == names)
    }

    @Test("ALG-08: list reader: sections and their spans")
    func sections() throws {
        let text = "Ingredients: sugar. Contains: milk. May contain nuts. Nutrition facts: energy 100 kcal"
        let reading = try LexiconFixture.read(text)
        #expect(
            reading.sections.map(\.kind) == [
                .ingredients, .containsStatement, .traceStatement, .afterList,
            ])
        let traces = try #require(reading.sections.first { $0.kind == .traceStatement })
        let scalars = Array(text.unicodeScalars)[traces.start..<traces.start + traces.length]
        #expect(String(String.UnicodeScalarView(scalars)) == "May contain nuts")
    }

    @Test(
        "ingredient spans: count Unicode scalars of the original text",
        arguments: ["🥛 Ｍｉｌｋ, e\u{301}gg, œuf", "糖、牛奶（全脂）"])
    func spans(text: String) throws {
        let scalars = Array(text.unicodeScalars)
        for ingredient in try LexiconFixture.read(text).ingredients {
            let slice = scalars[ingredient.start..<ingredient.start + ingredient.length]
            #expect(String(String.UnicodeScalarView(slice)) == ingredient.text)
        }
    }
}
