import Quantities

/// A household measure of a food and its mass.
package struct Portion: Sendable, Hashable, Codable {
    /// The measure with its number, in the words of the source: "1 cup, chopped".
    package let measure: String
    package let mass: Grams

    package init(measure: String, mass: Grams) {
        self.measure = measure
        self.mass = mass
    }
}

/// One food of the catalogue.
package struct CatalogueFood: Sendable, Hashable {
    /// The source of a food.
    package enum Origin: String, Sendable, Hashable, Codable {
        /// The table that its id names.
        case table
        /// The staff.
        case staff
        /// A user, after confirmation by the staff.
        case submission
    }

    package let id: FoodID
    /// nil for a food that is in no table.
    package let group: FoodGroup?
    package let origin: Origin
    package let brand: String?
    /// The barcode number, with 14 digits.
    package let gtin: String?
    /// The source's name for it, in English.
    package let description: String
    /// Everyday names by language; the first is shown.
    ///
    /// Empty if the food has only the source's name.
    package var names: [FoodLanguage: [String]] = [:]
    /// Grams per milliliter; for solids, including the air between the pieces.
    package let density: Double?
    package let portions: [Portion]
    /// Amounts in 100 g of the edible part.
    package let amounts: NutrientAmounts

    package init(
        id: FoodID, group: FoodGroup?, description: String, density: Double?, portions: [Portion],
        amounts: NutrientAmounts, brand: String? = nil, gtin: String? = nil, origin: Origin = .table
    ) {
        self.id = id
        self.group = group
        self.description = description
        self.density = density
        self.portions = portions
        self.amounts = amounts
        self.brand = brand
        self.gtin = gtin
        self.origin = origin
    }

    /// Whether it has a common name and so ranks first in a search.
    package var isCommon: Bool { !names.isEmpty }

    /// The name to show, with its language: English if the requested language has none, or another one if English has
    /// none either.
    package func shownName(in language: FoodLanguage) -> (text: String, language: FoodLanguage) {
        if let name = names[language]?.first { return (name, language) }
        if names[.english] == nil {
            for other in FoodLanguage.allCases {
                if let name = names[other]?.first { return (name, other) }
            }
        }
        return (names[.english]?.first ?? description, .english)
    }
}
