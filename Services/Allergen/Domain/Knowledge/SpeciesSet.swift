import EventContracts

/// A set of species in one machine word.
package struct SpeciesSet: OptionSet, Sendable, Hashable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    package init(_ species: AllergenSpecies) {
        rawValue = Self.bits[species] ?? 0
    }

    package init(members: some Sequence<AllergenSpecies>) {
        self = members.reduce(into: []) { $0.formUnion(Self($1)) }
    }

    /// All species of the given allergens.
    init(of groups: AllergenSet) {
        self = groups.codes.reduce(into: []) { $0.formUnion(Self.byGroup[$1] ?? []) }
    }

    /// The members in the order of the API schema.
    package var members: [AllergenSpecies] {
        isEmpty ? [] : AllergenSpecies.allCases.filter { contains(Self($0)) }
    }

    /// The allergens that the members belong to.
    var groups: AllergenSet { AllergenSet(codes: members.map(\.group)) }

    private static let bits: [AllergenSpecies: UInt64] = Dictionary(
        uniqueKeysWithValues: AllergenSpecies.allCases.enumerated().map { ($1, 1 << UInt64($0)) })

    private static let byGroup: [AllergenCode: SpeciesSet] = Dictionary(
        uniqueKeysWithValues: AllergenCode.allCases.map { ($0, SpeciesSet(members: $0.species)) })
}

extension AllergenSet {
    /// Allergens whose species can be chosen individually.
    static let withSpecies = SpeciesSet(members: AllergenSpecies.allCases).groups
}
