import EventContracts
import Testing

@testable import AllergenService

/// A text and what it holds, whatever the profile.
struct Trap: CustomTestStringConvertible {
    let text: String
    let holds: [AllergenCode]
    var mayHold: [AllergenCode] = []

    init(_ text: String, _ holds: [AllergenCode], may: [AllergenCode] = []) {
        self.text = text
        self.holds = holds
        mayHold = may
    }

    var testDescription: String { text }
}

@Suite("Traps of ingredient lists")
struct TrapTests {
    private func check(_ trap: Trap) throws {
        let found = try LexiconFixture.assess(trap.text)
        #expect(found.allContained.codes == trap.holds.sorted(), "held")
        #expect(found.allPossible.codes == trap.mayHold.sorted(), "possible")
    }

    @Test(
        "ALG-06: derivatives name their allergen",
        arguments: [
            Trap("sodium caseinate, sugar", [.milk]), Trap("whey powder", [.milk]), Trap("ghee", [.milk]),
            Trap("durum semolina", [.gluten]), Trap("spelt flour", [.gluten]), Trap("tahini", [.sesame]),
            Trap("tofu", [.soybeans]), Trap("dried albumen", [.eggs]),
            Trap("surimi", [.fish], may: [.crustaceans, .eggs, .milk]),
            Trap("antarctic krill oil", [.crustaceans]), Trap("preservative: E 223", [.sulphites]),
            Trap("sulphur dioxide", [.sulphites]), Trap("Sulfites", [.sulphites]), Trap("lupin flour", [.lupin]),
            Trap("squid ink", [.molluscs]), Trap("celeriac", [.celery]), Trap("E1105", [.eggs]),
            Trap("caséinate de calcium, sucre", [.milk]), Trap("lactosérum en poudre", [.milk]),
            Trap("pignons de pin, noix de cajou", [.nuts]), Trap("blanc d’œuf", [.eggs]), Trap("BLANC D'OEUF", [.eggs]),
            Trap("caseinato sódico", [.milk]), Trap("clara de huevo", [.eggs]), Trap("dióxido de azufre", [.sulphites]),
            Trap("altramuces", [.lupin]), Trap("ajonjolí", [.sesame]), Trap("maní tostado", [.peanuts]),
            Trap("酪蛋白酸钠、白砂糖", [.milk]), Trap("谷朊粉", [.gluten]), Trap("豆豉、盐", [.soybeans]),
            Trap("焦亚硫酸钠", [.sulphites]), Trap("虾皮", [.crustaceans]), Trap("蚝油", [.molluscs]), Trap("碧根果", [.nuts]),
        ])
    func derivatives(trap: Trap) throws { try check(trap) }

    @Test(
        "ALG-07: false friends are not taken for the allergen they sound like",
        arguments: [
            Trap("coconut milk, sugar", []), Trap("cocoa butter, sugar", []), Trap("buckwheat flour", []),
            Trap("nutmeg, salt", []), Trap("butternut squash", []), Trap("cream of tartar", []),
            Trap("water chestnuts", []), Trap("eggplant", []), Trap("lactic acid, sodium lactate", []),
            Trap("peanut butter", [.peanuts]), Trap("almond milk", [.nuts]), Trap("soy milk", [.soybeans]),
            Trap("oat milk", [.gluten]), Trap("rice flour, corn flour", []), Trap("maltodextrin, maltitol", []),
            Trap("oyster mushrooms", []), Trap("milk thistle extract", []), Trap("nata de coco", []),
            Trap("lait de coco, sucre", []), Trap("beurre de cacao", []), Trap("noix de muscade", []),
            Trap("noix de coco râpée", []), Trap("châtaigne d'eau", []), Trap("farine de sarrasin, blé noir", []),
            Trap("crème de tartre", []), Trap("noix de Saint-Jacques", [.molluscs]), Trap("noix de jambon", []),
            Trap("fromage râpé", [.milk]), Trap("barre chocolatée, sucre", []),
            Trap("leche de coco, azúcar", []), Trap("manteca de cacao", []), Trap("nuez moscada", []),
            Trap("trigo sarraceno", []), Trap("harina de arroz", []), Trap("leche de almendras", [.nuts]),
            Trap("椰奶、白砂糖", []), Trap("花生酱", [.peanuts]), Trap("鸡蛋花、甘草", []), Trap("乳酸钙", []),
            Trap("荞麦", []), Trap("鱼腥草", []), Trap("豆奶", [.soybeans]), Trap("麦芽糊精", []), Trap("肉豆蔻", []),
            Trap("螺旋藻", []), Trap("乳清蛋白", [.milk]), Trap("大豆蛋白", [.soybeans]), Trap("鱿鱼", [.molluscs]),
        ])
    func falseFriends(trap: Trap) throws { try check(trap) }

