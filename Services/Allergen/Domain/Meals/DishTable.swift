import CDishTable
import EventContracts

/// Dishes with known usual ingredients, found by name.
///
/// The built-in tables are facts of the Food Disaggregation Database of the US Food and Drug Administration, in the
/// public domain (`deploy/dish-table`). Its recipes are those of a survey; a kitchen may add ingredients.
package struct DishTable: Sendable {
    /// The result for a food's name.
    struct Answer: Sendable, Equatable {
        var recipes: [DishRecipes] = []
        /// Whether every word of the name belongs to a dish with known recipes, or it is one plain food.
        var isWhole = false
    }

    /// One dish of the table.
    struct Dish: Sendable {
        let code: String
        let name: String
        let allergens: AllergenSet
        let species: SpeciesSet
        /// Words of the dish's name that are required for a match.
        let head: Set<Int32>
        /// Words of which the searched name must have one: "chicken or turkey stew".
        let alternatives: Set<Int32>
        let words: Set<Int32>

        /// Number of words of the dish's name missing from the searched name; the alternatives count as one word.
        func missing(from asked: Set<Int32>) -> Int {
            let lacksAll = !alternatives.isEmpty && alternatives.isDisjoint(with: asked)
            return head.subtracting(asked).count + (lacksAll ? 1 : 0)
        }
    }

    /// Increased by hand whenever the code would read the same tables differently.
    package static let revision = 4
    /// Maximum number of words of a name that are considered.
    static let maxWords = 24
    /// Maximum number of words of a name in another language.
    static let maxNameWords = 8

    let dishes: [Dish]
    let plain: PlainFoods
    let numbers: [DishWords.Word: Int32]
    let byWord: [Int32: Set<Int32>]
    let byCode: [String: Int32]
    let english: [[DishWords.Word]: [DishWords.Word]]

    /// The tables that are part of the program, read once.
    package static let builtIn: DishTable = {
        DishTable(
            dishes: text(dish_table_dishes), names: text(dish_table_names), plain: text(dish_table_plain))
    }()

    /// Receipt abbreviations, read once.
    static let receiptWords = ReceiptWords(table: text(dish_table_receipt))

    private static func text(_ table: (UnsafeMutablePointer<Int>) -> UnsafePointer<UInt8>?) -> String {
        var count = 0
        let bytes = UnsafeBufferPointer(start: table(&count), count: count)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Creates a table from rows in the built-in format; invalid rows are skipped.
    ///
    /// - Parameters:
    ///   - table: Code, name and allergens of each dish.
    ///   - names: Names of foods in English and other languages.
    ///   - plain: Plain foods, which are not dishes.
    ///   - isIncluded: Filters dishes by code.
    package init(
        dishes table: String, names: String, plain: String = "", isIncluded: (String) -> Bool = { _ in true }
    ) {
        var numbers: [DishWords.Word: Int32] = [:]
        var dishes: [Dish] = []
        var byWord: [Int32: Set<Int32>] = [:]
        var byCode: [String: Int32] = [:]
        for cells in Self.rows(of: table) where cells.count == 3 && isIncluded(String(cells[0])) {
            let dish = Self.dish(cells) { word in
                let next = Int32(numbers.count)
                if let number = numbers[word] { return number }
                numbers[word] = next
                return next
            }
            let place = Int32(dishes.count)
            dishes.append(dish)
            byCode[dish.code] = place
            for word in dish.words { byWord[word, default: []].insert(place) }
        }
        var english: [[DishWords.Word]: [DishWords.Word]] = [:]
        for cells in Self.rows(of: names) where cells.count == 2 {
            let words = DishWords.words(of: cells[0])
            for name in cells[1].split(separator: "|") {
                let other = DishWords.words(of: name)
                if !other.isEmpty, other.count <= Self.maxNameWords, english[other] == nil { english[other] = words }
            }
        }
        self.dishes = dishes
        self.numbers = numbers
        self.byWord = byWord
        self.byCode = byCode
        self.english = english
        self.plain = PlainFoods(table: plain)
    }

    static func rows(of table: String) -> [[Substring]] {
        table.split(separator: "\n").filter { !$0.hasPrefix("#") }.dropFirst().map {
            $0.split(separator: "\t", omittingEmptySubsequences: false)
        }
    }

    private static func dish(_ cells: [Substring], number: (DishWords.Word) -> Int32) -> Dish {
        let choices = cells[2].split(separator: "|").compactMap { AllergenChoice(rawValue: String($0)) }
        let name = cells[1]
        let end = [",", "(", " with ", " w/ "].compactMap { name.firstRange(of: $0)?.lowerBound }.min()
        var head: [DishWords.Word] = [], alternatives: [DishWords.Word] = []
        // "Chicken or turkey soup": neither of the two determines the dish.
        let parts = DishWords.words(of: name[..<(end ?? name.endIndex)])
        for (place, word) in parts.enumerated() where !DishWords.isFiller(word) {
            let near = [place - 1, place + 1].filter(parts.indices.contains).map { parts[$0] }
            if parts.count == 1 || !near.contains(Array("or".utf8)) {
                head.append(word)
            } else {
                alternatives.append(word)
            }
        }
        return Dish(
            code: String(cells[0]), name: String(name),
            allergens: AllergenSet(codes: choices.map(\.group)),
            species: SpeciesSet(members: choices.compactMap(\.species)), head: Set(head.map(number)),
            alternatives: Set(alternatives.map(number)),
            words: Set(DishWords.words(of: name).filter { !DishWords.isFiller($0) }.map(number)))
    }
}
