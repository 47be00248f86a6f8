extension AllergenSpecies {
    /// The name as used within a sentence, in the language of an ISO 639-1 code: en, fr, es or zh; English for any
    /// other code.
    package func name(in language: String) -> String {
        let names = names
        return switch language {
        case "fr": names.french
        case "es": names.spanish
        case "zh": names.chinese
        default: names.english
        }
    }

    private typealias Names = (english: String, french: String, spanish: String, chinese: String)

    private var names: Names {
        switch group {
        case .gluten: cereal
        case .crustaceans: crustacean
        case .fish: self < .hake ? fishFromAToG : self < .sardine ? fishFromHToP : fishFromSToW
        case .nuts: treeNut
        default: mollusc
        }
    }

    private var cereal: Names {
        switch self {
        case .rye: ("rye", "seigle", "centeno", "黑麦")
        case .barley: ("barley", "orge", "cebada", "大麦")
        case .oats: ("oats", "avoine", "avena", "燕麦")
        default: ("wheat", "blé", "trigo", "小麦")
        }
    }

    private var crustacean: Names {
        switch self {
        case .crab: ("crab", "crabe", "cangrejo", "蟹")
        case .lobster: ("lobster", "homard", "bogavante", "龙虾")
        case .langoustine: ("langoustine", "langoustine", "cigala", "海螯虾")
        case .crayfish: ("crayfish", "écrevisse", "cangrejo de río", "小龙虾")
        case .krill: ("krill", "krill", "kril", "磷虾")
        case .barnacle: ("barnacles", "pouces-pieds", "percebes", "藤壶")
        default: ("shrimp", "crevettes", "camarones", "虾")
        }
    }

    private var fishFromAToG: Names {
        switch self {
        case .carp: ("carp", "carpe", "carpa", "鲤鱼")
        case .catfish: ("catfish", "poisson-chat", "bagre", "鲶鱼")
        case .cod: ("cod", "morue", "bacalao", "鳕鱼")
        case .eel: ("eel", "anguille", "anguila", "鳗鱼")
        case .flatfish: ("flatfish", "poisson plat", "pez plano", "比目鱼")
        case .grouper: ("grouper", "mérou", "mero", "石斑鱼")
        case .haddock: ("haddock", "aiglefin", "eglefino", "黑线鳕")
        default: ("anchovies", "anchois", "anchoas", "凤尾鱼")
        }
    }

    private var fishFromHToP: Names {
        switch self {
        case .halibut: ("halibut", "flétan", "fletán", "大比目鱼")
        case .herring: ("herring", "hareng", "arenque", "鲱鱼")
        case .mackerel: ("mackerel", "maquereau", "caballa", "鲭鱼")
        case .monkfish: ("monkfish", "lotte", "rape", "鮟鱇鱼")
        case .mullet: ("mullet", "mulet", "mújol", "鲻鱼")
        case .perch: ("perch", "perche", "perca", "鲈鱼")
        case .pollock: ("pollock", "goberge", "abadejo", "狭鳕")
        case .salmon: ("salmon", "saumon", "salmón", "三文鱼")
        default: ("hake", "merlu", "merluza", "无须鳕")
        }
    }

    private var fishFromSToW: Names {
        switch self {
        case .seaBass: ("sea bass", "bar", "lubina", "海鲈鱼")
        case .seaBream: ("sea bream", "dorade", "dorada", "鲷鱼")
        case .shark: ("shark", "requin", "tiburón", "鲨鱼")
        case .snapper: ("snapper", "vivaneau", "pargo rojo", "笛鲷")
        case .sturgeon: ("sturgeon", "esturgeon", "esturión", "鲟鱼")
        case .swordfish: ("swordfish", "espadon", "pez espada", "剑鱼")
        case .tilapia: ("tilapia", "tilapia", "tilapia", "罗非鱼")
        case .trout: ("trout", "truite", "trucha", "鳟鱼")
        case .tuna: ("tuna", "thon", "atún", "金枪鱼")
        case .whiting: ("whiting", "merlan", "merlán", "牙鳕")
        default: ("sardines", "sardines", "sardinas", "沙丁鱼")
        }
    }

    private var treeNut: Names {
        switch self {
        case .hazelnut: ("hazelnuts", "noisettes", "avellanas", "榛子")
        case .walnut: ("walnuts", "noix", "nueces", "核桃")
        case .cashew: ("cashews", "noix de cajou", "anacardos", "腰果")
        case .pecan: ("pecans", "noix de pécan", "pacanas", "碧根果")
        case .brazilNut: ("Brazil nuts", "noix du Brésil", "nueces de Brasil", "巴西坚果")
        case .pistachio: ("pistachios", "pistaches", "pistachos", "开心果")
        case .macadamia: ("macadamia nuts", "noix de macadamia", "nueces de macadamia", "夏威夷果")
        case .pineNut: ("pine nuts", "pignons de pin", "piñones", "松子")
        default: ("almonds", "amandes", "almendras", "杏仁")
        }
    }

    private var mollusc: Names {
        switch self {
        case .oyster: ("oysters", "huîtres", "ostras", "牡蛎")
        case .clam: ("clams", "palourdes", "almejas", "蛤蜊")
        case .cockle: ("cockles", "coques", "berberechos", "鸟蛤")
        case .scallop: ("scallops", "pétoncles", "vieiras", "扇贝")
        case .squid: ("squid", "calmar", "calamar", "鱿鱼")
        case .octopus: ("octopus", "poulpe", "pulpo", "章鱼")
        case .cuttlefish: ("cuttlefish", "seiche", "sepia", "墨鱼")
        case .abalone: ("abalone", "ormeau", "abulón", "鲍鱼")
        case .snail: ("snails", "escargots", "caracoles", "蜗牛")
        case .whelk: ("whelks", "bulots", "bocinas", "峨螺")
        default: ("mussels", "moules", "mejillones", "贻贝")
        }
    }
}
