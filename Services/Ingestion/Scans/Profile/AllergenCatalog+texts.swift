import EventContracts
import IngestionCore

extension AllergenCatalog {
    /// Name and examples, separated by commas; foods from Annex II and the guidance of the Canadian Food Inspection
    /// Agency on priority allergens.
    static func text(of code: AllergenCode, in language: ContentLanguage) -> (name: String, examples: String) {
        switch language {
        case .en: english(code)
        case .fr: french(code)
        case .es: spanish(code)
        case .zh: chinese(code)
        }
    }

    private static func english(_ code: AllergenCode) -> (name: String, examples: String) {
        switch code {
        case .gluten: ("Gluten", "wheat, rye, barley, oats, spelt, bread, pasta")
        case .crustaceans: ("Crustaceans", "shrimp, crab, lobster, crayfish")
        case .eggs: ("Eggs", "mayonnaise, meringue, cakes, fresh pasta")
        case .fish: ("Fish", "salmon, tuna, anchovies, Worcestershire sauce")
        case .peanuts: ("Peanuts", "peanut butter, satay sauce, groundnut oil")
        case .soybeans: ("Soybeans", "tofu, soy sauce, edamame, soy lecithin")
        case .milk: ("Milk", "butter, cheese, cream, yogurt, whey")
        case .nuts: ("Tree nuts", "almonds, hazelnuts, walnuts, cashews, pistachios, marzipan")
        case .celery: ("Celery", "celeriac, celery salt, stock cubes, soups")
        case .mustard: ("Mustard", "dressings, marinades, curry powder")
        case .sesame: ("Sesame", "tahini, hummus, halva, burger buns")
        case .sulphites: ("Sulphites", "wine, dried apricots, dried potatoes")
        case .lupin: ("Lupin", "lupin flour, some gluten-free bread, some pasta")
        case .molluscs: ("Molluscs", "mussels, oysters, squid, snails, oyster sauce")
        }
    }

    private static func french(_ code: AllergenCode) -> (name: String, examples: String) {
        switch code {
        case .gluten: ("Gluten", "blé, seigle, orge, avoine, épeautre, pain, pâtes")
        case .crustaceans: ("Crustacés", "crevettes, crabe, homard, écrevisses")
        case .eggs: ("Œufs", "mayonnaise, meringue, gâteaux, pâtes fraîches")
        case .fish: ("Poisson", "saumon, thon, anchois, sauce Worcestershire")
        case .peanuts: ("Arachides", "beurre d’arachide, sauce satay, huile d’arachide")
        case .soybeans: ("Soja", "tofu, sauce soja, edamame, lécithine de soja")
        case .milk: ("Lait", "beurre, fromage, crème, yogourt, lactosérum")
        case .nuts: ("Fruits à coque", "amandes, noisettes, noix, noix de cajou, pistaches, massepain")
        case .celery: ("Céleri", "céleri-rave, sel de céleri, cubes de bouillon, soupes")
        case .mustard: ("Moutarde", "vinaigrettes, marinades, poudre de cari")
        case .sesame: ("Sésame", "tahini, houmous, halva, pains à hamburger")
        case .sulphites: ("Sulfites", "vin, abricots secs, pommes de terre déshydratées")
        case .lupin: ("Lupin", "farine de lupin, certains pains sans gluten, certaines pâtes")
        case .molluscs: ("Mollusques", "moules, huîtres, calmars, escargots, sauce d’huître")
        }
    }

    private static func spanish(_ code: AllergenCode) -> (name: String, examples: String) {
        switch code {
        case .gluten: ("Gluten", "trigo, centeno, cebada, avena, espelta, pan, pasta")
        case .crustaceans: ("Crustáceos", "gambas, cangrejo, langosta, cigalas")
        case .eggs: ("Huevos", "mayonesa, merengue, pasteles, pasta fresca")
        case .fish: ("Pescado", "salmón, atún, anchoas, salsa Worcestershire")
        case .peanuts: ("Cacahuetes", "mantequilla de cacahuete, salsa satay, aceite de cacahuete")
        case .soybeans: ("Soja", "tofu, salsa de soja, edamame, lecitina de soja")
        case .milk: ("Leche", "mantequilla, queso, nata, yogur, suero de leche")
        case .nuts: ("Frutos de cáscara", "almendras, avellanas, nueces, anacardos, pistachos, mazapán")
        case .celery: ("Apio", "apionabo, sal de apio, cubitos de caldo, sopas")
        case .mustard: ("Mostaza", "aliños, adobos, curry en polvo")
        case .sesame: ("Sésamo", "tahini, hummus, halva, panes de hamburguesa")
        case .sulphites: ("Sulfitos", "vino, orejones de albaricoque, patatas deshidratadas")
        case .lupin: ("Altramuces", "harina de altramuz, algunos panes sin gluten, algunas pastas")
        case .molluscs: ("Moluscos", "mejillones, ostras, calamares, caracoles, salsa de ostras")
        }
    }

    private static func chinese(_ code: AllergenCode) -> (name: String, examples: String) {
        switch code {
        case .gluten: ("麸质", "小麦, 黑麦, 大麦, 燕麦, 斯佩尔特小麦, 面包, 面条")
        case .crustaceans: ("甲壳类", "虾, 蟹, 龙虾, 小龙虾")
        case .eggs: ("蛋类", "蛋黄酱, 蛋白酥, 蛋糕, 鸡蛋面")
        case .fish: ("鱼类", "三文鱼, 金枪鱼, 凤尾鱼, 伍斯特酱")
        case .peanuts: ("花生", "花生酱, 沙爹酱, 花生油")
        case .soybeans: ("大豆", "豆腐, 酱油, 毛豆, 大豆卵磷脂")
        case .milk: ("乳类", "黄油, 奶酪, 奶油, 酸奶, 乳清")
        case .nuts: ("坚果", "杏仁, 榛子, 核桃, 腰果, 开心果, 杏仁糖")
        case .celery: ("芹菜", "根芹, 芹菜盐, 浓汤块, 汤类")
        case .mustard: ("芥末", "沙拉酱, 腌料, 咖喱粉")
        case .sesame: ("芝麻", "芝麻酱, 鹰嘴豆泥, 芝麻糖, 汉堡面包")
        case .sulphites: ("亚硫酸盐", "葡萄酒, 杏干, 脱水土豆")
        case .lupin: ("羽扇豆", "羽扇豆粉, 部分无麸质面包, 部分面食")
        case .molluscs: ("软体动物", "贻贝, 牡蛎, 鱿鱼, 蜗牛, 蚝油")
        }
    }
}
