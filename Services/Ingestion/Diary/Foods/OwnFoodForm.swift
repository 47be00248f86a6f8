import EventContracts
import FoodCatalogue
import Foundation
import IngestionCore
import ServiceRuntime

/// An own food as sent in a request; figures per 100 g.
struct OwnFoodForm: FoodForm {
    var words: OwnFoodWords
    var amounts: [String: Int64]

    var name: String {
        get { words.name }
        set { words.name = newValue }
    }

    init(_ last: OwnFood, _ words: OwnFoodWords) {
        self.words = words
        amounts = last.amounts
    }

    init(name: String) {
        words = OwnFoodWords(name: name)
        amounts = [:]
    }

    mutating func apply(_ fields: inout BodyFields) throws(ProblemDetails) {
        if fields.names("brand") { words.brand = fields.words("brand", longest: MealWords.maxNameLength) }
        if fields.names("portions") { words.portions = fields.portions("portions") }
        if fields.names("gtin") { words.gtin = fields.optionalGTIN("gtin")?.digits }
        if fields.member("nutrients") == .null { amounts = amounts.filter { $0.key == Nutrient.energy.rawValue } }
        for code in fields.clearedAmounts() { amounts[code] = nil }
        amounts.merge(fields.typedAmounts() ?? [:]) { $1 }
        // Existing figures are not rejected when only the name changes.
        if fields.names("energyKcal") || fields.names("nutrients") {
            fields.reportImpossible(amounts, of: BodyFields.figureBasis, as: .food)
        }
        if amounts.isEmpty, !fields.hasProblem(among: ["energyKcal", "nutrients"]) {
            fields.report(
                "nutrients",
                .init(
                    .oneRequired, "energyKcal or another figure must be given",
                    ["fields": .texts(["energyKcal", "nutrients"])]))
        }
        try fields.finish()
    }
}

extension BodyFields {
    /// Codes of the figures that are null in the body.
    fileprivate func clearedAmounts() -> [String] {
        var cleared = member("energyKcal") == .null ? [Nutrient.energy.rawValue] : []
        if case .object(let members) = member("nutrients") {
            cleared += members.filter { $0.value == .null }.compactMap { Nutrient(figureName: $0.name)?.rawValue }
        }
        return cleared
    }

    /// Household measures with their masses.
    fileprivate mutating func portions(_ name: String) -> [OwnFoodWords.Portion] {
        elements(of: name, maxCount: OwnFoodWords.maxPortions).compactMap { place, value in
            guard case .object = value else {
                report(place, .notAnObject)
                return nil
            }
            let value = metric(value, [.mass], at: place)
            let measure = text(
                value["measure"] ?? .null, at: place.member("measure"), length: 1...OwnFoodWords.maxMeasureLength)
            if value["grams"] ?? .null == .null { report(place.member("grams"), .required) }
            let mass = thousandths(value["grams"], at: place.member("grams"), in: Self.masses)
            guard let measure, let mass else { return nil }
            return OwnFoodWords.Portion(measure: measure, milligrams: mass)
        }
    }
}
