import FoodCatalogue
import Foundation
import Quantities

/// Open Food Facts' export of products, as "CSV" (fields separated by tabs) or as JSON lines, one product per line.
///
/// The file is read as a stream, so memory use does not grow with the number of products. The data are under the Open
/// Database License: an import stays with the operator that made it.
package struct OpenFoodFacts: FoodTableReader {
    private let file: URL

    package init(_ file: URL) {
        self.file = file
    }

    package func read(_ take: (ImportEvent) throws -> Void) throws {
        try file.pathExtension.lowercased() == "jsonl" ? readLines(take) : readTable(take)
    }

    private func readTable(_ take: (ImportEvent) throws -> Void) throws {
        var records = try NamedRecords(file, .tabs, columns: ["code", "product_name"])
        try records.forEach { row in
            let food = try Self.food(code: row["code"]) {
                row[$0]
            } amount: {
                row[$0]
            }
            try take(.food(food))
        } rejected: {
            try take(.rejected(file: file.lastPathComponent, record: $0, problem: $1))
        }
    }

    private func readLines(_ take: (ImportEvent) throws -> Void) throws {
        var reader = try RecordReader(file, .lines)
        while true {
            do {
                guard let line = try reader.next()?.first else { return }
                guard !line.isEmpty else { continue }
                guard let product = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
                    throw RowProblem.notJSON
                }
                let nutriments = product["nutriments"] as? [String: Any] ?? [:]
                let food = try Self.food(code: Self.text(product["code"])) {
                    Self.text(product[$0])
                } amount: {
                    Self.text(nutriments[$0])
                }
                try take(.food(food))
            } catch let problem as RowProblem {
                try take(.rejected(file: file.lastPathComponent, record: reader.number, problem: problem))
            }
        }
    }

    /// A JSON string or number as text; "" for anything else.
    private static func text(_ value: Any?) -> String {
        switch value {
        case let text as String: text
        case let number as NSNumber: number.stringValue
        default: ""
        }
    }

    /// Converts a product to a food.
    ///
    /// - Throws: `RowProblem`.
    private static func food(
        code: String, name: (String) -> String, amount: (String) -> String
    ) throws(RowProblem) -> ImportedFood {
        guard (8...14).contains(code.utf8.count),
            code.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
            let id = FoodID("off-\(code)")
        else { throw .badID }
        var names: [FoodLanguage: String] = [:]
        for language in FoodLanguage.allCases {
            let text = name("product_name_\(language.rawValue)")
            if !text.isEmpty { names[language] = text }
        }
        let plain = name("product_name")
        let main = FoodLanguage(rawValue: name("lang")) ?? .english
        if names[main] == nil, !plain.isEmpty { names[main] = plain }
        guard !names.isEmpty else { throw .noName }
        let amounts = try amounts(amount)
        if let problem = Plausibility.problem(of: amounts) { throw problem }
        // Several names of a brand are separated by commas; the first is the most general.
        let brand = name("brands").split(separator: ",").first.map(String.init)?.trimmingCharacters(in: .whitespaces)
        return ImportedFood(
            id, named: names, portions: try serving(name), amounts: amounts,
            brand: brand?.isEmpty == true ? nil : brand)
    }

    private static func serving(_ field: (String) -> String) throws(RowProblem) -> [Portion] {
        let quantity = field("serving_quantity")
        guard !quantity.isEmpty else { return [] }
        guard let grams = PlainNumber.read(quantity) else { throw .badNumber }
        let words = field("serving_size")
        guard grams > 0, !words.isEmpty, !isVolume(words) else { return [] }
        return [Portion(measure: words, mass: Grams(grams))]
    }

    /// Whether a serving is stated in liters or a fraction of it, so that its quantity is not a mass.
    private static func isVolume(_ serving: String) -> Bool {
        serving.lowercased().split { !$0.isLetter }.contains { ["l", "dl", "cl", "ml", "fl"].contains($0) }
    }

    private static func amounts(_ field: (String) -> String) throws(RowProblem) -> NutrientAmounts {
        var amounts = NutrientAmounts()
        for (nutrient, name) in fields {
            let text = field("\(name)_100g")
            guard !text.isEmpty else { continue }
            guard let grams = PlainNumber.read(text) else { throw .badNumber }
            let factor: Double =
                switch nutrient.unit {
                case .kilocalories, .grams: 1
                case .milligrams: 1_000
                case .micrograms: 1_000_000
                }
            amounts[nutrient] = .known(NutrientValue(grams * factor))
        }
        if amounts[.energy] == .unknown {
            // "energy" is in kilojoules.
            let text = field("energy_100g")
            if !text.isEmpty {
                guard let kilojoules = PlainNumber.read(text) else { throw .badNumber }
                amounts[.energy] = .known(NutrientValue(Kilocalories(kilojoules: kilojoules).value))
            } else if let energy = Plausibility.energy(of: amounts) {
                amounts[.energy] = .known(NutrientValue(energy))
            }
        }
        return amounts
    }

    /// Names of the fields.
    ///
    /// All except energy are in grams. Labels of the EU give carbohydrate without fiber, those of North America with
    /// it. Vitamins without their form in the export are left out.
    private static let fields: [(Nutrient, String)] = [
        (.energy, "energy-kcal"), (.protein, "proteins"), (.fat, "fat"), (.carbohydrate, "carbohydrates"),
        (.fiber, "fiber"), (.sugars, "sugars"), (.saturated, "saturated-fat"),
        (.monounsaturated, "monounsaturated-fat"), (.polyunsaturated, "polyunsaturated-fat"), (.trans, "trans-fat"),
        (.cholesterol, "cholesterol"), (.sodium, "sodium"), (.potassium, "potassium"), (.calcium, "calcium"),
        (.iron, "iron"), (.magnesium, "magnesium"), (.phosphorus, "phosphorus"), (.zinc, "zinc"), (.copper, "copper"),
        (.manganese, "manganese"), (.selenium, "selenium"), (.iodine, "iodine"), (.vitaminC, "vitamin-c"),
        (.caffeine, "caffeine"),
    ]
}
