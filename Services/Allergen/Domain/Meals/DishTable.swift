import CDishTable
import EventContracts

/// The dishes whose usual ingredients are known, found by what people call them.
///
/// The built-in tables hold facts of the Food Disaggregation Database of the US Food and Drug Administration, in the public
/// domain (`deploy/dish-table`). A recipe there is that of a survey: what a kitchen puts in besides, nobody knows.
package struct DishTable: Sendable {
    /// What is known of a food by its name.
    struct Answer: Sendable, Equatable {
        var recipes: [DishRecipes] = []
        /// Whether every word of the name belongs to a dish whose recipes are known.
        var isWhole = false
    }

    /// One dish of the table.
    struct Dish: Sendable {
        let code: String
        let name: String
        let allergens: AllergenSet
        let species: SpeciesSet
        /// Words without which the dish is another one.
        let head: Set<Int32>
        let words: Set<Int32>
    }

    /// Raised by hand whenever the same tables would be read differently.
    package static let revision = 1
    /// More words of a name than this are not looked at.
    static let mostWords = 24
    /// Words of the longest name in another language.
    private static let longestName = 8

    let dishes: [Dish]
    private let numbers: [DishWords.Word: Int32]
    private let byWord: [Int32: Set<Int32>]
    private let byCode: [String: Int32]
    private let english: [[DishWords.Word]: [DishWords.Word]]

    /// The tables that are part of the program, read once.
    package static let builtIn: DishTable = {
        var dishCount = 0
        var nameCount = 0
        let dishes = UnsafeBufferPointer(start: dish_table_dishes(&dishCount), count: dishCount)
        let names = UnsafeBufferPointer(start: dish_table_names(&nameCount), count: nameCount)
        return DishTable(dishes: String(decoding: dishes, as: UTF8.self), names: String(decoding: names, as: UTF8.self))
    }()

    /// From tables in the form of the built-in ones; lines of another form are left out.
    ///
    /// - Parameters:
    ///   - table: code, name and allergens of each dish.
    ///   - names: what a food is called in English, and in other languages.
    ///   - isIncluded: says of a dish's code whether it is taken.
    package init(dishes table: String, names: String, isIncluded: (String) -> Bool = { _ in true }) {
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
                if !other.isEmpty, other.count <= Self.longestName, english[other] == nil { english[other] = words }
            }
        }
        self.dishes = dishes
        self.numbers = numbers
        self.byWord = byWord
        self.byCode = byCode
        self.english = english
    }

    private static func rows(of table: String) -> [[Substring]] {
        table.split(separator: "\n").filter { !$0.hasPrefix("#") }.dropFirst().map {
            $0.split(separator: "\t", omittingEmptySubsequences: false)
        }
    }

    private static func dish(_ cells: [Substring], number: (DishWords.Word) -> Int32) -> Dish {
        let choices = cells[2].split(separator: "|").compactMap { AllergenChoice(rawValue: String($0)) }
        let name = cells[1]
        let end = [",", "(", " with ", " w/ "].compactMap { name.firstRange(of: $0)?.lowerBound }.min()
        var head: [DishWords.Word] = []
        // "Chicken or turkey soup": neither of the two is what makes it one.
        let parts = DishWords.words(of: name[..<(end ?? name.endIndex)])
        for (place, word) in parts.enumerated() where !DishWords.isFiller(word) {
            let near = [place - 1, place + 1].filter(parts.indices.contains).map { parts[$0] }
            if parts.count == 1 || !near.contains(Array("or".utf8)) { head.append(word) }
        }
        return Dish(
            code: String(cells[0]), name: String(name),
            allergens: AllergenSet(codes: choices.map(\.group)),
            species: SpeciesSet(members: choices.compactMap(\.species)), head: Set(head.map(number)),
            words: Set(DishWords.words(of: name).filter { !DishWords.isFiller($0) }.map(number)))
    }
}

