/// An allergen that a person avoids: one of the fourteen or a single species; a single string on the wire.
package enum AllergenChoice: Sendable, Hashable {
    case group(AllergenCode)
    case species(AllergenSpecies)

    /// The allergen itself, or the one that the species belongs to.
    package var group: AllergenCode {
        switch self {
        case .group(let code): code
        case .species(let species): species.group
        }
    }

    /// The allergen, if the choice is one of the fourteen.
    package var code: AllergenCode? {
        switch self {
        case .group(let code): code
        case .species: nil
        }
    }

    /// The species, if the choice is a single species.
    package var species: AllergenSpecies? {
        switch self {
        case .group: nil
        case .species(let species): species
        }
    }
}

extension AllergenChoice: RawRepresentable, Codable {
    package init?(rawValue: String) {
        if let code = AllergenCode(rawValue: rawValue) {
            self = .group(code)
        } else if let species = AllergenSpecies(rawValue: rawValue) {
            self = .species(species)
        } else {
            return nil
        }
    }

    package var rawValue: String {
        switch self {
        case .group(let code): code.rawValue
        case .species(let species): species.rawValue
        }
    }
}

extension AllergenChoice: CaseIterable, Comparable {
    /// All allergens in the order of the regulation's list, each followed by its species.
    package static let allCases: [AllergenChoice] = AllergenCode.allCases.flatMap { code in
        [.group(code)] + code.species.map(AllergenChoice.species)
    }

    /// Orders as `allCases`.
    package static func < (left: Self, right: Self) -> Bool { left.position < right.position }

    private var position: Int { Self.positions[self] ?? Self.positions.count }

    private static let positions = Dictionary(uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })
}
