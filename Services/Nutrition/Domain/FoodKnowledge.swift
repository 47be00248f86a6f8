import EventContracts
import FoodCatalogue
import Quantities

/// The foods that every installation knows, as meals need them.
package struct FoodKnowledge: Sendable {
    private let catalogue: FoodCatalogue
    private let index: FoodIndex

    private static let shared = Result { FoodKnowledge(try FoodCatalogue.builtIn()) }

    /// A knowledge of these foods.
    package init(_ catalogue: FoodCatalogue) {
        self.catalogue = catalogue
        index = FoodIndex(catalogue)
    }

    /// The foods that are part of the program; read once for the process, in about 0.1 s.
    ///
    /// - Throws: `FoodTableError` when the tables are damaged.
    package static func builtIn() throws -> FoodKnowledge { try shared.get() }

    /// The food of an id.
    package func food(_ id: String) -> CatalogueFood? { FoodID(id).flatMap { catalogue[$0] } }

    /// The one food that people mean by a name; nil where none or several are called so.
    package func food(named name: String, language: String) -> CatalogueFood? {
        let found = index.foods(named: name, language: FoodLanguage(rawValue: language) ?? .english)
        return found.count == 1 ? catalogue.foods[found[0]] : nil
    }
}

extension CatalogueFood {
    /// What is known of 100 g, in thousandths of the nutrient's unit by its code: tables tell at most three decimals.
    package var thousandths: [String: Int64] {
        var amounts: [String: Int64] = [:]
        for nutrient in Nutrient.allCases {
            guard let value = self.amounts[nutrient].value?.value else { continue }
            amounts[nutrient.rawValue] = Int64((value * Double(NutrientScale.thousandths)).rounded())
        }
        return amounts
    }

    /// What it is called in a language.
    package func name(in language: String) -> String {
        shownName(in: FoodLanguage(rawValue: language) ?? .english).text
    }
}
