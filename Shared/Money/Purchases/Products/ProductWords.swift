import Foundation

/// The words of an item's name, normalized for comparison (SPD-03).
///
/// Computed locally: lower case without accents, sizes and numbers; till abbreviations expanded; Chinese in single
/// characters.
package struct ProductWords: Sendable, Hashable {
    /// Each word once.
    package let words: Set<String>
    /// The words without spaces; names with the same key are equal.
    package let key: String
    /// The words with more abbreviations expanded, for `similarity`; empty if the name has only units.
    private let compared: Set<String>

    /// The words of a name.
    package init(_ name: String) {
        let plain = name.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            .lowercased()
        let words = Self.split(plain) { [$0] }
        self.words = Set(words)
        key = words.joined(separator: " ")
        let expanded = Set(Self.split(TillAbbreviations.usual(plain), expanding: TillAbbreviations.expanded))
        compared = expanded.isSubset(of: Self.units) ? [] : expanded
    }

    private static func split(_ plain: String, expanding expand: (String) -> [String]) -> [String] {
        var words: [String] = [], word = ""
        func close() {
            defer { word = "" }
            guard !word.isEmpty, !isSize(word) else { return }
            for part in expand(word) { words += meanings[part]?.split(separator: " ").map(String.init) ?? [part] }
        }
        for character in plain {
            if character.unicodeScalars.first?.properties.isIdeographic == true {
                close()
                words.append(String(character))
            } else if character.isLetter || character.isNumber {
                word.append(character)
            } else if character != "'" && character != "’" {
                close()
            }
        }
        close()
        return words
    }

    /// The similarity of two names, 0…1, by words that are equal or abbreviate each other; 0 if one has only units.
    package func similarity(to other: ProductWords) -> Double {
        guard !compared.isEmpty, !other.compared.isEmpty else { return 0 }
        if compared == other.compared { return 1 }
        return (covered(by: other) + other.covered(by: self)) / 2
    }

    /// The fraction of the words that the other name also has.
    private func covered(by other: ProductWords) -> Double {
        let sum = compared.reduce(0.0) { sum, word in
            sum + (other.compared.contains(word) ? 1 : other.compared.reduce(0.0) { max($0, Self.likeness(word, $1)) })
        }
        return sum / Double(compared.count)
    }

    /// How likely one word abbreviates the other: `chkn` for `chicken`, `straw` for `strawberries`.
    private static func likeness(_ first: String, _ second: String) -> Double {
        let (short, long) = first.utf8.count <= second.utf8.count ? (first, second) : (second, first)
        guard short.count >= 2, short.first == long.first else { return 0 }
        if short.count >= 3, long.hasPrefix(short) { return 0.9 }
        if short + "s" == long || short + "es" == long { return 0.95 }
        guard short.count >= 3, isAbbreviation(short, of: long) else { return 0 }
        // Abbreviations drop vowels first, so the order of the consonants is more significant.
        let consonants = long.filter { !"aeiouy".contains($0) }
        return short == consonants ? 0.85 : consonants.hasPrefix(short) ? 0.75 : 0.5
    }

    private static func isAbbreviation(_ short: String, of long: String) -> Bool {
        var rest = long[...]
        for letter in short {
            guard let place = rest.firstIndex(of: letter) else { return false }
            rest = rest[rest.index(after: place)...]
        }
        return true
    }

    /// Whether a word states an amount.
    private static func isSize(_ word: String) -> Bool {
        guard let first = word.first, first.isNumber else { return false }
        let letters = word.drop { $0.isNumber || $0 == "x" || $0 == "." }
        return letters.isEmpty || sizeUnits.contains(String(letters))
    }

    /// Units that are written without a space behind an amount.
    private static let sizeUnits: Set = ["g", "kg", "lb", "lbs", "oz", "ml", "l", "ct", "pk", "ea", "un"]

    /// Words that name no product if no other word is beside them; Chinese ones in single characters.
    private static let units = sizeUnits.union([
        "x", "mg", "cl", "dl", "gram", "grams", "gramme", "grammes", "gramo", "gramos", "ounce", "ounces", "pound",
        "pounds", "liter", "liters", "litre", "litres", "litro", "litros", "克", "千", "公", "斤", "毫", "升",
    ])

    /// The meanings of till abbreviations.
    private static let meanings: [String: String] = [
        "org": "organic", "bio": "organic", "bnls": "boneless", "sknls": "skinless", "chkn": "chicken",
        "chk": "chicken", "brst": "breast", "bf": "beef", "grnd": "ground", "gr": "ground", "prk": "pork",
        "trky": "turkey", "mlk": "milk", "whl": "whole", "ched": "cheddar", "chs": "cheese", "chz": "cheese",
        "btr": "butter", "yog": "yogurt", "ygrt": "yogurt", "brd": "bread", "wht": "white", "ww": "whole wheat",
        "tom": "tomato", "toms": "tomatoes", "pot": "potato", "ban": "banana", "bana": "banana", "appl": "apple",
        "grn": "green", "rd": "red", "ylw": "yellow", "onin": "onion", "ltc": "lettuce", "rom": "romaine",
        "jce": "juice", "jc": "juice", "oj": "orange juice", "frz": "frozen", "frzn": "frozen", "veg": "vegetable",
        "crkr": "crackers", "choc": "chocolate", "van": "vanilla", "pnt": "peanut", "pb": "peanut butter",
        "sce": "sauce", "dtrgt": "detergent", "tp": "toilet paper", "ppr": "paper", "twl": "towel", "gv": "",
        "pc": "", "lait": "milk", "leche": "milk", "pain": "bread", "pan": "bread", "poulet": "chicken",
        "pollo": "chicken", "oeufs": "eggs", "huevos": "eggs", "fromage": "cheese", "queso": "cheese",
    ]
}

