import EventContracts
import IngestionCore

extension AllergenCatalog {
    /// The entry of an allergen or species in a legal list.
    package struct Listing: Encodable, Sendable {
        package let list: AllergenList
        package let entry: AllergenList.Entry
        package let name: String
        /// False if only some species of the allergen are in the entry, such as wheat alone of the cereals with gluten.
        package let allKinds: Bool
        /// The law or guidance that contains the list.
        package let source: String
        /// The amount that must be declared, in mg/kg.
        package let thresholdMilligramsPerKilogram: Int?
    }

    /// The entries of all lists that a choice falls under.
    static func listings(of choice: AllergenChoice, in language: ContentLanguage) -> [Listing] {
        let kinds = choice.species.map { [$0] } ?? choice.group.species
        return AllergenList.allCases.flatMap { list in
            list.entries(of: choice).map { entry in
                Listing(
                    list: list, entry: entry, name: name(of: entry, in: language),
                    allKinds: kinds.allSatisfy { list.entries(of: .species($0)).contains(entry) },
                    source: list.source(of: entry), thresholdMilligramsPerKilogram: list.threshold(of: entry))
            }
        }
    }

    private static func name(of entry: AllergenList.Entry, in language: ContentLanguage) -> String {
        if let code = AllergenCode(rawValue: entry.rawValue) { return text(of: code, in: language).name }
        return switch (entry, language) {
        case (.crustaceansAndMolluscs, .en): "Crustaceans and molluscs"
        case (.crustaceansAndMolluscs, .fr): "Crustacés et mollusques"
        case (.crustaceansAndMolluscs, .es): "Crustáceos y moluscos"
        case (.crustaceansAndMolluscs, .zh): "甲壳类和软体动物"
        case (.wheatAndTriticale, .en): "Wheat and triticale"
        case (.wheatAndTriticale, .fr): "Blé et triticale"
        case (.wheatAndTriticale, .es): "Trigo y triticale"
        case (.wheatAndTriticale, .zh): "小麦和小黑麦"
        case (.glutenSources, .en): "Gluten sources"
        case (.glutenSources, .fr): "Sources de gluten"
        case (.glutenSources, .es): "Fuentes de gluten"
        case (.glutenSources, .zh): "麸质来源"
        case (.crustaceanShellfish, .en): "Crustacean shellfish"
        case (.crustaceanShellfish, .fr): "Crustacés"
        case (.crustaceanShellfish, .es): "Crustáceos"
        case (.crustaceanShellfish, .zh): "甲壳类"
        default: AllergenSpecies(rawValue: entry.rawValue).map { title(of: $0, in: language) } ?? entry.rawValue
        }
    }
}
