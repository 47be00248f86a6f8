import IngestionCore

/// Names of the groups of spending that are neither periods, shops nor products, for charts.
enum SpendingLabels {
    /// The name of a group.
    ///
    /// - Parameters:
    ///   - key: As in `SpendingView.Group`, such as `dairy` or `rest`.
    ///   - language: The language of the chart.
    /// - Returns: Nil for other keys.
    static func name(of key: String, in language: ContentLanguage) -> String? { names[key]?[language] }

    private static let names: [String: [ContentLanguage: String]] = [
        "produce": [.en: "Fruit and vegetables", .fr: "Fruits et légumes", .es: "Frutas y verduras", .zh: "果蔬"],
        "meat": [.en: "Meat", .fr: "Viande", .es: "Carne", .zh: "肉类"],
        "seafood": [.en: "Fish and seafood", .fr: "Poisson et fruits de mer", .es: "Pescados y mariscos", .zh: "水产"],
        "dairy": [.en: "Dairy and eggs", .fr: "Produits laitiers, œufs", .es: "Lácteos y huevos", .zh: "乳品和蛋类"],
        "bakery": [.en: "Bread and bakery", .fr: "Boulangerie", .es: "Panadería", .zh: "烘焙食品"],
        "pantry": [.en: "Pantry", .fr: "Épicerie", .es: "Despensa", .zh: "粮油干货"],
        "snacks": [.en: "Snacks", .fr: "Grignotines salées", .es: "Aperitivos", .zh: "零食"],
        "sweets": [.en: "Sweets", .fr: "Sucreries", .es: "Dulces", .zh: "糖果甜食"],
        "beverages": [.en: "Drinks", .fr: "Boissons", .es: "Bebidas", .zh: "饮料"],
        "alcohol": [.en: "Alcohol", .fr: "Alcool", .es: "Alcohol", .zh: "酒类"],
        "frozen": [.en: "Frozen food", .fr: "Surgelés", .es: "Congelados", .zh: "冷冻食品"],
        "prepared": [.en: "Prepared food", .fr: "Plats préparés", .es: "Comida preparada", .zh: "熟食"],
        "household": [.en: "Household goods", .fr: "Entretien de la maison", .es: "Artículos del hogar", .zh: "家居用品"],
        "personalCare": [.en: "Personal care", .fr: "Hygiène et soins", .es: "Cuidado personal", .zh: "个人护理"],
        "baby": [.en: "Baby", .fr: "Bébé", .es: "Bebé", .zh: "婴儿用品"],
        "pet": [.en: "Pets", .fr: "Animaux", .es: "Mascotas", .zh: "宠物用品"],
        "other": [.en: "Other", .fr: "Autres", .es: "Otros", .zh: "其他"],
        "charges": [.en: "Taxes and fees", .fr: "Taxes et frais", .es: "Impuestos y cargos", .zh: "税费"],
        "unassigned": [.en: "Not on any row", .fr: "Sur aucune ligne", .es: "En ninguna línea", .zh: "未列入任何行"],
        "unknown": [.en: "Unknown", .fr: "Inconnu", .es: "Desconocido", .zh: "未知"],
        "rest": [.en: "The rest", .fr: "Le reste", .es: "El resto", .zh: "其余"],
    ]
}
