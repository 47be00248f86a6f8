import EventContracts
import FoodCatalogue
import Quantities

/// A food that may be recommended to people who have not eaten it yet.
struct RecommendableFood: Sendable, Equatable {
    /// The kind of food by its ingredients, as needed for diets.
    enum Kind: String, Sendable, CaseIterable {
        case plant, dairy, egg, fish, shellfish, meat
    }

    let id: FoodID
    /// Mass of one serving, in grams.
    let grams: Double
    let kind: Kind
    /// Codes of all allergens that the food contains, groups and species.
    let allergens: Set<String>
    /// First and last month of the season in the northern hemisphere; nil for a food of the whole year.
    let season: (first: Int, last: Int)?
    /// Cost of a serving: 1 low, 2 medium, 3 high.
    let cost: Int

    static func == (left: Self, right: Self) -> Bool { left.id == right.id }

    /// Whether the food is in season in a month.
    ///
    /// - Parameters:
    ///   - month: 1 to 12.
    ///   - isSouthern: Whether the seasons are those of the southern hemisphere.
    /// - Returns: True in its season; nil for a food that is available all year.
    func isInSeason(_ month: Int, isSouthern: Bool) -> Bool? {
        guard let season else { return nil }
        let month = isSouthern ? (month + 5) % 12 + 1 : month
        return season.first <= season.last
            ? (season.first...season.last).contains(month) : month >= season.first || month <= season.last
    }

    /// Whether a diet certainly allows the food; meat and cheese without a certificate are not certain.
    func isAllowed(by diet: Diet) -> Bool {
        switch diet {
        case .vegan: kind == .plant
        case .vegetarian: [.plant, .dairy, .egg].contains(kind)
        case .glutenFree: !allergens.contains(AllergenCode.gluten.rawValue)
        case .halal: kind != .meat
        case .kosher: [.plant, .egg, .fish].contains(kind)
        }
    }
}

/// The table of foods that may be recommended.
struct RecommendableFoods: Sendable {
    /// The table cannot be read.
    struct Malformed: Error, CustomStringConvertible {
        let line: Int
        var description: String { "line \(line) of the table of recommendable foods is malformed" }
    }

    let foods: [RecommendableFood]

    /// The built-in table.
    ///
    /// - Throws: `Malformed`.
    static func builtIn() throws(Malformed) -> RecommendableFoods {
        try RecommendableFoods(table: String(decoding: PackageResources.recommended_tsv, as: UTF8.self))
    }

    init(table: String) throws(Malformed) {
        var foods: [RecommendableFood] = []
        for (number, line) in table.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard !line.isEmpty, !line.hasPrefix("#"), !line.hasPrefix("id\t") else { continue }
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard cells.count == 6, let id = FoodID(cells[0]), let grams = Double(cells[1]),
                let kind = RecommendableFood.Kind(rawValue: cells[2]), let cost = Int(cells[5]),
                (1...3).contains(cost)
            else { throw Malformed(line: number + 1) }
            let months = cells[4].split(separator: "-").compactMap { Int($0) }
            let allergens = cells[3].split(separator: "|").map(String.init)
            guard cells[4].isEmpty || months.count == 2, months.allSatisfy((1...12).contains),
                allergens.allSatisfy({ AllergenChoice(rawValue: $0) != nil })
            else { throw Malformed(line: number + 1) }
            foods.append(
                RecommendableFood(
                    id: id, grams: grams, kind: kind, allergens: Set(allergens),
                    season: months.isEmpty ? nil : (months[0], months[1]), cost: cost))
        }
        self.foods = foods
    }
}
