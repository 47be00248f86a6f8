/// A component of food with recorded amounts; the raw value is the code in tables and on the wire.
///
/// Every vitamin and mineral with a dietary reference intake (NASEM) has a case, even those without values in the
/// default catalog: biotin, chloride, chromium, iodine and molybdenum.
package enum Nutrient: String, Sendable, Hashable, CaseIterable, Codable {
    /// Metabolizable energy.
    case energy
    case protein
    /// Total lipid.
    case fat
    /// By difference, as in USDA's tables, so that it includes fiber.
    case carbohydrate
    case fiber
    /// Total sugars, added or not.
    case sugars
    case water
    /// Ethanol.
    case alcohol
    case saturated, monounsaturated, polyunsaturated, trans
    /// 18:2 n-6, or all of 18:2 if a source does not separate them.
    case linoleic
    /// 18:3 n-3, or all of 18:3 if a source does not separate them.
    case alphaLinolenic
    case cholesterol
    case sodium, potassium, calcium, iron, magnesium, phosphorus, zinc, copper, manganese, selenium, fluoride
    case chloride, chromium, iodine, molybdenum
    /// Retinol activity equivalents.
    case vitaminA
    case vitaminC
    /// D2 and D3.
    case vitaminD
    /// Alpha-tocopherol.
    case vitaminE
    /// Phylloquinone.
    case vitaminK
    case thiamin, riboflavin
    /// Preformed niacin, without the niacin that the body makes from tryptophan.
    case niacin
    case pantothenicAcid, vitaminB6, biotin
    /// Dietary folate equivalents.
    case folate
    case vitaminB12, choline
    case caffeine

    /// The unit of a nutrient's amounts.
    package enum Unit: String, Sendable, Hashable, Codable {
        case kilocalories = "kcal"
        case grams = "g"
        case milligrams = "mg"
        case micrograms = "µg"
    }

    /// The unit of every amount of this nutrient.
    package var unit: Unit {
        switch self {
        case .energy: .kilocalories
        case .protein, .fat, .carbohydrate, .fiber, .sugars, .water, .alcohol, .saturated, .monounsaturated,
            .polyunsaturated, .trans, .linoleic, .alphaLinolenic:
            .grams
        case .cholesterol, .sodium, .potassium, .calcium, .iron, .magnesium, .phosphorus, .zinc, .copper, .manganese,
            .chloride, .vitaminC, .vitaminE, .thiamin, .riboflavin, .niacin, .pantothenicAcid, .vitaminB6, .choline,
            .caffeine:
            .milligrams
        case .selenium, .fluoride, .chromium, .iodine, .molybdenum, .vitaminA, .vitaminD, .vitaminK, .biotin, .folate,
            .vitaminB12:
            .micrograms
        }
    }

    /// Position among all nutrients, from 0.
    var position: Int { Self.positions[self] ?? 0 }

    private static let positions = Dictionary(
        uniqueKeysWithValues: allCases.enumerated().map { ($0.element, $0.offset) })
}
