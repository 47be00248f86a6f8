import EventContracts
import Foundation
import IngestionCore

/// The fourteen allergens for selection: names and typical foods, in four languages (ALG-01, ALG-02).
package enum AllergenCatalog {
    /// One allergen in one language.
    package struct Entry: Encodable, Sendable {
        package let code: AllergenCode
        package let name: String
        package let examples: [String]
        /// The entries of legal lists that the allergen falls under.
        package let lists: [Listing]
        /// The allergen's species that can be chosen separately.
        package let species: [Species]
    }

    /// One species of an allergen in one language.
    package struct Species: Encodable, Sendable {
        package let code: AllergenSpecies
        package let name: String
        /// The entries of legal lists that the species falls under; pine nuts are in those of Canada and the United
        /// States only.
        package let lists: [Listing]
    }

    /// All fourteen, in the order of Regulation (EU) No 1169/2011, Annex II.
    package static func entries(in language: ContentLanguage) -> [Entry] {
        AllergenCode.allCases.map { code in
            let text = text(of: code, in: language)
            return Entry(
                code: code, name: text.name, examples: text.examples.components(separatedBy: ", "),
                lists: listings(of: .group(code), in: language),
                species: code.species.map {
                    Species(
                        code: $0, name: title(of: $0, in: language), lists: listings(of: .species($0), in: language))
                })
        }
    }

    /// The name at the beginning of a line.
    static func title(of species: AllergenSpecies, in language: ContentLanguage) -> String {
        let name = species.name(in: language.rawValue)
        return name.prefix(1).uppercased() + name.dropFirst()
    }
}
