import EventContracts
import FoodCatalogue
import Purchases

/// Names of spending groups in every language, at most 24 characters long, so that they fit a chart.
enum SpendingWords {
    /// The code of the combined groups beyond a limit.
    static let rest = "rest"

    /// The name of a category.
    static func name(of category: PurchaseCategory, in language: FoodLanguage) -> String {
        let names: [FoodLanguage: String] =
            switch category {
            case .produce: words("Fruit and vegetables", "Fruits et légumes", "Frutas y verduras", "果蔬")
            case .meat: words("Meat", "Viande", "Carne", "肉类")
            case .seafood: words("Fish and seafood", "Poisson, fruits de mer", "Pescados y mariscos", "水产")
            case .dairy: words("Dairy and eggs", "Produits laitiers, œufs", "Lácteos y huevos", "乳品和蛋类")
            case .bakery: words("Bread and bakery", "Boulangerie", "Panadería", "烘焙食品")
            case .pantry: words("Pantry", "Épicerie", "Despensa", "粮油干货")
            case .snacks: words("Snacks", "Grignotines salées", "Aperitivos", "零食")
            case .sweets: words("Sweets", "Sucreries", "Dulces", "糖果甜食")
            case .beverages: words("Drinks", "Boissons", "Bebidas", "饮料")
            case .alcohol: words("Alcohol", "Alcool", "Alcohol", "酒类")
            case .frozen: words("Frozen food", "Surgelés", "Congelados", "冷冻食品")
            case .prepared: words("Prepared food", "Plats préparés", "Comida preparada", "熟食")
            case .household: words("Household goods", "Entretien de la maison", "Artículos del hogar", "家居用品")
            case .personalCare: words("Personal care", "Hygiène et soins", "Cuidado personal", "个人护理")
            case .baby: words("Baby", "Bébé", "Bebé", "婴儿用品")
            case .pet: words("Pets", "Animaux", "Mascotas", "宠物用品")
            case .other: words("Other", "Autres", "Otros", "其他")
            }
        return names[language] ?? category.rawValue
    }

    /// The name of a group that is not a period, shop or product; nil for those.
    static func name(of key: SpendingReport.Key, in language: FoodLanguage) -> String? {
        switch key {
        case .start, .store, .product: nil
        case .category(let category): name(of: category, in: language)
        case .unknown: words("Unknown", "Inconnu", "Desconocido", "未知")[language]
        case .charges: words("Taxes and fees", "Taxes et frais", "Impuestos y cargos", "税费")[language]
        case .unassigned: words("Not on any row", "Sur aucune ligne", "En ninguna línea", "未列入任何行")[language]
        }
    }

    /// The name of the combined groups beyond a limit.
    static func nameOfRest(in language: FoodLanguage) -> String {
        words("The rest", "Le reste", "El resto", "其余")[language] ?? rest
    }

    private static func words(
        _ english: String, _ french: String, _ spanish: String, _ chinese: String
    ) -> [FoodLanguage: String] {
        [.english: english, .french: french, .spanish: spanish, .chinese: chinese]
    }
}
