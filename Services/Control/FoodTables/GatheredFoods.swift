import FoodCatalogue
import Foundation
import Quantities

/// Collects foods with names, amounts and portions from several files of one table.
struct GatheredFoods {
    private struct Food {
        let id: FoodID
        var names: [FoodLanguage: String]
        let file: String
        let record: Int
        var amounts = NutrientAmounts()
        /// The rank of the nutrient number from which each amount was read.
        var ranks: [Nutrient: Int] = [:]
        var portions: [Portion] = []
    }

    /// Maximum number of portions of a food.
    private static let maxPortions = 20

    private var foods: [String: Food] = [:]
    private var order: [String] = []

    /// Adds a food with its number in the table.
    mutating func add(_ number: String, source: String, names: [FoodLanguage: String], file: String, record: Int) throws
    {
        guard foods[number] == nil else { throw RowProblem.twice }
        guard let id = FoodID("\(source)-\(number)") else { throw RowProblem.badID }
        let names = names.filter { !$0.value.isEmpty }
        guard !names.isEmpty else { throw RowProblem.noName }
        foods[number] = Food(id: id, names: names, file: file, record: record)
        order.append(number)
    }

    func has(_ number: String) -> Bool { foods[number] != nil }

    /// Adds the amount of a nutrient, given by its number, in 100 g of a food; unknown nutrients are skipped.
    mutating func add(amount text: String, of nutrientNumber: String, to number: String) throws {
        guard let (nutrient, rank) = NutrientNumber.nutrients[nutrientNumber] else { return }
        guard has(number) else { throw RowProblem.unknownFood }
        guard let value = PlainNumber.read(text) else { throw RowProblem.badNumber }
        if let known = foods[number]?.ranks[nutrient], known <= rank { return }
        foods[number]?.ranks[nutrient] = rank
        foods[number]?.amounts[nutrient] = .known(NutrientValue(value))
    }

    /// Adds a household measure.
    mutating func add(portion measure: String, grams text: String, to number: String) throws {
        guard has(number) else { throw RowProblem.unknownFood }
        guard let grams = PlainNumber.read(text) else { throw RowProblem.badNumber }
        guard grams > 0, !measure.isEmpty, let known = foods[number]?.portions, known.count < Self.maxPortions,
            !known.contains(where: { $0.measure == measure })
        else { return }
        foods[number]?.portions.append(Portion(measure: measure, mass: Grams(grams)))
    }

    /// Passes every food, or the reason for its rejection, in the order of the table.
    func handOut(_ take: (ImportEvent) throws -> Void) throws {
        for number in order {
            guard let food = foods[number] else { continue }
            if let problem = Plausibility.problem(of: food.amounts) {
                try take(.rejected(file: food.file, record: food.record, problem: problem))
            } else {
                try take(
                    .food(
                        ImportedFood(
                            food.id, named: food.names, portions: food.portions, amounts: food.amounts)))
            }
        }
    }
}

/// Numbers as written in tables: finite, not negative, with a decimal point.
enum PlainNumber {
    static func read(_ text: String) -> Double? {
        guard let value = Double(text), value.isFinite, value >= 0 else { return nil }
        return value
    }
}
