import FoodCatalogue

/// The daily values that a region's labels use for percentages; the raw value is the code on the wire.
///
/// They apply from 4 years (United States, Canada) or to adults (European Union), independent of the body.
package enum LabelReference: String, Sendable, Hashable, CaseIterable, Codable {
    /// Daily Values of the US Food and Drug Administration: 21 CFR 101.9(c)(8)(iv) and (c)(9).
    case unitedStates = "fda-dv"
    /// Daily Values of Health Canada: "Table of Daily Values" (2022-10-20), parts 1 and 2, for ages from 4 years.
    case canada = "hc-dv"
    /// Nutrient reference values and reference intakes of Regulation (EU) No 1169/2011, Annex XIII.
    case europe = "eu-nrv"

    /// The region of a time zone: Canada, Europe, otherwise the United States, whose values are the most widely used.
    ///
    /// - Parameter timeZone: A name of the time zone database; nil if unknown.
    package init(timeZone: String?) {
        let parts = (timeZone ?? "").split(separator: "/", maxSplits: 1).map(String.init)
        let (area, place) = (parts.first ?? "", parts.last ?? "")
        self =
            switch area {
            case "Canada": .canada
            case "America" where Self.canadianPlaces.contains(place): .canada
            case "Europe": .europe
            case "Atlantic" where Self.europeanIslands.contains(place): .europe
            case "Asia" where place == "Nicosia" || place == "Famagusta": .europe
            default: .unitedStates
            }
    }

    /// The daily value of a nutrient, in its unit, and its publisher.
    ///
    /// Canada has no value for carbohydrate and protein, Europe none for fiber and choline: the values of the United
    /// States replace them.
    ///
    /// - Parameter nutrient: One of protein, fat, carbohydrate, fiber, the vitamins and the minerals.
    /// - Returns: nil for a nutrient without a daily value.
    package func value(of nutrient: Nutrient) -> (amount: Double, reference: LabelReference)? {
        if let amount = amounts[nutrient] { return (amount, self) }
        return Self.american[nutrient].map { ($0, .unitedStates) }
    }

    private var amounts: [Nutrient: Double] {
        switch self {
        case .unitedStates: Self.american
        case .canada: Self.canadian
        case .europe: Self.european
        }
    }

    private static let american: [Nutrient: Double] = [
        .protein: 50, .fat: 78, .carbohydrate: 275, .fiber: 28, .vitaminA: 900, .vitaminC: 90, .vitaminD: 20,
        .vitaminE: 15, .vitaminK: 120, .thiamin: 1.2, .riboflavin: 1.3, .niacin: 16, .pantothenicAcid: 5,
        .vitaminB6: 1.7, .biotin: 30, .folate: 400, .vitaminB12: 2.4, .choline: 550, .calcium: 1_300, .iron: 18,
        .phosphorus: 1_250, .iodine: 150, .magnesium: 420, .zinc: 11, .selenium: 55, .copper: 0.9, .manganese: 2.3,
        .chromium: 35, .molybdenum: 45, .chloride: 2_300, .potassium: 4_700, .sodium: 2_300,
    ]

    private static let canadian: [Nutrient: Double] = [
        .fat: 75, .fiber: 28, .vitaminA: 900, .vitaminC: 90, .vitaminD: 20, .vitaminE: 15, .vitaminK: 120,
        .thiamin: 1.2, .riboflavin: 1.3, .niacin: 16, .pantothenicAcid: 5, .vitaminB6: 1.7, .biotin: 30,
        .folate: 400, .vitaminB12: 2.4, .choline: 550, .calcium: 1_300, .iron: 18, .phosphorus: 1_250, .iodine: 150,
        .magnesium: 420, .zinc: 11, .selenium: 55, .copper: 0.9, .manganese: 2.3, .chromium: 35, .molybdenum: 45,
        .chloride: 2_300, .potassium: 3_400, .sodium: 2_300,
    ]

    /// Part A and part B; sodium is the 6 g of salt divided by 2.5, the regulation's factor for salt.
    private static let european: [Nutrient: Double] = [
        .protein: 50, .fat: 70, .carbohydrate: 260, .vitaminA: 800, .vitaminC: 80, .vitaminD: 5, .vitaminE: 12,
        .vitaminK: 75, .thiamin: 1.1, .riboflavin: 1.4, .niacin: 16, .pantothenicAcid: 6, .vitaminB6: 1.4,
        .biotin: 50, .folate: 200, .vitaminB12: 2.5, .calcium: 800, .iron: 14, .phosphorus: 700, .iodine: 150,
        .magnesium: 375, .zinc: 10, .selenium: 55, .copper: 1, .manganese: 2, .chromium: 40, .molybdenum: 50,
        .chloride: 800, .potassium: 2_000, .fluoride: 3_500, .sodium: 2_400,
    ]

    private static let canadianPlaces = Set(
        """
        Atikokan Blanc-Sablon Cambridge_Bay Creston Dawson Dawson_Creek Edmonton Fort_Nelson Glace_Bay Goose_Bay Halifax
        Inuvik Iqaluit Moncton Montreal Nipigon Pangnirtung Rainy_River Rankin_Inlet Regina Resolute St_Johns
        Swift_Current Thunder_Bay Toronto Vancouver Whitehorse Winnipeg Yellowknife
        """.split { $0 == " " || $0 == "\n" }.map(String.init))

    private static let europeanIslands: Set<String> = ["Azores", "Canary", "Faeroe", "Faroe", "Madeira", "Reykjavik"]
}
