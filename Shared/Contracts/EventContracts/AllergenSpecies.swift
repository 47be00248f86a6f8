/// A species within an allergen that a person may choose alone, such as wheat, almond or cod.
///
/// Raw values are wire codes; none equals a code of `AllergenCode`, so that one list may hold both.
package enum AllergenSpecies: String, EventValue, CaseIterable, Hashable, Comparable {
    // Cereals with gluten; spelt, khorasan and triticale count as wheat, as in Canada and the European Union.
    case wheat, rye, barley, oats
    // Crustaceans.
    case shrimp, crab, lobster, langoustine, crayfish, krill, barnacle
    // Fish.
    case anchovy, carp, catfish, cod, eel, flatfish, grouper, haddock, hake, halibut, herring, mackerel, monkfish,
        mullet
    case perch, pollock, salmon, sardine, seaBass, seaBream, shark, snapper, sturgeon, swordfish, tilapia, trout, tuna
    case whiting
    // Tree nuts; pine nuts are on the lists of Canada and the United States only.
    case almond, hazelnut, walnut, cashew, pecan, brazilNut, pistachio, macadamia, pineNut
    // Molluscs.
    case mussel, oyster, clam, cockle, scallop, squid, octopus, cuttlefish, abalone, snail, whelk

    /// The allergen that it belongs to.
    package var group: AllergenCode {
        switch self {
        case .wheat, .rye, .barley, .oats: .gluten
        case .shrimp, .crab, .lobster, .langoustine, .crayfish, .krill, .barnacle: .crustaceans
        case .anchovy, .carp, .catfish, .cod, .eel, .flatfish, .grouper, .haddock, .hake, .halibut, .herring, .mackerel,
            .monkfish, .mullet, .perch, .pollock, .salmon, .sardine, .seaBass, .seaBream, .shark, .snapper, .sturgeon,
            .swordfish, .tilapia, .trout, .tuna, .whiting:
            .fish
        case .almond, .hazelnut, .walnut, .cashew, .pecan, .brazilNut, .pistachio, .macadamia, .pineNut: .nuts
        case .mussel, .oyster, .clam, .cockle, .scallop, .squid, .octopus, .cuttlefish, .abalone, .snail, .whelk:
            .molluscs
        }
    }

    /// Orders by declaration.
    package static func < (left: Self, right: Self) -> Bool { left.position < right.position }

    private var position: Int { Self.positions[self] ?? Self.positions.count }

    private static let positions = Dictionary(uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })
}

extension AllergenCode {
    /// The species of this allergen that a person may choose alone; empty for most allergens.
    package var species: [AllergenSpecies] { AllergenSpecies.allCases.filter { $0.group == self } }
}