/// One product that a name may refer to.
package struct ProductCandidate<ID: Sendable & Hashable & Comparable>: Sendable, Hashable {
    package let id: ID
    package let similarity: Double

    /// A product with its similarity.
    package init(id: ID, similarity: Double) {
        self.id = id
        self.similarity = similarity
    }
}

/// Products by name, for suggestions when no mapping knows a name.
package struct ProductIndex<ID: Sendable & Hashable & Comparable>: Sendable {
    /// The minimum similarity of a suggestion.
    package static var minSimilarity: Double { 0.5 }
    private let products: [(id: ID, words: ProductWords)]

    /// An index of products by their names; a product may have several.
    package init(_ products: [(id: ID, name: String)]) {
        self.products = products.map { ($0.id, ProductWords($0.name)) }
    }

    /// The most similar products, best first; equally similar ones ordered by id.
    package func candidates(for name: String, maxCount: Int = 5) -> [ProductCandidate<ID>] {
        let wanted = ProductWords(name)
        var best: [ID: Double] = [:]
        for product in products {
            let similarity = wanted.similarity(to: product.words)
            if similarity >= Self.minSimilarity { best[product.id] = max(best[product.id] ?? 0, similarity) }
        }
        return best.map { ProductCandidate(id: $0.key, similarity: $0.value) }
            .sorted { ($1.similarity, $0.id) < ($0.similarity, $1.id) }.prefix(maxCount).map(\.self)
    }
}

/// Decides whether people's answers about a shop's code are shared with others (C21).
package enum MappingScreen {
    /// Minimum number of independent people with the same answer.
    package static let minPeople = 3

    /// The shared name of a code, if at least `fewest` people gave it and more than half of all who answered; nil
    /// otherwise.
    ///
    /// - Parameter answers: The last answer of each person; people are identified by anonymous marks.
    /// - Returns: The most frequent spelling of that name.
    package static func shared(_ answers: [(person: String, name: String)]) -> String? {
        var last: [String: String] = [:]
        for answer in answers { last[answer.person] = answer.name }
        let groups = Dictionary(grouping: last.values) { ProductWords($0).key }
        let agreed = agreed(last.values.map { ProductWords($0).key })
        guard let agreed, !agreed.isEmpty, let spellings = groups[agreed] else { return nil }
        return Dictionary(grouping: spellings, by: \.self)
            .max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.key
    }

    /// The answer given by at least `fewest` people and by more than half of all.
    ///
    /// - Parameter answers: One per person.
    /// - Returns: nil if no answer reaches both limits.
    package static func agreed<Answer: Hashable>(_ answers: [Answer]) -> Answer? {
        let counts = Dictionary(answers.map { ($0, 1) }, uniquingKeysWith: +)
        return counts.first { $0.value >= minPeople && $0.value * 2 > answers.count }?.key
    }
}
