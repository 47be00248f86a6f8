import FoodCatalogue
import Foundation

/// Reads Health Canada's Canadian Nutrient File as CSV: FOOD NAME.csv, NUTRIENT NAME.csv, NUTRIENT AMOUNT.csv and, if
/// present, CONVERSION FACTOR.csv and MEASURE NAME.csv.
///
/// Names are in English and French.
package struct CanadianNutrientFile: FoodTableReader {
    private let folder: URL

    package init(_ folder: URL) {
        self.folder = folder
    }

    package func read(_ take: (ImportEvent) throws -> Void) throws {
        var numbers: [String: String] = [:]
        try forEach("NUTRIENT NAME.csv", columns: ["NutrientID", "NutrientCode"], take) { row in
            numbers[row["NutrientID"]] = row["NutrientCode"]
        }
        var foods = GatheredFoods()
        try forEach("FOOD NAME.csv", columns: ["FoodID", "FoodDescription", "FoodDescriptionF"], take) { row in
            try foods.add(
                row["FoodID"], source: "cnf",
                names: [.english: row["FoodDescription"], .french: row["FoodDescriptionF"]], file: "FOOD NAME.csv",
                record: row.number)
        }
        try forEach("NUTRIENT AMOUNT.csv", columns: ["FoodID", "NutrientID", "NutrientValue"], take) { row in
            guard let number = numbers[row["NutrientID"]] else { return }
            try foods.add(amount: row["NutrientValue"], of: number, to: row["FoodID"])
        }
        try addMeasures(to: &foods, take)
        try foods.handOut(take)
    }

    private func addMeasures(to foods: inout GatheredFoods, _ take: (ImportEvent) throws -> Void) throws {
        let names = ["CONVERSION FACTOR.csv", "MEASURE NAME.csv"]
        guard
            names.allSatisfy({
                FileManager.default.fileExists(atPath: folder.appending(path: $0).path(percentEncoded: false))
            })
        else { return }
        var measures: [String: String] = [:]
        try forEach("MEASURE NAME.csv", columns: ["MeasureID", "MeasureDescription"], take) { row in
            measures[row["MeasureID"]] = row["MeasureDescription"]
        }
        var gathered = foods
        let columns = ["FoodID", "MeasureID", "ConversionFactorValue"]
        try forEach("CONVERSION FACTOR.csv", columns: columns, take) { row in
            guard let factor = PlainNumber.read(row["ConversionFactorValue"]) else { throw RowProblem.badNumber }
            // A measure's mass is 100 g times its factor.
            try gathered.add(
                portion: measures[row["MeasureID"]] ?? "", grams: String(factor * 100), to: row["FoodID"])
        }
        foods = gathered
    }

    private func forEach(
        _ file: String, columns: [String], _ take: (ImportEvent) throws -> Void,
        _ body: (NamedRecords.Row) throws -> Void
    ) throws {
        var records = try NamedRecords(try FoodFile.url(file, in: folder), .latinCSV, columns: columns)
        try records.forEach(body) { try take(.rejected(file: file, record: $0, problem: $1)) }
    }
}
