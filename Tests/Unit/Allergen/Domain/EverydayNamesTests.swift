import EventContracts
import Testing

@testable import AllergenService

@Suite("Common names of allergens")
struct EverydayNamesTests {
    /// Names with the same expected result.
    struct Names: CustomTestStringConvertible {
        let code: AllergenCode
        let names: [String]

        init(_ code: AllergenCode, _ names: String) {
            self.code = code
            self.names = names.split(separator: "|").map(String.init)
        }

        var testDescription: String { "\(code): \(names.first ?? "")" }
    }

    @Test(
        "ALG-06: common and scientific names match in four languages",
        arguments: [
            Names(
                .milk, "kumis|koumiss|khoya|mawa|malai|chhena|kashk|shrikhand|rasgulla|kulfi|galalith|recaldent|dahi"),
            Names(.milk, "caprae lac|Simplesse|WPC|brousse|caillebotte|cancoillotte|tartiflette|lben|smen|ricota"),
            Names(.milk, "jocoque|quesillo|manjarblanco|rompope|béarnaise|hollandaise sauce|酥酪"),
            Names(.eggs, "tamago|ovoinhibitor|avgolemono|blancs en neige|tortilla de patatas|rompope|huevos rancheros"),
            Names(.eggs, "全卵|鸡卵|玉子烧|日本豆腐|dijonnaise"),
            Names(.fish, "yellowtail|hamachi|amberjack|kamaboko|niboshi|shirasu|gurnard|hilsa|scrod|milt|menhaden oil"),
            Names(.fish, "lutefisk|ceviche|gadus morhua|klippfisk|goberge|achigan|corégone|tacaud|germon|omble"),
            Names(.fish, "filet de julienne|filet de doré|pejerrey|charales|surubí|pacú|brótola|filete de reineta"),
            Names(.fish, "花胶|花膠|马鲛|馬鮫|泥鳅|河豚|鮁|鰨|虱目魚|bagna cauda|ikan bilis|leche de tigre"),
            Names(.crustaceans, "amphipods|mudbugs|scampi|langostino|amaebi|har gow|galathées|ouassous|acociles"),
            Names(.crustaceans, "picorocos|gambones|紅蟳|虾饺|penaeus vannamei"),
            Names(.molluscs, "vongole|loligo|nautilus|cuttlebone|hotate|escargots|scungilli|myes|mactres|navajuelas"),
            Names(.molluscs, "conchas de abanico|帶子|带子|軟絲|鎖管|九孔|響螺|螺|haliotis|tinta de choco|coques cuites"),
            Names(.soybeans, "inari|sillao|支竹|枝竹|百叶结|香干|枝豆|腐皮|豉汁|tofurkey|liquid aminos|atsuage"),
            Names(.gluten, "bran flakes|paratha|mugicha|tabbouleh|kibbeh|orzo|frik|méteil|burgol|alcuzcuz|semita"),
            Names(.gluten, "pizza|澄面|烏龍麵|公仔面|贝果|三明治|蛋糕|marraqueta|rye wholemeal flour"),
            Names(.nuts, "合桃|合桃仁|巴达木|琥珀桃仁|badam|akhrot|nocciola|brazils|Ferrero Rocher|nocilla|nogada"),
            Names(.nuts, "Prunus amygdalus dulcis oil|panforte|praliné|gianduja|corylus avellana"),
            Names(.peanuts, "mandelonas|生果仁|beurre de pinottes|moongphali|pea nut butter|reese's|cacahuates japoneses"),
            Names(.sesame, "benniseed|脂麻|jalva|gomadare|tilgul|everything bagel seasoning|pasteli"),
            Names(.mustard, "kasundi|jenabe|榨菜|雪菜|梅菜|梅干菜|雪裡紅|gai choy|karashi|sarson|mostaza"),
            Names(.celery, "smallage|ache des marais|kintsai|mirepoix|céleri rémoulade"),
            Names(.lupin, "卢平豆|鲁平豆|魯冰豆|tarhui|tremocos|tramousses|lupinus albus"),
            Names(.sulphites, "保险粉|abricots soufrés|orejones azufrados"),
        ])
    func held(names: Names) throws {
        try expectHeld(names)
    }