extension DishTable {
    /// The recipes of a food.
    ///
    /// - Parameters:
    ///   - name: what it is called, in any of the four languages.
    ///   - foodID: its id in the catalogue; nil for a name that was typed.
    /// - Returns: what is known of it.
    func find(_ name: String, foodID: String?) -> Answer {
        if let code = foodID.flatMap({ $0.hasPrefix("fndds-") ? String($0.dropFirst(6)) : nil }),
            let place = byCode[code]
        {
            return Answer(recipes: [recipes([place], called: dishes[Int(place)].name)], isWhole: true)
        }
        let words = Array(DishWords.words(of: name).prefix(Self.mostWords))
        var answer = find(words)
        let translated = inEnglish(words)
        if translated != words {
            let other = find(translated)
            answer.recipes += other.recipes.filter { !answer.recipes.contains($0) }
            answer.isWhole = answer.isWhole || other.isWhole
        }
        return answer
    }

    /// The name with what stands in the table of names in English.
    func inEnglish(_ words: [DishWords.Word]) -> [DishWords.Word] {
        if let whole = english[words] { return whole }
        var result: [DishWords.Word] = []
        var start = 0
        while start < words.count {
            let end = (start + 1...min(words.count, start + Self.longestName)).last { end in
                english[Array(words[start..<end])] != nil && words[start..<end].contains { numbers[$0] == nil }
            }
            result += end.flatMap { english[Array(words[start..<$0])] } ?? [words[start]]
            start = end ?? start + 1
        }
        return result
    }

    private func find(_ words: [DishWords.Word]) -> Answer {
        let content = words.filter { !DishWords.isFiller($0) }
        let known = content.compactMap { numbers[$0] }
        guard !known.isEmpty else { return Answer() }
        let isKnown = known.count == content.count
        if let best = best(for: known) {
            let found = recipes(best.places, called: nil)
            if best.extra == 0 || isKnown { return Answer(recipes: [found], isWhole: best.extra == 0 && isKnown) }
        }
        return parts(of: known, isKnown: isKnown)
    }

    /// The dishes that have all of the words, and of their own as few more as can be.
    private func best(for words: [Int32]) -> (places: [Int32], extra: Int)? {
        let lists = words.map { byWord[$0] ?? [] }.sorted { $0.count < $1.count }
        guard var places = lists.first else { return nil }
        for list in lists.dropFirst() { places.formIntersection(list) }
        let asked = Set(words)
        let extras = places.map { (place: $0, extra: dishes[Int($0)].head.subtracting(asked).count) }
        guard let least = extras.map(\.extra).min() else { return nil }
        return (extras.filter { $0.extra == least }.map(\.place).sorted(), least)
    }

    /// The dishes that parts of a name are: "toast with peanut butter".
    private func parts(of words: [Int32], isKnown: Bool) -> Answer {
        var answer = Answer(isWhole: isKnown)
        var start = 0
        while start < words.count {
            let found = (start + 1...words.count).reversed().lazy.compactMap { end in
                best(for: Array(words[start..<end])).flatMap { $0.extra == 0 ? ($0.places, end) : nil }
            }.first
            if let (places, end) = found {
                answer.recipes.append(recipes(places, called: nil))
                start = end
            } else {
                answer.isWhole = false
                start += 1
            }
        }
        return answer
    }

    /// What dishes hold together; `name` is that of the plainest of them unless it is given.
    private func recipes(_ places: [Int32], called name: String?) -> DishRecipes {
        var holding: [AllergenChoice: Int] = [:]
        var unnamed: AllergenSet = []
        let found = places.map { dishes[Int($0)] }
        for dish in found {
            for code in dish.allergens.codes { holding[.group(code), default: 0] += 1 }
            for species in dish.species.members { holding[.species(species), default: 0] += 1 }
            unnamed.formUnion(dish.allergens.intersection(.withSpecies).subtracting(dish.species.groups))
        }
        let plainest = found.map(\.name).min { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
        return DishRecipes(dish: name ?? plainest ?? "", recipes: found.count, holding: holding, unnamed: unnamed)
    }
}
