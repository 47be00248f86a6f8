import EventContracts
import Testing

@testable import AllergenService

@Suite("Custom ingredients, also when misread by a camera")
struct NamedIngredientTests {
    private func assess(_ text: String, _ names: OtherIngredient...) throws -> Assessment {
        try LexiconFixture.assess(text, profile: AssessmentProfile(otherIngredients: names))
    }

    @Test(
        "ALG-04, ALG-07: a misread custom name is possible, never certain",
        arguments: [
            ("Ingredients: water, ci1antro, salt", OtherIngredient("cilantro")),
            ("Ingredients: water, rnango pulp, salt", "mango"), ("Ingredients: sugar, kivvi, salt", "kiwi"),
            ("Ingredients: sugar, kiwl fruit, salt", "kiwi fruit"),
            ("Ingredients: salt, cori ander, sugar", "coriander"),
            ("Ingredients: salt, corianderseed, sugar", "coriander"), ("Ingredients: salt, curnin, sugar", "cumin"),
            ("Ingredients: sugar, actinldia, salt", OtherIngredient("kiwi", synonyms: ["actinidia"])),
            ("Ingrédients : eau, coriandrc, sel", "coriandre"), ("Ingrédients : eau, mangve, sel", "mangue"),
            ("Ingrédients : sucre, pistou de basi1ic, sel", "basilic"),
            ("Ingrédients : sucre, fraises, pêchcs, sel", "pêche"),
            ("Ingredientes: agua, zanahorla, sal", "zanahoria"), ("Ingredientes: agua, melocotcn, sal", "melocotón"),
            ("Ingredientes: agua, aguacale, sal", "aguacate"),
            ("配料：水、香莱、盐", "香菜"), ("配料：水、猕候桃、盐", "猕猴桃"), ("配料：水、湖萝卜、盐", OtherIngredient("胡萝卜")),
        ])
    func misread(text: String, named: OtherIngredient) throws {
        let found = try assess(text, named)
        #expect(found.verdict == .mayContain, "\(found.verdict)")
        #expect(found.contains.isEmpty)
        #expect(found.mayContain.map(\.subject) == [.otherIngredient(named.name)])
        let evidence = try #require(found.mayContain.first?.evidence.first)
        #expect(evidence.rule == .misreadTerm && evidence.reason.contains(named.name))
    }

    @Test("ALG-07: an exact name stays certain beside a misread one")
    func weighed() throws {
        #expect(try assess("salt, cilantro, ci1antro", "cilantro").contains.count == 1)
        #expect(try assess("salt, cilantro, ci1antro", "cilantro").mayContain.isEmpty)
        #expect(try assess("Ingrédients : sel, sans coriandrc, sucre", "coriandre").verdict == .notDetected)
        let traces = try assess("Ingredients: salt, sugar. May contain ci1antro.", "cilantro")
        #expect(traces.mayContain.flatMap(\.evidence).map(\.rule) == [.traceStatement])
    }

    @Test(
        "ALG-07: other words, above all short ones, do not match a custom name",
        arguments: [
            ("water, mini croutons, salt", OtherIngredient("mint")), ("dates, oats, salt", "dill"),
            ("salt, oil, sugar", "eel"), ("sugar, pear, peas", "pea nut"), ("sugar, custard, salt", "mustard greens"),
            ("water, fig, sage", "pig"), ("sucre, sel, miel, thym", "sol"), ("eau, pois, noix", "poire"),
            ("agua, sal, ajo, col", "cola"), ("水、白砂糖、盐", "白菜"), ("salt, E330, E331, B12", "E332"),
            ("sugar, com starch, salt", "rum"),
        ])
    func others(text: String, named: OtherIngredient) throws {
        let found = try assess(text, named)
        #expect(found.mayContain.isEmpty && found.contains.isEmpty, "\(found.mayContain)")
    }

    @Test("ALG-07: custom names never change the findings for the 14 allergens")
    func independent() throws {
        for text in ["sugar, rnilk powder, silk", "sel, noiseltes, sucre", "水、牛扔粉、盐"] {
            let plain = try LexiconFixture.assess(text).facts
            #expect(try assess(text, "silk", "noisetier", "牛油果").facts == plain)
        }
    }
}
