import EventContracts
import FoodCatalogue
import FoodLibrary

/// The food catalog in the form that meals need.
package struct FoodKnowledge: Sendable {
    package let library: FoodLibrary

    /// The knowledge about the foods of a library.
    package init(_ library: FoodLibrary) {
        self.library = library
    }

    /// Collects what is known about the foods of a catalog.
    package init(_ catalogue: FoodCatalogue) {
        self.init(FoodLibrary(catalogue))
    }

    /// The built-in foods; read once per process, in about 0.1 s.
    ///
    /// - Throws: `FoodTableError` if the tables are damaged.
    package static func builtIn() throws -> FoodKnowledge { FoodKnowledge(try FoodLibrary.builtIn()) }

    /// The food with an id.
    package func food(_ id: String) -> CatalogueFood? { FoodID(id).flatMap { library[$0] } }

    /// The single food with a name; nil without one, or if several have it.
    package func food(named name: String, language: String) -> CatalogueFood? {
        let found = library.foods(named: name, language: FoodLanguage(rawValue: language) ?? .english)
        return found.count == 1 ? found[0] : nil
    }
}

extension CatalogueFood {
    /// The food's name in a language.
    package func name(in language: String) -> String {
        shownName(in: FoodLanguage(rawValue: language) ?? .english).text
    }
}
