import FoodCatalogue

/// The figures of `DietaryReferenceIntakes` from the summary tables, in the unit of each nutrient.
enum ReferenceIntakeTable {
    /// One nutrient for all groups, in the order of `DietaryReferenceIntakes.Group`.
    struct Row: Sendable {
        let nutrient: Nutrient
        let kind: ReferenceIntake.Kind
        let amounts: [Double]

        /// Men and women of 14–18, 19–30, 31–50, 51–70 and over 70 years; for pregnancy and lactation 14–18, 19–30 and
        /// 31–50.
        init(
            _ nutrient: Nutrient, _ kind: ReferenceIntake.Kind, men: [Double], women: [Double], pregnant: [Double],
            lactating: [Double]
        ) {
            self.nutrient = nutrient
            self.kind = kind
            amounts = men + women + pregnant + lactating
        }
    }

    static let rows: [Row] = elements + vitamins + macronutrients

    /// Elements: "Dietary Reference Intakes for Sodium and Potassium" (2019), appendix J, table J-3.
    private static let elements: [Row] = [
        Row(
            .calcium, .recommended, men: [1_300, 1_000, 1_000, 1_000, 1_200],
            women: [1_300, 1_000, 1_000, 1_200, 1_200],
            pregnant: [1_300, 1_000, 1_000], lactating: [1_300, 1_000, 1_000]),
        Row(
            .chromium, .adequate, men: [35, 35, 35, 30, 30], women: [24, 25, 25, 20, 20],
            pregnant: [29, 30, 30], lactating: [44, 45, 45]),
        Row(
            .copper, .recommended, men: [0.89, 0.9, 0.9, 0.9, 0.9], women: [0.89, 0.9, 0.9, 0.9, 0.9],
            pregnant: [1, 1, 1], lactating: [1.3, 1.3, 1.3]),
        Row(
            .fluoride, .adequate, men: [3_000, 4_000, 4_000, 4_000, 4_000], women: [3_000, 3_000, 3_000, 3_000, 3_000],
            pregnant: [3_000, 3_000, 3_000], lactating: [3_000, 3_000, 3_000]),
        Row(
            .iodine, .recommended, men: [150, 150, 150, 150, 150], women: [150, 150, 150, 150, 150],
            pregnant: [220, 220, 220], lactating: [290, 290, 290]),
        Row(
            .iron, .recommended, men: [11, 8, 8, 8, 8], women: [15, 18, 18, 8, 8],
            pregnant: [27, 27, 27], lactating: [10, 9, 9]),
        Row(
            .magnesium, .recommended, men: [410, 400, 420, 420, 420], women: [360, 310, 320, 320, 320],
            pregnant: [400, 350, 360], lactating: [360, 310, 320]),
        Row(
            .manganese, .adequate, men: [2.2, 2.3, 2.3, 2.3, 2.3], women: [1.6, 1.8, 1.8, 1.8, 1.8],
            pregnant: [2, 2, 2], lactating: [2.6, 2.6, 2.6]),
        Row(
            .molybdenum, .recommended, men: [43, 45, 45, 45, 45], women: [43, 45, 45, 45, 45],
            pregnant: [50, 50, 50], lactating: [50, 50, 50]),
        Row(
            .phosphorus, .recommended, men: [1_250, 700, 700, 700, 700], women: [1_250, 700, 700, 700, 700],
            pregnant: [1_250, 700, 700], lactating: [1_250, 700, 700]),
        Row(
            .selenium, .recommended, men: [55, 55, 55, 55, 55], women: [55, 55, 55, 55, 55],
            pregnant: [60, 60, 60], lactating: [70, 70, 70]),
        Row(
            .zinc, .recommended, men: [11, 11, 11, 11, 11], women: [9, 8, 8, 8, 8],
            pregnant: [12, 11, 11], lactating: [13, 12, 12]),
        Row(
            .potassium, .adequate, men: [3_000, 3_400, 3_400, 3_400, 3_400],
            women: [2_300, 2_600, 2_600, 2_600, 2_600],
            pregnant: [2_600, 2_900, 2_900], lactating: [2_500, 2_800, 2_800]),
        Row(
            .sodium, .adequate, men: [1_500, 1_500, 1_500, 1_500, 1_500], women: [1_500, 1_500, 1_500, 1_500, 1_500],
            pregnant: [1_500, 1_500, 1_500], lactating: [1_500, 1_500, 1_500]),
        Row(
            .chloride, .adequate, men: [2_300, 2_300, 2_300, 2_000, 1_800], women: [2_300, 2_300, 2_300, 2_000, 1_800],
            pregnant: [2_300, 2_300, 2_300], lactating: [2_300, 2_300, 2_300]),
    ]

