import EventContracts
import Testing

@testable import AllergenService

@Suite("Unknown words")
struct UnknownWordTests {
    @Test(
        "C17: in a short list every word must be known before nothing is said to be detected",
        arguments: [
            "water, blorptan, salt", "Ingredienser: hvedemel, vand, salt", "torsk, salt", "socker, vete, salt",
            "socker, jordnötter, salt", "Ingredienti: acciughe, sale", "sedano, carote, sale",
            "Ingredientes: açúcar, amendoim, sal", "Ingredients: sucre, llet, sal", "Ingrediente: arahide, sare",
            "Komposisi: gula, susu bubuk, garam", "卵、鶏肉", "枝豆、食塩", "原材料名：卵、砂糖", "海老、水",
        ])
    func short(text: String) throws {
        let found = try LexiconFixture.assess(text, profile: AssessmentProfile(allergens: [.group(.lupin)]))
        #expect(found.verdict == .couldNotRead)
        #expect(!found.complete)
    }

    @Test(
        "C17: what is no list of ingredients is not judged as one",
        arguments: [
            "Thank you for buying our product. We hope you enjoy it!", "Bonjour, merci pour votre achat",
            "Hola, gracias por su compra", "请存放于阴凉干燥处。保质期12个月。",
            "Nutrition per 100g: energy 100 kcal, fat 2 g, salt 0.1 g",
        ])
    func noList(text: String) throws {
        #expect(try LexiconFixture.assess(text).verdict == .couldNotRead)
    }

    @Test(
        "ALG-07: ordinary lists are known to the last word",
        arguments: [
            "Water, sugar, citric acid, natural flavours, potassium sorbate, acesulfame K",
            "Potatoes, sunflower oil 30 %, salt, paprika powder, onion powder, yeast extract (E 330)",
            "Eau, sucre, jus de pomme à base de concentré, acidifiant : acide citrique, arôme naturel",
            "Agua, zumo de naranja, azúcar, conservador: sorbato potásico, vitamina C", "水、白砂糖、柠檬酸、食用盐、维生素C",
            "大米、玉米淀粉、食用植物油、食品添加剂（柠檬酸钠、黄原胶）",
        ])
    func ordinary(text: String) throws {
        let found = try LexiconFixture.assess(text)
        #expect(found.complete, "\(found.gaps) \(found.vagueTerms.map(\.text))")
    }

    @Test("C17: a longer list bears a word that is not known, tells it, and does not bear many")
    func long() throws {
        let known = "water, sugar, salt, tomato, onion, garlic, basil, oregano, rice, olive oil, vinegar, pepper"
        let one = try LexiconFixture.assess("\(known), blorptan")
        #expect(one.complete)
        #expect(one.vagueTerms.map(\.text) == ["blorptan"])
        let three = try LexiconFixture.assess("\(known), blorptan, quezzle, mibbon")
        #expect(three.gaps == [.unknownWords])
        #expect(three.verdict == .couldNotRead)
        #expect(three.vagueTerms.map(\.text) == ["blorptan", "quezzle", "mibbon"])
    }

    @Test("C17: an unknown word takes no finding away and leaves a warning what it is")
    func besideFindings() throws {
        #expect(try LexiconFixture.assess("milk, blorptan").verdict == .contains)
        #expect(try LexiconFixture.assess("sugar, blorptan. May contain milk").verdict == .mayContain)
        let own = AssessmentProfile(otherIngredients: ["blorptan"])
        let found = try LexiconFixture.assess("sugar, blorptan", profile: own)
        #expect(found.verdict == .contains)
        #expect(found.complete)
    }
}
