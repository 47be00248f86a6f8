import EventContracts
import Testing

@testable import AllergenService

@Suite("Unknown words")
struct UnknownWordTests {
    @Test(
        "C17: one unknown word makes a list incomplete, whatever its length",
        arguments: [
            "water, blorptan, salt", "socker, tomater, salt", "Ingrediente: usturoi, sare", "枝豆、食塩",
            "Sugar, palm oil, cocoa, salt, vanilla, rice flour, maize, water, pepper, tomato, onion, garlic, blorptan",
            "Sugar, palm oil, cocoa, salt, vanilla, rice flour, maize, water, pepper, кабачок",
            "Sucre, huile de palme, cacao, sel, vanille, farine de riz, eau, poivre, tomate, oignon, blorptanne",
            "配料：大米、水、白砂糖、食用盐、植物油、辣椒、番茄、胡椒粉、じゃがいも",
            "Rice, water, sugar, salt. Contains: milk, blorptan.", "Rice, water, sugar. May contain nuts, blorptan.",
            "Arroz*, agua, blorptan*, sal. (* Ingredientes procedentes de la agricultura ecológica)",
            "Rice, water, sugar, salt. May contain traces of blorptan powder.",
            "Riz, eau, sucre, sel. Peut contenir des traces de чеснок en poudre.",
            "Rice, Water, Palm Sugar, Sea Salt, Rice Flour, Olive Oil, Maize Flour, Black Blorptan Pepper, Cane Sugar",
            "大米、水、白砂糖、食用盐、蔗糖脂肪碗酯", "大米、水、白砂糖、钟", "Rice, water, blor7ptan, salt",
            "Rice, water, bl7rp, salt", "Rice, water, l8x, salt", "Rice, water, S8YX 20 %, salt",
            "Rice, water, sugar, salt. May contain milk and blorptan.",
            "Riz, eau, sucre, sel. Peut contenir du lait ou blorptanne.",
            "Rice, water, sugar. Contains: milk and blorptan.",
        ])
    func unknownAtAnyLength(text: String) throws {
        let found = try LexiconFixture.assess(text, profile: AssessmentProfile(allergens: [.group(.lupin)]))
        #expect(found.verdict == .couldNotRead)
        #expect(!found.complete)
    }

    @Test(
        "C17: a function word before a food may be a misread allergen",
        arguments: [
            "Ingredients: water, say protein, salt, sugar, palm oil, cocoa",
            "Ingredients: water, sugar, says flour, salt, cocoa", "Ingredients: water, SAY protein, salt, sugar, cocoa",
        ])
    func grammarLikeAllergen(text: String) throws {
        let found = try LexiconFixture.assess(text, profile: AssessmentProfile(allergens: [.group(.soybeans)]))
        #expect(found.verdict != .notDetected)
    }

    @Test(
        "C17: words that name an allergen only together are not harmless",
        arguments: [
            "Ingrédients : eau, huile de palme, FRUITSDEMER, sel, sucre, tomate",
            "Ingredients: apricots, sulfer dioxide, rice, sugar, salt",
            "Ingredients: water, rice, textured vegtable protein, salt, sugar",
            "Ingredients: water, rice, galactooligosaccharide powder, salt, sugar",
            "Ingredients: water, rice, vinegarette, salt, sugar", "Ingredients: water, rice, chickenless pieces, salt",
            "Ingredients: sugar, Danone, salt, water",
        ])
    func misspelled(text: String) throws {
        let groups: [AllergenCode] = [.crustaceans, .molluscs, .sulphites, .gluten, .soybeans, .milk, .mustard]
        let found = try LexiconFixture.assess(
            text, profile: AssessmentProfile(allergens: Set(groups.map(AllergenChoice.group))))
        #expect(found.verdict != .notDetected)
    }

    @Test("C17: function words are not ingredients", arguments: ["Ser", "de", "rice, water, sugar, salt, ser"])
    func grammarAlone(text: String) throws {
        #expect(try LexiconFixture.assess(text).verdict == .couldNotRead)
    }

    @Test(
        "C17: a text that is not an ingredient list is not judged",
        arguments: [
            "Thank you for buying our product. We hope you enjoy it!", "Bonjour, merci pour votre achat",
            "Hola, gracias por su compra", "请存放于阴凉干燥处。保质期12个月。",
            "Nutrition per 100g: energy 100 kcal, fat 2 g, salt 0.1 g",
        ])
    func noList(text: String) throws {
        #expect(try LexiconFixture.assess(text).verdict == .couldNotRead)
    }