    @Test(
        "ALG-06: names of bakery and regional cuisines match",
        arguments: [
            Names(
                .milk, "custard|romano|ricotta|basundi|rosogolla|cajeta|arequipe|perméat|crème brûlée|natillas|卡仕达|拿铁"),
            Names(
                .milk,
                "grana padano|parmigiano reggiano|pecorino|paneer|khoya|mawa|rasgulla|kulfi|ghee|dulce de leche"),
            Names(.gluten, "fu|seitan|panko|udon|farfel|matzo|couscous|bulgur|freekeh|roti canai|golgappa|piadina"),
            Names(.gluten, "lumpia|maamoul|empanada|ramen|gozleme|speculaas|tsampa|ginger nuts|糌粑|馄饨|挂面"),
            Names(.fish, "kamaboko|dashi|nam pla|bagoong isda|colatura|katsuobushi|taramasalata|bottarga|凤尾鱼|明太子"),
            Names(.sesame, "til oil|gingelly|benne|tahini|halva|gomasio|sesame seeds|芝麻酱"),
            Names(.soybeans, "gochujang|doenjang|natto|tempeh|toban djan|mentsuyu|腐乳|silk tofu"),
            Names(.nuts, "turrón de Jijona|mazapán|calisson|panellets|frangelico|marzipan|ajoblanco|琥珀核桃"),
            Names(.crustaceans, "belachan|bagoong alamang|crevettes|虾酱"), Names(.molluscs, "calamares|墨鱼|蛤蜊"),
            Names(.peanuts, "pindakaas|kacang|sauce mafé|花生"), Names(.eggs, "aïoli|zabaglione|huevos rancheros|蛋挞"),
        ])
    func moreHeld(names: Names) throws {
        try expectHeld(names)
    }

    @Test("ALG-06: til means sesame; Worcestershire sauce may contain fish")
    func boundNames() throws {
        #expect(try LexiconFixture.assess("sugar, til, salt").allContained.codes == [.sesame])
        #expect(try LexiconFixture.assess("water, Worcestershire sauce").allPossible.contains(AllergenSet(.fish)))
    }

    @Test(
        "ALG-06: dishes and sauces name each of their usual allergens",
        arguments: [
            Names(.gluten, "crepe|crêpe dentelle|brioche, azúcar, leche|naan, azúcar, leche|corn flakes|cornbread"),
            Names(.gluten, "buckwheat noodles|grape nuts|galette végétale|pain de viande|荞麦面条|好立克|阿华田|绿豆包|贝壳面|豆瓣酱"),
            Names(.gluten, "alfajor|brewer's yeast|chilli bean sauce|sweet bean sauce|sponge|tteokbokki|玉米片|冰淇淋筒|素肉"),
            Names(.milk, "quiche|vol-au-vent|Toblerone|lemon cheese|crème végétale|nata vegetal|lactoprotéines|MSNF"),
            Names(.eggs, "crème pâtissière|tres leches, sugar|clafoutis|savoiardi|crema de limón|dorure, eau, sel|蛋白糖"),
            Names(.nuts, "macarons, sugar|nougatine, sugar|korma paste|mole sauce|hazel paste|frutas secas"),
            Names(.nuts, "pan de Cádiz|azúcar, garrapiñadas, sal|pan de higo|coquitos del Brasil|pilinuts"),
            Names(.peanuts, "avellana americana|azúcar, garrapiñadas, sal|mazapan, sugar, salt"),
            Names(.soybeans, "yellow bean sauce|bean sauce|salted black beans|fermented beans|sweet bean sauce"),
            Names(.fish, "sauce américaine|bagoong|omega-3 from marine sources|huile marine|沙茶酱|木鱼粉|pad thaï"),
            Names(.fish, "filet de maigre|filets de vive|dos de lieu|filete de dorado|filetes de rosada"),
            Names(.crustaceans, "pousse-pieds|sauce Nantua|bouquets cuits|沙茶酱"), Names(.sesame, "dukka|mole sauce"),
            Names(.gluten, "cheesecake|meatballs|onion rings|mozzarella sticks|gravy|gumbo|levain|oignons frits|可丽饼"),
            Names(.milk, "enchiladas|calzone|Welsh rarebit|lasagnes|lasaña|salade grecque|千层面|naan bread|scones"),
            Names(.eggs, "tuna salad|fried rice|trifle|pâte à choux|sauce andalouse|torrijas|提拉米苏|奶黄馅|炒饭"),
            Names(.soybeans, "lo mein|kung pao|texturizado vegetal|炒面"), Names(.sesame, "hoisin sauce|salsa macha"),
            Names(.fish, "terrine de la mer|辣白菜"), Names(.sulphites, "caramel colour (class IV)"),
            Names(.molluscs, "eau, petits-gris, sel"), Names(.sulphites, "sucre, S02, sel|bióxido de azufre"),
        ])
    func eachAllergen(names: Names) throws {
        for name in names.names {
            let found = try LexiconFixture.assess(name)
            #expect(found.allContained.union(found.allPossible).contains(AllergenSet(names.code)), "\(name)")
        }
    }

