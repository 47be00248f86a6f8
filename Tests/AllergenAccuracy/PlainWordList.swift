import AllergenService
import EventContracts
import Foundation

/// A plain search for the fourteen names: the baseline that the matcher must exceed.
package struct PlainWordList: Sendable {
    private static let synonyms: [AllergenCode: [String]] = [
        .gluten: [
            "gluten", "wheat", "rye", "barley", "oats", "blé", "seigle", "orge", "avoine", "trigo", "centeno", "cebada",
            "avena", "小麦", "麸质",
        ],
        .crustaceans: ["crustacean", "shrimp", "crab", "crustacé", "crevette", "crustáceo", "gamba", "虾", "蟹"],
        .eggs: ["egg", "œuf", "oeuf", "huevo", "蛋"], .fish: ["fish", "poisson", "pescado", "鱼"],
        .peanuts: ["peanut", "arachide", "cacahuète", "cacahuete", "花生"], .soybeans: ["soy", "soya", "soja", "大豆"],
        .milk: ["milk", "lait", "leche", "乳", "奶"],
        .nuts: [
            "nut", "almond", "hazelnut", "walnut", "noix", "amande", "noisette", "nuez", "almendra", "avellana", "坚果",
            "杏仁",
        ],
        .celery: ["celery", "céleri", "apio", "芹菜"], .mustard: ["mustard", "moutarde", "mostaza", "芥末"],
        .sesame: ["sesame", "sésame", "sésamo", "芝麻"], .sulphites: ["sulphite", "sulfite", "sulfito", "亚硫酸"],
        .lupin: ["lupin", "altramuz", "altramuces", "羽扇豆"],
        .molluscs: ["mollusc", "mussel", "oyster", "mollusque", "moule", "molusco", "mejillón", "牡蛎"],
    ]

    package init() {}

    /// The allergens whose name, or its plural, is anywhere in the text.
    package func find(in text: String) -> Set<String> {
        let folded = text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        let words = Set(folded.split { !$0.isLetter }.map(String.init))
        return Set(Self.folded.filter { _, names in names.contains { stands($0, words, folded) } }.map(\.key.rawValue))
    }

    private func stands(_ name: String, _ words: Set<String>, _ text: String) -> Bool {
        if name.unicodeScalars.contains(where: { $0.value >= 0x3400 }) { return text.contains(name) }
        return words.contains(name) || words.contains(name + "s") || words.contains(name + "es")
    }

    private static let folded = synonyms.mapValues { names in
        names.map { $0.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil) }
    }
}
