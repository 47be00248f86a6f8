import EventContracts
import Testing

@testable import AllergenService

/// A text and its allergens, for any profile.
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

@Suite("Tricky ingredient lists")
struct TrapTests {
    private func check(_ trap: Trap) throws {
        let found = try LexiconFixture.assess(trap.text)
        #expect(found.allContained.codes == trap.holds.sorted(), "held")
        #expect(found.allPossible.codes == trap.mayHold.sorted(), "possible")
    }

    @Test(
        "ALG-06: derivatives map to their allergen",
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
        "ALG-06: list: inconspicuous words can stand for an allergen",
        arguments: [
            Trap("azúcar, suero, sal", [.milk]), Trap("白砂糖、面皮、食用盐", [.gluten]), Trap("sucre, sauce au bleu", [.milk]),
            Trap("sugar, hobnobs, salt", [.gluten]), Trap("大米、料酒、食用盐", [], may: [.gluten]),
            Trap("大米、花雕酒、食用盐", [], may: [.gluten]), Trap("大米、酱牛肉、食用盐", [], may: [.soybeans]),
            Trap("大米、熏干、食用盐", [], may: [.soybeans]), Trap("大米、油皮、食用盐", [], may: [.soybeans]),
            Trap("rice, asafoetida, salt", [], may: [.gluten]), Trap("rice, quorn, salt", [], may: [.eggs]),
            Trap("sugar, halawi, salt", [], may: [.sesame]),
        ])
    func hidden(trap: Trap) throws { try check(trap) }

    @Test(
        "ALG-07: false friends do not match the allergen they resemble",
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
        "ALG-07: a negation applies only to the mention it governs",
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
        "ALG-08: trace statements are separated from contents",
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
        "ALG-06: an additive of undeclared origin is possible",
        arguments: [
            Trap("sugar, emulsifier: lecithin", [], may: [.eggs, .soybeans]),
            Trap("sugar, E322", [], may: [.eggs, .soybeans]),
            Trap("soya lecithin", [.soybeans]), Trap("sunflower lecithin", []), Trap("lécithine de tournesol", []),
            Trap("lecitina de soja", [.soybeans]), Trap("大豆卵磷脂", [.soybeans]), Trap("E150d", [], may: [.sulphites]),
        ])
    func doubtfulAdditives(trap: Trap) throws { try check(trap) }

