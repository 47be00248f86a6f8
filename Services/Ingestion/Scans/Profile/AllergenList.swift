import EventContracts
import IngestionCore

/// A legal list of allergens; each differs a little from the fourteen (ALG-01).
///
/// Compiled from publications of authorities and trade associations about the laws named as sources; only the laws
/// themselves are authoritative.
package enum AllergenList: String, Encodable, Sendable, CaseIterable {
    /// Regulation (EU) No 1169/2011, Annex II: the fourteen.
    case europeanUnion
    /// Health Canada's eleven priority allergens, and the gluten sources declared with them.
    case canada
    /// The nine major food allergens of the United States.
    case unitedStates

    /// An entry of one of the lists; entries equal to one of the fourteen have its code.
    package enum Entry: String, Encodable, Sendable, CaseIterable {
        case gluten, crustaceans, eggs, fish, peanuts, soybeans, milk, nuts, celery, mustard, sesame, sulphites, lupin
        case molluscs
        // Entries of Canada's list.
        case crustaceansAndMolluscs, wheatAndTriticale, glutenSources
        // Entries of the United States' list.
        case crustaceanShellfish, wheat
    }

    /// The entries that an allergen or species falls under; empty if the list does not contain it.
    package func entries(of choice: AllergenChoice) -> [Entry] {
        guard let species = choice.species else {
            let kinds = choice.group.species
            guard kinds.isEmpty else {
                // All entries that the allergen's species fall under, in the list's order.
                let entries = kinds.flatMap { self.entries(of: .species($0)) }
                return Entry.allCases.filter(entries.contains)
            }
            return entries(ofGroup: choice.group)
        }
        return switch self {
        case .europeanUnion: species == .pineNut ? [] : entries(ofGroup: species.group)
        case .canada:
            switch species {
            case .wheat: [.wheatAndTriticale, .glutenSources]
            case .rye, .barley, .oats: [.glutenSources]
            default: entries(ofGroup: species.group)
            }
        case .unitedStates: species == .wheat ? [.wheat] : entries(ofGroup: species.group)
        }
    }

    /// The entries of an allergen whose species are all in the same entry.
    private func entries(ofGroup code: AllergenCode) -> [Entry] {
        guard let same = Entry(rawValue: code.rawValue) else { return [] }
        switch (self, code) {
        case (.europeanUnion, _): return [same]
        case (.canada, .crustaceans), (.canada, .molluscs): return [.crustaceansAndMolluscs]
        case (.unitedStates, .crustaceans): return [.crustaceanShellfish]
        case (_, .gluten), (_, .celery), (_, .lupin): return []
        case (.unitedStates, .molluscs), (.unitedStates, .mustard), (.unitedStates, .sulphites): return []
        default: return [same]
        }
    }

    /// The law or guidance that contains the entry.
    package func source(of entry: Entry) -> String {
        switch (self, entry) {
        case (.europeanUnion, _):
            let point = AllergenCode(rawValue: entry.rawValue).flatMap(AllergenCode.allCases.firstIndex(of:))
            return "Regulation (EU) No 1169/2011, Annex II" + (point.map { ", point \($0 + 1)" } ?? "")
        case (.canada, _): return "Food and Drug Regulations (C.R.C., c. 870), B.01.010.1"
        case (.unitedStates, .nuts):
            return "21 U.S.C. 321(qq); FDA, Questions and Answers Regarding Food Allergens, edition 5 (2025), table 1"
        case (.unitedStates, .sesame): return "21 U.S.C. 321(qq), as amended by the FASTER Act of 2021"
        case (.unitedStates, _): return "21 U.S.C. 321(qq)"
        }
    }

    /// The threshold for declaring the entry, in mg/kg, if there is one: in the European Union above it, in Canada from
    /// it on.
    package func threshold(of entry: Entry) -> Int? { entry == .sulphites ? 10 : nil }
}
