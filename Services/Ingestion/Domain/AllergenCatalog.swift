import EventContracts
import Foundation

/// The fourteen allergens as a person picks them: names and foods they are found in, in four languages (ALG-01, ALG-02).
package enum AllergenCatalog {
    /// Languages there are.
    package enum Language: String, Sendable, CaseIterable {
        case en, fr, es, zh
    }

    /// One allergen in one language.
    package struct Entry: Encodable, Sendable {
        package let code: AllergenCode
        package let name: String
        package let examples: [String]
        /// The entries of lists by law that it falls under.
        package let lists: [Listing]
        /// Its kinds that may be chosen on their own.
        package let species: [Species]
    }

    /// One kind of an allergen in one language.
    package struct Species: Encodable, Sendable {
        package let code: AllergenSpecies
        package let name: String
        /// The entries of lists by law that it falls under; pine nuts are on those of Canada and the United States only.
        package let lists: [Listing]
    }

    /// The languages of `Accept-Language` values that there are, the most wished first (RFC 9110 section 12.5.4).
    package static func languages(accepted values: [String]) -> [Language] {
        var wishes: [(language: Language, weight: Double)] = []
        for range in values.flatMap({ HeaderText.split($0, at: ",") }) {
            let parts = HeaderText.split(range, at: ";")
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            guard let tag = parts.first?.split(separator: "-").first?.lowercased(), weight > 0,
                let language = Language(rawValue: tag)
            else { continue }
            wishes.append((language, weight))
        }
        return wishes.enumerated().sorted { left, right in
            (right.element.weight, left.offset) < (left.element.weight, right.offset)
        }.map(\.element.language)
    }

    /// All fourteen, in the order of Regulation (EU) No 1169/2011, Annex II.
    package static func entries(in language: Language) -> [Entry] {
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

    /// The name as it begins a line.
    static func title(of species: AllergenSpecies, in language: Language) -> String {
        let name = species.name(in: language.rawValue)
        return name.prefix(1).uppercased() + name.dropFirst()
    }
}