    /// Vitamins: "Dietary Reference Intakes for Calcium and Vitamin D" (2011), summary tables.
    private static let vitamins: [Row] = [
        Row(
            .vitaminA, .recommended, men: [900, 900, 900, 900, 900], women: [700, 700, 700, 700, 700],
            pregnant: [750, 770, 770], lactating: [1_200, 1_300, 1_300]),
        Row(
            .vitaminC, .recommended, men: [75, 90, 90, 90, 90], women: [65, 75, 75, 75, 75],
            pregnant: [80, 85, 85], lactating: [115, 120, 120]),
        Row(
            .vitaminD, .recommended, men: [15, 15, 15, 15, 20], women: [15, 15, 15, 15, 20],
            pregnant: [15, 15, 15], lactating: [15, 15, 15]),
        Row(
            .vitaminE, .recommended, men: [15, 15, 15, 15, 15], women: [15, 15, 15, 15, 15],
            pregnant: [15, 15, 15], lactating: [19, 19, 19]),
        Row(
            .vitaminK, .adequate, men: [75, 120, 120, 120, 120], women: [75, 90, 90, 90, 90],
            pregnant: [75, 90, 90], lactating: [75, 90, 90]),
        Row(
            .thiamin, .recommended, men: [1.2, 1.2, 1.2, 1.2, 1.2], women: [1, 1.1, 1.1, 1.1, 1.1],
            pregnant: [1.4, 1.4, 1.4], lactating: [1.4, 1.4, 1.4]),
        Row(
            .riboflavin, .recommended, men: [1.3, 1.3, 1.3, 1.3, 1.3], women: [1, 1.1, 1.1, 1.1, 1.1],
            pregnant: [1.4, 1.4, 1.4], lactating: [1.6, 1.6, 1.6]),
        Row(
            .niacin, .recommended, men: [16, 16, 16, 16, 16], women: [14, 14, 14, 14, 14],
            pregnant: [18, 18, 18], lactating: [17, 17, 17]),
        Row(
            .vitaminB6, .recommended, men: [1.3, 1.3, 1.3, 1.7, 1.7], women: [1.2, 1.3, 1.3, 1.5, 1.5],
            pregnant: [1.9, 1.9, 1.9], lactating: [2, 2, 2]),
        Row(
            .folate, .recommended, men: [400, 400, 400, 400, 400], women: [400, 400, 400, 400, 400],
            pregnant: [600, 600, 600], lactating: [500, 500, 500]),
        Row(
            .vitaminB12, .recommended, men: [2.4, 2.4, 2.4, 2.4, 2.4], women: [2.4, 2.4, 2.4, 2.4, 2.4],
            pregnant: [2.6, 2.6, 2.6], lactating: [2.8, 2.8, 2.8]),
        Row(
            .pantothenicAcid, .adequate, men: [5, 5, 5, 5, 5], women: [5, 5, 5, 5, 5],
            pregnant: [6, 6, 6], lactating: [7, 7, 7]),
        Row(
            .biotin, .adequate, men: [25, 30, 30, 30, 30], women: [25, 30, 30, 30, 30],
            pregnant: [30, 30, 30], lactating: [35, 35, 35]),
        Row(
            .choline, .adequate, men: [550, 550, 550, 550, 550], women: [400, 425, 425, 425, 425],
            pregnant: [450, 450, 450], lactating: [550, 550, 550]),
    ]

    /// Macronutrients: "Dietary Reference Intakes for Energy, Carbohydrate, …" (2002/2005), summary tables; protein is
    /// computed from weight.
    private static let macronutrients: [Row] = [
        Row(
            .carbohydrate, .recommended, men: [130, 130, 130, 130, 130], women: [130, 130, 130, 130, 130],
            pregnant: [175, 175, 175], lactating: [210, 210, 210]),
        Row(
            .fiber, .adequate, men: [38, 38, 38, 30, 30], women: [26, 25, 25, 21, 21],
            pregnant: [28, 28, 28], lactating: [29, 29, 29]),
        Row(
            .linoleic, .adequate, men: [16, 17, 17, 14, 14], women: [11, 12, 12, 11, 11],
            pregnant: [13, 13, 13], lactating: [13, 13, 13]),
        Row(
            .alphaLinolenic, .adequate, men: [1.6, 1.6, 1.6, 1.6, 1.6], women: [1.1, 1.1, 1.1, 1.1, 1.1],
            pregnant: [1.4, 1.4, 1.4], lactating: [1.3, 1.3, 1.3]),
    ]

    /// Tolerable upper intake levels under 19 and from 19 years on, and their scope.
    ///
    /// Source: the summary tables of the reports above. A missing level could not be set, which does not mean that any
    /// amount is safe.
    private static let levels: [Nutrient: (young: Double, adult: Double, scope: UpperLevel.Scope)] = [
        .calcium: (3_000, 2_500, .everything),
        .copper: (8, 10, .everything),
        .fluoride: (10_000, 10_000, .everything),
        .iodine: (900, 1_100, .everything),
        .iron: (45, 45, .everything),
        .magnesium: (350, 350, .addedAlone),
        .manganese: (9, 11, .everything),
        .molybdenum: (1_700, 2_000, .everything),
        .phosphorus: (4_000, 4_000, .everything),
        .selenium: (400, 400, .everything),
        .zinc: (34, 40, .everything),
        .sodium: (2_300, 2_300, .diseaseRisk),
        .chloride: (3_600, 3_600, .everything),
        .vitaminA: (2_800, 3_000, .preformedAlone),
        .vitaminC: (1_800, 2_000, .everything),
        .vitaminD: (100, 100, .everything),
        .vitaminE: (800, 1_000, .addedAlone),
        .niacin: (30, 35, .addedAlone),
        .vitaminB6: (80, 100, .everything),
        .folate: (800, 1_000, .addedAlone),
        .choline: (3_000, 3_500, .everything),
    ]

    /// The upper level of a nutrient for a group; nil without one.
    static func upper(_ nutrient: Nutrient, _ group: DietaryReferenceIntakes.Group) -> UpperLevel? {
        guard let level = levels[nutrient] else { return nil }
        let isYoung = [.men14, .women14, .pregnant14, .lactating14].contains(group)
        let exception: Double? =
            switch (nutrient, group) {
            case (.calcium, .men51), (.calcium, .men71), (.calcium, .women51), (.calcium, .women71): 2_000
            case (.phosphorus, .men71), (.phosphorus, .women71): 3_000
            case (.phosphorus, .pregnant14), (.phosphorus, .pregnant19), (.phosphorus, .pregnant31): 3_500
            default: nil
            }
        return UpperLevel(amount: exception ?? (isYoung ? level.young : level.adult), scope: level.scope)
    }
}