    @Test(
        "ALG-07: a negation takes back the mention it governs and no other",
        arguments: [
            Trap("gluten-free wheat starch", [.gluten]), Trap("lactose-free milk", [.milk]),
            Trap("non-dairy creamer (sodium caseinate)", [.milk]), Trap("gluten free oats, sugar", [.gluten]),
            Trap("Sugar, salt. Gluten-free. Dairy free.", []), Trap("fat free milk", [.milk]),
            Trap("free range eggs", [.eggs]), Trap("Does not contain milk, egg or soy. Sugar, wheat.", [.gluten]),
            Trap("Sugar. Free from: gluten, milk and nuts.", []),
            Trap("Does not contain artificial colours, milk powder", [.milk]),
            Trap("does not contain gluten, skimmed milk, sugar", [.milk]),
            Trap("sans lactose, lait entier", [.milk]), Trap("sucre, sans lait ni œufs, noisettes", [.nuts]),
            Trap("amidon de blé sans gluten", [.gluten]), Trap("Ne contient pas de gluten. Sucre, sel.", []),
            Trap("sin gluten, leche desnatada", [.milk]), Trap("Azúcar, sal. No contiene gluten ni lactosa.", []),
            Trap("chocolate sin leche, mantequilla", [.milk]), Trap("sin azúcar, leche", [.milk]),
            Trap("无麸质面粉", [.gluten]), Trap("无乳糖牛奶", [.milk]), Trap("白砂糖。不含牛奶、鸡蛋。", []), Trap("无盐黄油", [.milk]),
            Trap("eggless noodles", [.gluten]), Trap("gluten-free breadcrumbs (rice flour)", []),
        ])
    func negations(trap: Trap) throws { try check(trap) }

    @Test(
        "ALG-08: statements of traces are told apart from what the product holds",
        arguments: [
            Trap("Sugar, salt. May contain milk and peanuts.", [], may: [.peanuts, .milk]),
            Trap("Sugar, milk. May contain milk, nuts.", [.milk], may: [.nuts]),
            Trap("Wheat flour (may contain soy), egg", [.gluten, .eggs], may: [.soybeans]),
            Trap("Sugar. Made in a facility that also processes sesame. Contains: egg.", [.eggs], may: [.sesame]),
            Trap("Sugar, salt, nuts may be present", [], may: [.nuts]),
            Trap("MAY CONTAIN: FISH\nIngredients: sugar, egg", [.eggs], may: [.fish]),
            Trap("Sucre. Peut contenir des traces de lait, fruits à coque.", [], may: [.milk, .nuts]),
            Trap("Sucre, œufs. Traces éventuelles de soja. Contient : lait.", [.eggs, .milk], may: [.soybeans]),
            Trap("Azúcar. Puede contener trazas de huevo y sésamo.", [], may: [.eggs, .sesame]),
            Trap("Azúcar, trigo. Elaborado en una fábrica que utiliza leche.", [.gluten], may: [.milk]),
            Trap("配料：白砂糖、小麦粉。可能含有花生、牛奶。", [.gluten], may: [.peanuts, .milk]),
            Trap("白砂糖。本生产线也加工含有鱼类的产品。致敏物质：鸡蛋。", [.eggs], may: [.fish]),
        ])
    func traces(trap: Trap) throws { try check(trap) }

    @Test(
        "ALG-06: an additive of undeclared origin is possible, with its reason; a declared origin decides",
        arguments: [
            Trap("sugar, emulsifier: lecithin", [], may: [.eggs, .soybeans]),
            Trap("sugar, E322", [], may: [.eggs, .soybeans]),
            Trap("soya lecithin", [.soybeans]), Trap("sunflower lecithin", []), Trap("lécithine de tournesol", []),
            Trap("lecitina de soja", [.soybeans]), Trap("大豆卵磷脂", [.soybeans]), Trap("E150d", [], may: [.sulphites]),
        ])
    func doubtfulAdditives(trap: Trap) throws { try check(trap) }

    @Test(
        "ALG-06: case, accents, full width, ligatures, plurals, emphasis and line wraps do not hide a term",
        arguments: [
            Trap("SKIMMED MILK POWDER", [.milk]), Trap("ＭＩＬＫ ｐｏｗｄｅｒ", [.milk]), Trap("oeufs, œufs", [.eggs]),
            Trap("_milk_, *egg*", [.eggs, .milk]), Trap("ﬁsh sauce", [.fish]), Trap("anchovies", [.fish]),
            Trap("nueces, peces", [.fish, .nuts]), Trap("sugar, skimmed\nmilk", [.milk]),
            Trap("ce\u{AD}le\u{AD}ry", [.celery]),
            Trap("cre\u{300}me", [.milk]), Trap("雞蛋、麵粉、蝦", [.crustaceans, .eggs, .gluten]),
            Trap("含牛奶和小麦", [.gluten, .milk]),
            Trap("protéines de lait", [.milk]), Trap("proteinas de leche", [.milk]), Trap("soya-lecithin", [.soybeans]),
        ])
    func spellings(trap: Trap) throws { try check(trap) }

    @Test("ALG-07: two languages on one label are both read, whatever the client says")
    func bilingual() throws {
        let text = "Ingredients: sugar, hazelnuts. Ingrédients : sucre, noisettes, lait écrémé. Puede contener huevo."
        for language in LabelLanguage.allCases {
            let found = try LexiconFixture.assess(text, language: language)
            #expect(found.allContained.codes == [.milk, .nuts])
            #expect(found.allPossible.codes == [.eggs])
        }
    }

    @Test("ALG-06: a word that means different things is decided by the text's language")
    func homographs() throws {
        #expect(
            try LexiconFixture.assess("bar, eau, sel, beurre", language: .french).allContained.codes == [.fish, .milk])
        #expect(try LexiconFixture.assess("cereal bar, sugar, salt").allContained.codes == [])
    }
}
