import EventContracts
import Foundation
import ServiceRuntime

/// What a person says about a food of their own, as the body of a request gives it; figures are for 100 g.
struct OwnFoodForm: Sendable {
    let words: OwnFoodWords
    let amounts: [String: Int64]

    /// - Throws: `invalidFields`.
    init(_ body: JSONValue) throws(ProblemDetails) {
        var fields = try BodyFields(body)
        let name = fields.requiredWords("name", longest: MealWords.longestName)
        let brand = fields.words("brand", longest: MealWords.longestName)
        words = OwnFoodWords(name: name, brand: brand, portions: fields.portions("portions"))
        amounts = fields.typedAmounts() ?? [:]
        if amounts.isEmpty, !fields.hasProblem(among: ["energyKcal", "nutrients"]) {
            fields.report("nutrients", "energyKcal or another figure must be given")
        }
        try fields.finish()
    }
}

extension BodyFields {
    /// A text that must be there, without the space around it.
    mutating func requiredWords(_ name: String, longest: Int) -> String {
        guard member(name) ?? .null != .null else {
            report(name, "is required")
            return ""
        }
        return words(name, longest: longest) ?? ""
    }

    /// Figures typed by hand: `energyKcal` and what stands in `nutrients`; nil when there are none.
    mutating func typedAmounts() -> [String: Int64]? {
        let root = JSONPointer.root
        var amounts = nutrients(member("nutrients"), at: root.member("nutrients")) ?? [:]
        if let energy = thousandths(member("energyKcal"), at: root.member("energyKcal"), in: Self.amounts) {
            amounts["energy"] = energy
        }
        return amounts.isEmpty ? nil : amounts
    }

    /// A mass in milligrams from grams, or nil when the member is missing or null.
    mutating func mass(_ name: String) -> Int64? {
        thousandths(member(name), at: JSONPointer.root.member(name), in: Self.masses)
    }

    /// Household measures with what they weigh.
    fileprivate mutating func portions(_ name: String) -> [OwnFoodWords.Portion] {
        elements(of: name, most: OwnFoodWords.mostPortions).compactMap { place, value in
            guard case .object = value else {
                report(place, "must be an object")
                return nil
            }
            let measure = text(
                value["measure"] ?? .null, at: place.member("measure"), length: 1...OwnFoodWords.longestMeasure)
            if value["grams"] ?? .null == .null { report(place.member("grams"), "is required") }
            let mass = thousandths(value["grams"], at: place.member("grams"), in: Self.masses)
            guard let measure, let mass else { return nil }
            return OwnFoodWords.Portion(measure: measure, milligrams: mass)
        }
    }
}
