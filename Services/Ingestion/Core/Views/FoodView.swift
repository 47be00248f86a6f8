import EventContracts
import FoodCatalogue
import FoodLibrary
import Quantities

/// A food in a list of search results.
package struct FoundFoodView: Encodable, Sendable {
    package let id: FoodID
    package let name: String
    /// The language of the name: English if the requested one has none.
    package let nameLanguage: FoodLanguage
    package let brand: String?
    /// The number of the food's bar code.
    package let gtin: String?
    package let description: String
    /// The group; nil for a food that is in no table.
    package let group: FoodGroup?
    /// Kilocalories per 100 g; absent if unknown.
    package let energyKcal: Double?
    package let portions: [PortionView]
    /// Whether letters of the query had to be corrected.
    package let isMisspelled: Bool

    package init(_ food: CatalogueFood, isMisspelled: Bool, language: FoodLanguage) {
        let shown = food.shownName(in: language)
        id = food.id
        name = shown.text
        nameLanguage = shown.language
        brand = food.brand
        gtin = food.barcode?.digits
        description = food.description
        group = food.group
        energyKcal = food.amounts[.energy].value?.value
        portions = food.portions.map { PortionView($0, of: food, in: language) }
        self.isMisspelled = isMisspelled
    }
}

/// A household measure in grams.
package struct PortionView: Encodable, Sendable {
    package let measure: String
    /// The language of the measure; nil for texts of a person or the staff, which are shown as typed.
    package let measureLanguage: FoodLanguage?
    package let grams: Double

    package init(measure: String, language: FoodLanguage? = nil, grams: Double) {
        self.measure = measure
        measureLanguage = language
        self.grams = grams
    }

    /// A measure of a catalog food in a language; in English if one of its words has no translation.
    package init(_ portion: Portion, of food: CatalogueFood, in language: FoodLanguage) {
        let shown = MeasureWords.builtIn.text(portion.measure, in: language)
        let isTranslated = food.origin == .table || shown.language != .english
        self.init(measure: shown.text, language: isTranslated ? shown.language : nil, grams: portion.mass.value)
    }
}

/// All facts of a food.
package struct FoodView: Encodable, Sendable {
    package let id: FoodID
    package let name: String
    package let nameLanguage: FoodLanguage
    package let names: [String: [String]]
    package let brand: String?
    /// The number of the food's bar code.
    package let gtin: String?
    package let description: String
    /// The group; nil for a food that is in no table.
    package let group: FoodGroup?
    package let source: FoodSourceView
    /// Grams per milliliter; absent if unknown.
    package let density: Double?
    package let portions: [PortionView]
    /// Amounts of all nutrients per 100 g.
    package let nutrients: [String: NutrientView]

    package init(_ food: CatalogueFood, language: FoodLanguage) {
        let shown = food.shownName(in: language)
        id = food.id
        name = shown.text
        nameLanguage = shown.language
        names = Dictionary(uniqueKeysWithValues: food.names.map { ($0.rawValue, $1) })
        brand = food.brand
        gtin = food.barcode?.digits
        description = food.description
        group = food.group
        source = FoodSourceView(food.id, from: food.origin, in: language)
        density = food.density
        portions = food.portions.map { PortionView($0, of: food, in: language) }
        nutrients = Dictionary(
            uniqueKeysWithValues: Nutrient.allCases.map {
                ($0.rawValue, NutrientView(amount: food.amounts[$0].value?.value, unit: $0.unit))
            })
    }
}

/// The source of a food's figures.
package struct FoodSourceView: Encodable, Sendable {
    package let title: String
    /// The source's own number of the food.
    package let record: String

    /// The source code of foods that are in no table; their ids begin with it.
    package static let ownSource = "fm"

    package init(_ id: FoodID, from origin: CatalogueFood.Origin, in language: FoodLanguage) {
        record = String(id.value.dropFirst(id.source.count + 1))
        let table: String? =
            switch id.source {
            case "sr28": "USDA National Nutrient Database for Standard Reference, Release 28"
            case "fndds": "USDA Food and Nutrient Database for Dietary Studies 2021-2023"
            case "cnf": "Health Canada, Canadian Nutrient File"
            case "off": "Open Food Facts, Open Database License"
            // Dishes of our recipes.
            case Self.ownSource, "recipe": nil
            default: "USDA FoodData Central"
            }
        title =
            switch (origin, table) {
            case (.submission, _): Self.submitted(in: language)
            case (_, nil): "Food Magic"
            case (.staff, let table?): "\(Self.changed(in: language)) \(table)"
            case (.table, let table?): table
            }
    }

    private static func submitted(in language: FoodLanguage) -> String {
        switch language {
        case .english: "Food Magic, submitted by a user, reviewed by staff"
        case .french: "Food Magic, proposé par un utilisateur, vérifié par l'équipe"
        case .spanish: "Food Magic, enviado por un usuario, revisado por el equipo"
        case .chinese: "Food Magic，用户提交，经工作人员审核"
        }
    }

    /// The words before the title of a table whose figures were changed.
    private static func changed(in language: FoodLanguage) -> String {
        switch language {
        case .english: "Food Magic, changed from"
        case .french: "Food Magic, modifié à partir de :"
        case .spanish: "Food Magic, modificado a partir de:"
        case .chinese: "Food Magic，修改自"
        }
    }
}

/// The amount of one nutrient; null if unknown, which is not zero.
package struct NutrientView: Encodable, Sendable {
    package let amount: Double?
    package let unit: Nutrient.Unit

    package init(amount: Double?, unit: Nutrient.Unit) {
        self.amount = amount
        self.unit = unit
    }

    private enum Key: CodingKey { case amount, unit }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(amount, forKey: .amount)
        try container.encode(unit, forKey: .unit)
    }
}

extension NutrientView {
    /// All nutrients, from amounts in thousandths by their codes.
    package static func all(thousandths amounts: [String: Int64]) -> [String: NutrientView] {
        Dictionary(
            uniqueKeysWithValues: Nutrient.allCases.map { nutrient in
                let amount = amounts[nutrient.rawValue].map { Double($0) / 1_000 }
                return (nutrient.rawValue, NutrientView(amount: amount, unit: nutrient.unit))
            })
    }
}

extension PortionView {
    /// A measure defined by the person.
    package init(_ portion: OwnFoodWords.Portion) {
        self.init(measure: portion.measure, grams: Double(portion.milligrams) / 1_000)
    }
}
