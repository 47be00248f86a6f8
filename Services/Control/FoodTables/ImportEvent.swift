import FoodCatalogue
import Foundation

/// A food as an official or a public table has it.
package struct ImportedFood: Sendable, Hashable {
    package let id: FoodID
    package let names: [FoodLanguage: String]
    package let portions: [Portion]
    /// In 100 g.
    package let amounts: NutrientAmounts
    /// The brand of the product, if the table has it.
    package var brand: String?

    package init(
        _ id: FoodID, named names: [FoodLanguage: String], portions: [Portion] = [], amounts: NutrientAmounts,
        brand: String? = nil
    ) {
        self.id = id
        self.names = names
        self.portions = portions
        self.amounts = amounts
        self.brand = brand
    }
}

/// Why a row of a table is not taken.
package enum RowProblem: String, Error, Sendable, CaseIterable {
    case tooLong = "longer than a megabyte"
    case notText = "not in the encoding of the file"
    case notJSON = "not a JSON object"
    case tooFewFields = "too few fields"
    case badID = "no id of a food"
    case badNumber = "a value is not a number"
    case noName = "no name"
    case noEnergy = "neither energy nor the nutrients to compute it"
    case twice = "a duplicate id"
    case unknownFood = "a row of an unknown food"
    case tooHeavy = "more than 100 g in 100 g"
    case partAboveWhole = "more sugars than carbohydrate, or more of a fat than fat"
    case impossibleEnergy = "more energy than pure fat"
    case energyDisagrees = "energy far from that of its protein, fat and carbohydrate"
}

/// One piece of the content of a table.
package enum ImportEvent: Sendable {
    case food(ImportedFood)
    /// A record of a file that is not taken; records are counted from 1, the names of the columns among them.
    case rejected(file: String, record: Int, problem: RowProblem)
}

/// The reason why a file cannot be read as a table.
package enum FoodFileError: Error, Hashable, CustomStringConvertible {
    case missingFile(String)
    case missingColumn(file: String, column: String)

    package var description: String {
        switch self {
        case .missingFile(let file): "\(file) does not exist"
        case .missingColumn(let file, let column): "\(file) has no column \(column)"
        }
    }
}

/// A table that foods can be read from.
package protocol FoodTableReader {
    /// Passes the content, always in the same order, so that an interrupted reader can skip the pieces it had.
    ///
    /// - Throws: An error of Foundation, `FoodFileError`, or the error of `take`.
    func read(_ take: (ImportEvent) throws -> Void) throws
}

extension FoodTableReader {
    /// Continues after a number of pieces.
    package func read(after count: Int, _ take: (ImportEvent) throws -> Void) throws {
        var passed = 0
        try read { event in
            passed += 1
            if passed > count { try take(event) }
        }
    }
}