    private func expectHeld(_ names: Names) throws {
        for name in names.names {
            let found = try LexiconFixture.assess(name)
            #expect(found.allContained.contains(AllergenSet(names.code)), "\(name)")
        }
    }

    @Test(
        "ALG-06: ambiguous names are possible matches, with a reason",
        arguments: [
            Names(.milk, "糖、牛油、鹽、麵粉|低聚半乳糖|eau, chèvre 5 %, sel, poivre|tagatose|barfi"),
            Names(.eggs, "harina, blanquillos, azúcar, sal"),
            Names(.fish, "water, skate, salt, pepper|kimchi|tapenade"),
            Names(.fish, "agua, emperador, sal, ajo|agua, lisa, sal, ajo"), Names(.crustaceans, "ebi|kimchi|bisque"),
            Names(.molluscs, "sel, eau, coques, poivre|agua, machas, sal, ajo|agua, chocos, sal, ajo|沙白|珍珠粉|鲍汁菇"),
            Names(.soybeans, "百叶|豆包|鱼豆腐|vegetable lecithin"),
            Names(.gluten, "sugar, bran, salt|gofio|salvado, agua, sal"),
            Names(.nuts, "halva|waldorf salad|beechnuts|桃仁"), Names(.peanuts, "mazapán|糖、地豆、鹽、麵粉|reformed nuts"),
            Names(.sesame, "胡麻籽（亚麻）|bulgogi"), Names(.mustard, "酸菜|冬菜|old bay seasoning"),
            Names(.celery, "bouquet garni|bloody mary mix|V8"), Names(.sulphites, "champagne|jerez|雪利酒"),
        ])
    func possible(names: Names) throws {
        for name in names.names {
            let found = try LexiconFixture.assess(name)
            #expect(found.allPossible.contains(AllergenSet(names.code)), "\(name)")
            let evidence = found.mayContain.flatMap(\.evidence)
            #expect(evidence.contains { $0.rule == .possibleSource && !$0.reason.isEmpty }, "\(name)")
        }
    }

    @Test(
        "ALG-07: harmless names that include an allergen's name are ignored",
        arguments: [
            Trap("eau, blé d'Inde, sel", []), Trap("farine de blé d’Inde, fécule de blé d'Inde", []),
            Trap("romano beans, romano tomatoes", []), Trap("天贝", [.soybeans]), Trap("蛋黄酱", [.eggs]), Trap("奶白菜", []),
            Trap("海鲜菇", []),
            Trap("奶豆腐", [.milk]), Trap("花生四烯酸", []), Trap("比目鱼", [.fish]), Trap("大豆分離蛋白", [.soybeans]),
            Trap("鱼皮花生", [.peanuts], may: [.gluten]), Trap("虱目魚", [.fish]), Trap("红豆包", [.gluten]), Trap("牛百叶", []),
            Trap("kecap manis", [.soybeans]), Trap("œufs de caille", [.eggs]), Trap("viande de chèvre", []),
            Trap("beurre de pinottes", [.peanuts]), Trap("crème de blé", [.gluten]), Trap("noix de coprah", []),
            Trap("pea nut butter", [.peanuts]), Trap("doughnut peach", []), Trap("ice cream bean", []),
            Trap("egg-free mayonnaise", []), Trap("eggless mayo", []), Trap("mayonesa vegana", []),
            Trap("fishless sauce", []), Trap("coconut milk yoghurt", []), Trap("almond-free marzipan flavour", []),
            Trap("caviar d'aubergine", []), Trap("gruau de maïs, son de riz", []),
            Trap("manzana reineta, agua, sal", []),
            Trap("fruits à coques, eau, sel", [.nuts]), Trap("mustard bran", [.mustard]), Trap("vanaspati ghee", []),
            Trap("sherry vinegar, vinagre de jerez", []), Trap("珍珠粉圆", []), Trap("Simplesse", [.milk], may: [.eggs]),
        ])
    func otherSense(trap: Trap) throws {
        let found = try LexiconFixture.assess(trap.text)
        #expect(found.allContained.codes == trap.holds.sorted(), "held")
        #expect(found.allPossible.codes == trap.mayHold.sorted(), "possible")
    }

    @Test("ALG-17: starch of an unnamed plant is a possible gluten conflict")
    func modifiedStarch() throws {
        let profile = AssessmentProfile(diets: [.glutenFree])
        let unnamed = try LexiconFixture.assess("water, sugar, modified starch, salt", profile: profile)
        #expect(unnamed.diets.map(\.answer) == [.unknown])
        let named = try LexiconFixture.assess("water, sugar, modified corn starch, salt", profile: profile)
        #expect(named.diets.map(\.answer) == [.noConflictFound])
    }
}
