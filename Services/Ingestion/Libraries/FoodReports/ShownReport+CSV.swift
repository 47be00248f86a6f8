import FoodCatalogue
import Foundation
import Nourishment
import Quantities

extension ShownReport {
    /// The report as comma-separated values (NUT-31): a row for the energy, one for each food, source of energy and
    /// nutrient.
    ///
    /// Names of nutrients are in the person's language; all other words are those of the JSON form.
    ///
    /// - Parameters:
    ///   - words: The texts of reports.
    ///   - language: The language of the nutrients' names.
    /// - Returns: UTF-8.
    package func csv(words: ReportWords, in language: FoodLanguage) -> Data {
        var table = CSVTable(columns: [
            "date", "section", "code", "name", "amount", "unit", "share", "reported", "of", "atLeast", "target",
            "percent", "upper", "state",
        ])
        func add(_ amount: Amount, section: String) {
            table.add([
                .text(date.description), .text(section), .text(amount.nutrient.rawValue),
                .text(words.name(of: amount.nutrient, in: language)), .number(amount.value),
                .text(amount.unit.rawValue),
                .none, .whole(amount.reported), .whole(amount.of), .yes(amount.atLeast), .number(amount.target),
                .whole(amount.percent), .number(amount.upper), .text(amount.state?.rawValue),
            ])
        }
        add(energy, section: "energy")
        for item in items {
            table.add([
                .text(date.description), .text("food"), .none, .text(item.name), .number(item.grams), .text("g"),
                .number(item.massShare),
            ])
            table.add([
                .text(date.description), .text("foodEnergy"), .none, .text(item.name), .number(item.energyKcal),
                .text("kcal"), .number(item.energyShare),
            ])
        }
        for source in energyBySource ?? [] {
            table.add([
                .text(date.description), .text("energyBySource"), .text(source.nutrient.rawValue),
                .text(words.name(of: source.nutrient, in: language)), .number(source.energyKcal), .text("kcal"),
                .number(source.share), .whole(source.reported), .whole(source.of),
                .yes(source.reported < source.of),
            ])
        }
        for amount in nutrients ?? [] { add(amount, section: "nutrient") }
        for nutrient in nutrientNames ?? [] {
            table.add([
                .text(date.description), .text("nutrient"), .text(nutrient.rawValue),
                .text(words.name(of: nutrient, in: language)),
            ])
        }
        return table.data
    }
}
