import FoodCatalogue
import Foundation

/// Reads USDA's FoodData Central, the full download as CSV: food.csv, nutrient.csv, food_nutrient.csv and, if present,
/// food_portion.csv and measure_unit.csv.
///
/// Branded foods, samples and other parts of foods are skipped.
package struct FoodDataCentral: FoodTableReader {
    private let folder: URL

    package init(_ folder: URL) {
        self.folder = folder
    }

    /// The kinds of foods that are imported; a file without kinds is imported completely.
    private static let kinds: Set = ["", "foundation_food", "sr_legacy_food", "survey_fndds_food"]
    /// The code that means "no unit of measure".
    private static let noUnit = "9999"

    package func read(_ take: (ImportEvent) throws -> Void) throws {
        let numbers = try nutrientNumbers(take)
        var foods = GatheredFoods()
        var passedOver = Set<String>()
        try forEach("food.csv", columns: ["fdc_id", "description"], take) { row in
            guard Self.kinds.contains(row["data_type"]) else {
                passedOver.insert(row["fdc_id"])
                return
            }
            try foods.add(
                row["fdc_id"], source: "fdc", names: [.english: row["description"]], file: "food.csv",
                record: row.number)
        }
        try forEach("food_nutrient.csv", columns: ["fdc_id", "nutrient_id", "amount"], take) { row in
            guard let number = numbers[row["nutrient_id"]], !passedOver.contains(row["fdc_id"]) else { return }
            try foods.add(amount: row["amount"], of: number, to: row["fdc_id"])
        }
        try addPortions(to: &foods, passingOver: passedOver, take)
        try foods.handOut(take)
    }

    /// Maps FoodData Central's nutrient ids to the nutrient numbers used since Standard Reference.
    private func nutrientNumbers(_ take: (ImportEvent) throws -> Void) throws -> [String: String] {
        var numbers: [String: String] = [:]
        try forEach("nutrient.csv", columns: ["id", "nutrient_nbr"], take) { row in
            let number = row["nutrient_nbr"]
            // Some releases write "208.0".
            numbers[row["id"]] = number.hasSuffix(".0") ? String(number.dropLast(2)) : number
        }
        return numbers
    }

    private func addPortions(
        to foods: inout GatheredFoods, passingOver passedOver: Set<String>, _ take: (ImportEvent) throws -> Void
    ) throws {
        guard has("food_portion.csv") else { return }
        var units: [String: String] = [:]
        if has("measure_unit.csv") {
            try forEach("measure_unit.csv", columns: ["id", "name"], take) { units[$0["id"]] = $0["name"] }
        }
        var gathered = foods
        try forEach("food_portion.csv", columns: ["fdc_id", "gram_weight"], take) { row in
            guard !passedOver.contains(row["fdc_id"]) else { return }
            let unit = row["measure_unit_id"] == Self.noUnit ? "" : units[row["measure_unit_id"]] ?? ""
            // Survey foods have the whole measure in words; their modifier is only a code.
            let words = row["portion_description"]
            let parts = words.isEmpty ? [Self.plain(row["amount"]), unit, row["modifier"]] : [words]
            try gathered.add(
                portion: parts.filter { !$0.isEmpty }.joined(separator: " "), grams: row["gram_weight"],
                to: row["fdc_id"])
        }
        foods = gathered
    }

    /// A number without trailing ".0": "2.0" becomes "2".
    private static func plain(_ number: String) -> String {
        number.hasSuffix(".0") ? String(number.dropLast(2)) : number
    }

    private func has(_ file: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appending(path: file).path(percentEncoded: false))
    }

    private func forEach(
        _ file: String, columns: [String], _ take: (ImportEvent) throws -> Void,
        _ body: (NamedRecords.Row) throws -> Void
    ) throws {
        var records = try NamedRecords(try FoodFile.url(file, in: folder), .csv, columns: columns)
        try records.forEach(body) { try take(.rejected(file: file, record: $0, problem: $1)) }
    }
}
