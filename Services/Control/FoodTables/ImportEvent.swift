import FoodCatalogue
import Foundation

/// A food of an official or public table.
package struct ImportedFood: Sendable, Hashable {
    package let id: FoodID
    package let names: [FoodLanguage: String]
    package let portions: [Portion]
    /// Amounts of nutrients in 100 g.
    package let amounts: NutrientAmounts
    /// The brand of the product, if the table states it.
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

/// The reason why a row of a table is rejected.
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

/// One part of a table's content.
package enum ImportEvent: Sendable {
    case food(ImportedFood)
    /// A rejected record of a file; records are counted from 1, the header included.
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
    /// Passes the content, always in the same order, so that an interrupted reader can skip the parts it has processed.
    ///
    /// - Throws: An error of Foundation, `FoodFileError`, or the error of `take`.
    func read(_ take: (ImportEvent) throws -> Void) throws
}

extension FoodTableReader {
    /// Continues after a number of parts.
    package func read(after count: Int, _ take: (ImportEvent) throws -> Void) throws {
        var passed = 0
        try read { event in
            passed += 1
            if passed > count { try take(event) }
        }
    }
}
