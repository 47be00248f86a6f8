import FoodCatalogue

/// USDA's numbers of nutrients, which the Canadian Nutrient File uses too.
enum NutrientNumber {
    /// Maps nutrient numbers to nutrients with a rank: of several numbers of one nutrient, the lowest rank present is
    /// used.
    static let nutrients: [String: (nutrient: Nutrient, rank: Int)] = {
        var table: [String: (nutrient: Nutrient, rank: Int)] = [:]
        for (nutrient, numbers) in numbers {
            for (rank, number) in numbers.enumerated() { table[number] = (nutrient, rank) }
        }
        return table
    }()

    private static let numbers: [Nutrient: [String]] = [
        // 958 and 957 are energy by Atwater's specific and general factors, which the Foundation foods have instead of
        // 208.
        .energy: ["208", "958", "957"], .protein: ["203"], .fat: ["204"], .carbohydrate: ["205"], .fiber: ["291"],
        .sugars: ["269", "269.3"], .water: ["255"], .alcohol: ["221"], .saturated: ["606"], .monounsaturated: ["645"],
        .polyunsaturated: ["646"], .trans: ["605"], .linoleic: ["675", "618"], .alphaLinolenic: ["851", "619"],
        .cholesterol: ["601"], .sodium: ["307"], .potassium: ["306"], .calcium: ["301"], .iron: ["303"],
        .magnesium: ["304"], .phosphorus: ["305"], .zinc: ["309"], .copper: ["312"], .manganese: ["315"],
        .selenium: ["317"], .fluoride: ["313"], .chloride: ["302"], .chromium: ["310"], .iodine: ["314"],
        .molybdenum: ["316"], .vitaminA: ["320"], .vitaminC: ["401"], .vitaminD: ["328"], .vitaminE: ["323"],
        .vitaminK: ["430"], .thiamin: ["404"], .riboflavin: ["405"], .niacin: ["406"], .pantothenicAcid: ["410"],
        .vitaminB6: ["415"], .biotin: ["416"], .folate: ["435"], .vitaminB12: ["418"], .choline: ["421"],
        .caffeine: ["262"],
    ]
}