    @Test(
        "ALG-07: ordinary lists have no unknown words",
        arguments: [
            "Water, sugar, citric acid, natural flavours, potassium sorbate, acesulfame K",
            "Potatoes, sunflower oil 30 %, salt, paprika powder, onion powder, yeast extract (E 330)",
            "Eau, sucre, jus de pomme à base de concentré, acidifiant : acide citrique, arôme naturel",
            "Agua, zumo de naranja, azúcar, conservador: sorbato potásico, vitamina C", "水、白砂糖、柠檬酸、食用盐、维生素C",
            "大米、玉米淀粉、食用植物油、食品添加剂（柠檬酸钠、黄原胶）",
            "Water, KH2PO4, Na2CO3, salt", "大米、水、白砂糖、山梨酸钟", "蔗糖酯肪酸酯、水、白砂糖", "維生素 C 鈉監、水、砂糖", "Cocoa Soiids 70%, sugar",
            "water, sugar, salt, chocolate manufactured by Lindt & Sprüngli Inc., cocoa",
            "riz complet, eau, vermouth Noilly Prat 5 %, huile de colza, sel de mer, jus de citron, sucre de canne, "
                + "farine de riz, purée de tomate, poudre d'oignon, poivre noir, extrait de levure",
            "agua, sal, vitamina A (equivalentes de retinol) por L., sémola remolturada de maíz, aceite de girasol",
        ])
    func ordinary(text: String) throws {
        let found = try LexiconFixture.assess(text)
        #expect(found.complete, "\(found.gaps) \(found.vagueTerms.map(\.text))")
    }

    @Test("C17: every unknown ingredient is listed")
    func named() throws {
        let known = "water, sugar, salt, tomato, onion, garlic, basil, oregano, rice, olive oil, vinegar, pepper"
        let found = try LexiconFixture.assess("\(known), blorptan, sweet quezzle, mibbon")
        #expect(found.gaps == [.unknownWords])
        #expect(found.vagueTerms.map(\.text) == ["blorptan", "sweet quezzle", "mibbon"])
        #expect(found.unknownWords == ["blorptan", "quezzle", "mibbon"])
    }

    @Test(
        "C17: a single misread or mistyped letter keeps a word recognizable",
        arguments: [
            "maltodextrln", "monoglycehides", "lemonjuice", "palm o il", "lemon- juice", "comﬂour", "slat", "coulour",
        ])
    func readable(word: String) throws {
        let found = try LexiconFixture.assess("water, sugar, salt, tomato, \(word), vinegar, pepper")
        #expect(found.complete, "\(found.unknownWords)")
    }

    @Test(
        "C17: a misread word is resolved by its frequent neighbor",
        arguments: [
            "palm stearn", "corn srach", "maze starch", "chicor fibre", "vegetable crabon", "drued onion",
            "potassium lodide", "lemonjuice",
            "huile de tounresol", "sel de cusine", "HUILEDEPALME", "sel et daffinage", "jarabe de glucsa",
            "bicarbonato de sodfo",
        ])
    func besideItsCompanion(words: String) throws {
        let isFrench = words.contains("huile") || words.contains("sel ") || words.contains("HUILE")
        let isSpanish = words.contains("jarabe") || words.contains("bicarbonato")
        let text =
            isFrench
            ? "Ingrédients : eau, sucre, \(words), oignon, poivre"
            : isSpanish ? "Ingredientes: agua, azúcar, \(words), cebolla, pimienta" : "water, sugar, \(words), pepper"
        let found = try LexiconFixture.assess(text)
        #expect(found.complete, "\(found.unknownWords)")
    }

    @Test(
        "C17: a possible allergen stays unknown beside a known word",
        arguments: ["blorptan powder", "lingon powder", "cartofi powder", "korv oil", "hazlnet paste", "casien powder"])
    func besideAnother(words: String) throws {
        let found = try LexiconFixture.assess("water, sugar, \(words), pepper, salt")
        #expect(!found.complete || !found.contains.isEmpty || !found.mayContain.isEmpty)
    }

    @Test(
        "C17: a list before a later heading is also a list",
        arguments: [
            "Rice flour, sugar, blorptan, palm oil, salt, vanilla. Bag of sugar Ingredients: sugar, starch, vanillin.",
            """
            Farine de riz, blorptanne, sucre, huile de colza, sel, eau. Sachet Ingrédients : sucre, amidon, vanilline.
            """,
        ])
    func laterHeading(text: String) throws {
        #expect(try LexiconFixture.assess(text).verdict == .couldNotRead)
    }

    @Test("C17: marketing text before the heading is not a list")
    func preface() throws {
        let text = "Blorptan, our crunchy treat for the whole family. Ingredients: rice, sugar, salt, water, pepper"
        let found = try LexiconFixture.assess(text)
        #expect(found.complete, "\(found.unknownWords)")
    }

