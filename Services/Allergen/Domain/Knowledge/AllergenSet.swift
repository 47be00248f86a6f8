import EventContracts

/// A set of the fourteen allergens in one machine word.
package struct AllergenSet: OptionSet, Sendable, Hashable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    package init(_ code: AllergenCode) {
        rawValue = Self.bits[code] ?? 0
    }

    package init(codes: some Sequence<AllergenCode>) {
        self = codes.reduce(into: []) { $0.formUnion(Self($1)) }
    }

    /// All fourteen.
    package static let all = AllergenSet(codes: AllergenCode.allCases)

    /// The members in the order of the regulation's list.
    package var codes: [AllergenCode] {
        isEmpty ? [] : Self.members.indices.filter { rawValue >> UInt16($0) & 1 == 1 }.map { Self.members[$0] }
    }

    /// The allergen of each bit.
    private static let members = AllergenCode.allCases

    private static let bits: [AllergenCode: UInt16] = Dictionary(
        uniqueKeysWithValues: AllergenCode.allCases.enumerated().map { ($1, 1 << UInt16($0)) })
}