    @Test(
        "ALG-06: case, accents, ligatures, plurals and line wraps match",
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

    @Test(
        "ALG-07: 土豆 is peanut in Taiwan (traditional script), potato elsewhere",
        arguments: [
            Trap("土豆、盐、植物油", []), Trap("土豆粉、食用盐", []), Trap("土豆、鹽、麵粉", [.gluten], may: [.peanuts]),
            Trap("落花生、砂糖", [.peanuts]), Trap("maní, sal", [.peanuts]), Trap("cacahuate, sal", [.peanuts]),
            Trap("groundnuts, salt", [.peanuts]), Trap("pinottes, sel", [.peanuts]), Trap("jaiba, sal", [.crustaceans]),
            Trap("camarón seco, sal", [.crustaceans]), Trap("frijol de soya, sal", [.soybeans]),
            Trap("extrait de soya, sel", [.soybeans]), Trap("garbanzo flour, salt", []),
            Trap("filberts, sugar", [.nuts]), Trap("rice, jhinga, salt", [.crustaceans]),
            Trap("rice, rai, salt", [.mustard]), Trap("rice, valencias, salt", [], may: [.peanuts]),
            Trap("rice, globulin, salt", [], may: [.eggs, .milk, .soybeans]),
            Trap("nugat, sugar", [.nuts], may: [.eggs]),
        ])
    func regionalNames(trap: Trap) throws { try check(trap) }

    @Test(
        "ALG-07: list: further false friends, including overlapping ones",
        arguments: [
            Trap("coconut milk powder, coconut milk extract", []), Trap("poudre de lait de coco, sel", []),
            Trap("harina de trigo sarraceno, sal", []), Trap("farine de blé noir, eau", []), Trap("豌豆粉、绿豆粉、红豆沙", []),
            Trap("羽扇豆粉、盐", [.lupin]), Trap("牛油果、面包果、奶油果", []), Trap("flour treatment agent, rice flour", []),
            Trap("agente de tratamiento de la harina, arroz", []), Trap("beurre de cacahuète, sel", [.peanuts]),
            Trap("oat milk, salt", [.gluten]), Trap("soy milk chocolate drink", [.soybeans]),
            Trap("poulet rôti, sel", []),
            Trap("sucre roux, eau", []), Trap("pâte de noix de coco, sel", []), Trap("miel crémeux", []),
            Trap("鲍鱼菇、鲍鱼果", [.nuts]), Trap("蟹味菇、虾夷葱、木鱼、海蜇", []), Trap("butter beans, buttercup squash", []),
            Trap("goldfish cracker", [.gluten], may: [.milk]),
            Trap("jellyfish, salt", []), Trap("laitue, lechuga, sel", []),
            Trap("noix de veau, pommes noisettes", []), Trap("castañas, chufas, sal", []), Trap("可可豆、咖啡豆、土豆泥", []),
            Trap("玉米淀粉、藜麦、薏米、麦芽糊精", []), Trap("蛋白质、蛋氨酸、酪氨酸", []), Trap("椰奶粉、椰子奶油", []),
            Trap("rice malt, puffed rice cereal", []), Trap("wine vinegar, salt", []), Trap("wine gum flavour", []),
            Trap("Maitodextin, potato starch, salt, sugar", []), Trap("flour locust bean, water, salt", []),
            Trap("Arroz, agua, avelãs, sal", [.nuts]),
        ])
    func moreFalseFriends(trap: Trap) throws { try check(trap) }

    @Test(
        "ALG-07: a food with its own list is judged by that list",
        arguments: [
            Trap("wafers (potato starch, water, vegetable oil), sugar", [], may: [.gluten]),
            Trap("wafers (wheat flour, sugar), salt", [.gluten]), Trap("wafers (14%), sugar", [.gluten]),
            Trap("pain azyme (fécule de pomme de terre, huile de tournesol), miel", [], may: [.gluten]),
            Trap("pasta (water, durum semolina), tomato", [.gluten]),
            Trap("biscuit [rice flour, sugar (cane, beet)], salt", [], may: [.gluten]),
            Trap("Wafer: potato starch, cane sugar, salt", [], may: [.gluten]),
            Trap("Biscuit: wheat flour, sugar", [.gluten]),
        ])
    func ownLists(trap: Trap) throws { try check(trap) }

    @Test(
        "ALG-08: unusual trace statements are found in four languages",
        arguments: [
            Trap("Made on equipment that also processes peanuts. Ingredients: sugar, salt.", [], may: [.peanuts]),
            Trap("Sugar. Produced in a factory which handles milk, egg and sesame.", [], may: [.eggs, .milk, .sesame]),
            Trap("Sugar. Not suitable for milk allergy sufferers due to manufacturing methods.", [], may: [.milk]),
            Trap("Sugar. Allergy advice: contains milk. May contain nuts.", [.milk], may: [.nuts]),
            Trap("Sugar. For allergens, including cereals containing gluten, see ingredients in bold.", []),
            Trap("Contains: wheat. Ingredients: sugar, salt. May contain soy.", [.gluten], may: [.soybeans]),
            Trap("Sucre. Fabriqué dans un atelier qui manipule des fruits à coque.", [], may: [.nuts]),
            Trap("Sucre. Présence éventuelle de céleri, moutarde et sésame.", [], may: [.celery, .mustard, .sesame]),
            Trap("Sucre. Contient du lait. Peut contenir : œuf.", [.milk], may: [.eggs]),
            Trap("Azúcar. Elaborado en instalaciones donde se manipulan frutos secos.", [], may: [.nuts]),
            Trap("Azúcar. Contiene: soja. Puede contener leche.", [.soybeans], may: [.milk]),
            Trap(
                "Azúcar. Puede contener trazas de crustáceos, pescado y moluscos.", [],
                may: [.crustaceans, .fish, .molluscs]),
            Trap("白砂糖。本产品可能含有微量坚果。", [], may: [.nuts]), Trap("白砂糖。此生产线也加工含有蛋类的产品。", [], may: [.eggs]),
            Trap("白砂糖、盐。过敏原提示：含有大豆。", [.soybeans]), Trap("白砂糖。致敏物质：可能含有麸质。", [], may: [.gluten]),
        ])
    func statements(trap: Trap) throws { try check(trap) }

    @Test(
        "ALG-06: list: nesting, footnotes, emphasis and columns",
        arguments: [
            Trap(
                "Filling [cream (milk, stabiliser (E407)), sugar], base {biscuit (wheat flour, butter)}",
                [.gluten, .milk]),
            Trap("Sugar, almonds*, salt. *organic", [.nuts]),
            Trap("Sugar, flavouring¹, salt. ¹ contains milk", [.milk]),
            Trap("sugar**, MILK†, salt. **fair trade †from Canada", [.milk]),
            Trap("**WHEAT** flour, <b>egg</b>, _soya_", [.gluten, .eggs, .soybeans]),
            Trap("Sugar (12%), wheat¹ flour, milk² powder", [.gluten, .milk]),
            Trap("sucre* (cane), lait* écrémé. *biologique", [.milk]),
            Trap("Sugar\nSalt\nSkimmed milk powder\nWheat flour", [.gluten, .milk]),
            Trap("sugar, sulphur\ndioxide, salt", [.sulphites]), Trap("((milk", [.milk]),
            Trap("milk)), egg", [.eggs, .milk]),
            Trap("emulsifier (lecithin (soy)), sugar", [.soybeans]),
            Trap("emulsifier: lecithin [soya], sugar", [.soybeans]),
            Trap("émulsifiant : lécithines (tournesol), sucre", []), Trap("emulgente (lecitina (girasol)), sal", []),
            Trap("lecithin (sunflower), soya lecithin", [.soybeans]), Trap("卵磷脂（大豆）、盐", [.soybeans]),
        ])
    func layout(trap: Trap) throws { try check(trap) }

    @Test("ALG-07: both languages of a label are read")
    func bilingual() throws {
        let text = "Ingredients: sugar, hazelnuts. Ingrédients : sucre, noisettes, lait écrémé. Puede contener huevo."
        for language in LabelLanguage.allCases {
            let found = try LexiconFixture.assess(text, language: language)
            #expect(found.allContained.codes == [.milk, .nuts])
            #expect(found.allPossible.codes == [.eggs])
        }
    }

    @Test("ALG-06: an ambiguous word is resolved by the language of the text")
    func homographs() throws {
        #expect(
            try LexiconFixture.assess("bar, eau, sel, beurre", language: .french).allContained.codes == [.fish, .milk])
        #expect(try LexiconFixture.assess("cereal bar, sugar, salt").allContained.codes == [])
    }
}
