import EventContracts
import FoodCatalogue
import FoodLibrary
import Quantities

/// A food as a list of matches shows it.
struct FoundFoodView: Encodable, Sendable {
    let id: FoodID
    let name: String
    /// The language that the name is in: English where the wished one has none.
    let nameLanguage: FoodLanguage
    let brand: String?
    /// The number under its barcode.
    let gtin: String?
    let description: String
    /// Absent of a food that stands in no table.
    let group: FoodGroup?
    /// Kilocalories in 100 g; absent while they are not known.
    let energyKcal: Double?
    let portions: [PortionView]
    /// Whether letters of the query had to be put right.
    let isMisspelled: Bool

    init(_ food: CatalogueFood, isMisspelled: Bool, language: FoodLanguage) {
        let shown = food.shownName(in: language)
        id = food.id
        name = shown.text
        nameLanguage = shown.language
        brand = food.brand
        gtin = food.barcode?.digits
        description = food.description
        group = food.group
        energyKcal = food.amounts[.energy].value?.value
        portions = food.portions.map(PortionView.init)
        self.isMisspelled = isMisspelled
    }
}

/// A household measure in grams.
struct PortionView: Encodable, Sendable {
    let measure: String
    let grams: Double

    init(_ portion: Portion) {
        measure = portion.measure
        grams = portion.mass.value
    }
}

/// Everything that is known of a food.
struct FoodView: Encodable, Sendable {
    let id: FoodID
    let name: String
    let nameLanguage: FoodLanguage
    let names: [String: [String]]
    let brand: String?
    /// The number under its barcode.
    let gtin: String?
    let description: String
    /// Absent of a food that stands in no table.
    let group: FoodGroup?
    let source: FoodSourceView
    /// Grams in a millilitre; absent while it is not known.
    let density: Double?
    let portions: [PortionView]
    /// In 100 g, each nutrient there is.
    let nutrients: [String: NutrientView]

    init(_ food: CatalogueFood, language: FoodLanguage) {
        let shown = food.shownName(in: language)
        id = food.id
        name = shown.text
        nameLanguage = shown.language
        names = Dictionary(uniqueKeysWithValues: food.names.map { ($0.rawValue, $1) })
        brand = food.brand
        gtin = food.barcode?.digits
        description = food.description
        group = food.group
        source = FoodSourceView(food.id, from: food.origin)
        density = food.density
        portions = food.portions.map(PortionView.init)
        nutrients = Dictionary(
            uniqueKeysWithValues: Nutrient.allCases.map {
                ($0.rawValue, NutrientView(amount: food.amounts[$0].value?.value, unit: $0.unit))
            })
    }
}

/// Where the figures of a food come from.
struct FoodSourceView: Encodable, Sendable {
    let title: String
    /// The number that the source gave the food.
    let record: String

    /// Of foods that stand in no table: the first part of their ids.
    static let ownSource = "fm"

    init(_ id: FoodID, from origin: CatalogueFood.Origin) {
        record = String(id.value.dropFirst(id.source.count + 1))
        let table: String? =
            switch id.source {
            case "sr28": "USDA National Nutrient Database for Standard Reference, Release 28"
            case "fndds": "USDA Food and Nutrient Database for Dietary Studies 2021-2023"
            case "cnf": "Health Canada, Canadian Nutrient File"
            case "off": "Open Food Facts, Open Database License"
            case Self.ownSource: nil
            default: "USDA FoodData Central"
            }
        title =
            switch (origin, table) {
            case (.submission, _): "Food Magic, from a user, looked at by the staff"
            case (_, nil): "Food Magic"
            case (.staff, let table?): "Food Magic, changed from \(table)"
            case (.table, let table?): table
            }
    }
}

/// The amount of one nutrient: null where it is not known, which is not zero.
struct NutrientView: Encodable, Sendable {
    let amount: Double?
    let unit: Nutrient.Unit

    private enum Key: CodingKey { case amount, unit }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(amount, forKey: .amount)
        try container.encode(unit, forKey: .unit)
    }
}