    @Test(
        "C17: a dish without its own list is unknown",
        arguments: ["burger", "guacamole", "biryani", "snacks", "sausage", "pork sausage", "gravy", "coleslaw"])
    func composite(food: String) throws {
        #expect(try !LexiconFixture.assess("rice, water, \(food), salt").complete)
        #expect(try !LexiconFixture.assess("rice, water, \(food) (22 %), salt").complete)
        #expect(try !LexiconFixture.assess("rice, water, \(food)\nStorage: keep cool").complete)
        #expect(try LexiconFixture.assess("rice, water, \(food) (pork, water, salt), pepper").complete)
    }

    @Test(
        "C17: advice after a list is not an ingredient",
        arguments: [
            "Rice, water, salt. Once opened, keep in the blorptan.",
            "Rice, water, salt. Store below 5, away from blorptan.",
            "Riz, eau, sel. Une fois ouvert, garder dans le blorptan.",
            "Arroz, agua, sal. Una vez abierto, guardar en el blorptan.",
        ])
    func advice(text: String) throws {
        #expect(try LexiconFixture.assess(text).complete)
    }

    @Test(
        "C17: advice after a comma or in a bracket does not end a list",
        arguments: ["Rice, water (keep refrigerated), blorptan", "Rice, water, salt, made by hand, blorptan"])
    func adviceInside(text: String) throws {
        #expect(try !LexiconFixture.assess(text).complete)
    }

    @Test(
        "C17: an unknown word in a second list makes the label incomplete",
        arguments: [
            "Ingredients: rice, water, salt. Store in a cool place. Topping: sugar, cocoa butter, blorptan.",
            "Ingredients: rice, water, salt. Keep refrigerated. Crumble (sugar, rice flour, blorptan, palm oil).",
            "Ingrédients : riz, eau, sel. À conserver au sec. Garniture : sucre, huile de palme, blorptanne.",
            "Ingredientes: arroz, agua, sal. Conservar en lugar seco. Cobertura: azúcar, aceite de palma, blorptana.",
            "配料：大米、水、食用盐。贮存条件：阴凉干燥处。馅料：白砂糖、植物油、钟。",
        ])
    func secondList(text: String) throws {
        let found = try LexiconFixture.assess(text, profile: AssessmentProfile(allergens: [.group(.lupin)]))
        #expect(found.verdict == .couldNotRead)
    }

    @Test(
        "C17: unknown words in tables or addresses after a list do not count",
        arguments: [
            "Ingredients: rice, water, salt. Nutrition per 100 g: energy 1500 kJ, fat 3 g, sugar 2 g, blorp 2 g",
            "Ingredients: rice, water, salt. Manufactured by: Blorptan Foods, Parsiptown, NJ, USA.",
            "Ingredients: rice, water, salt. Storage: keep cool, dry, away from blorptan.",
        ])
    func tablesBehindTheList(text: String) throws {
        #expect(try LexiconFixture.assess(text).complete)
    }

    @Test("C17: a dish is known by its list in a later sentence")
    func describedLater() throws {
        let list = "Cheese frosting 22%, sugar, rice flour."
        #expect(try LexiconFixture.assess("\(list) Cheese frosting contains: sugar, cheese, water.").complete)
        #expect(try !LexiconFixture.assess("\(list) Cocoa frosting contains: sugar, cocoa, water.").complete)
        #expect(try !LexiconFixture.assess("\(list) Cheese frosting, water.").complete)
    }

    @Test("C17: a maker's name is unknown, also beside a food")
    func makers() throws {
        #expect(try LexiconFixture.assess("rice, Heinz tomato ketchup, salt").unknownWords == ["Heinz"])
        #expect(try LexiconFixture.assess("rice, Heinz, salt").unknownWords == ["Heinz"])
    }

    @Test(
        "C17: a word is not assigned to another language by its spelling",
        arguments: ["perunaa", "patatak", "zwiebeln", "cebolinha", "kartofler", "ziemniaki", "jahody"])
    func otherLanguage(word: String) throws {
        let found = try LexiconFixture.assess("water, sugar, salt, tomato, \(word), vinegar, pepper")
        #expect(found.unknownWords == [word])
    }

    @Test("C17: an unknown word removes no finding and keeps warnings")
    func besideFindings() throws {
        #expect(try LexiconFixture.assess("milk, blorptan").verdict == .contains)
        #expect(try LexiconFixture.assess("sugar, blorptan. May contain milk").verdict == .mayContain)
        let own = AssessmentProfile(otherIngredients: ["blorptan"])
        let found = try LexiconFixture.assess("sugar, blorptan", profile: own)
        #expect(found.verdict == .contains)
        #expect(found.complete)
    }
}
