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
        isEmpty ? [] : Self.all.indices.filter(holds).map { Self.all[$0] }
    }

    /// The allergens that the members belong to.
    var groups: AllergenSet {
        isEmpty ? [] : Self.all.indices.reduce(into: []) { if holds($1) { $0.formUnion(Self.groups[$1]) } }
    }

    private func holds(_ bit: Int) -> Bool { rawValue >> UInt64(bit) & 1 == 1 }

    /// The species of each bit, and their allergens.
    private static let all = AllergenSpecies.allCases
    private static let groups = all.map { AllergenSet($0.group) }

    private static let bits: [AllergenSpecies: UInt64] = Dictionary(
        uniqueKeysWithValues: AllergenSpecies.allCases.enumerated().map { ($1, 1 << UInt64($0)) })

    private static let byGroup: [AllergenCode: SpeciesSet] = Dictionary(
        uniqueKeysWithValues: AllergenCode.allCases.map { ($0, SpeciesSet(members: $0.species)) })
}

extension AllergenSet {
    /// Allergens whose species can be chosen individually.
    static let withSpecies = SpeciesSet(members: AllergenSpecies.allCases).groups
}
