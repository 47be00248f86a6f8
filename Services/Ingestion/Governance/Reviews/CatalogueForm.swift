import EventContracts
import FoodCatalogue
import FoodLibrary
import Foundation
import IngestionCore
import ServiceRuntime

/// A catalog food as sent in a request; figures per 100 g.
struct CatalogueForm: Sendable {
    let food: SharedFood

    /// - Throws: `invalidFields` with all problems.
    init(_ body: JSONValue) throws(ProblemDetails) {
        var fields = try BodyFields(body)
        let names = fields.texts("names")
        if names.isEmpty, !fields.hasProblem(among: ["names"]) { fields.report("names", .required) }
        let brand = fields.words("brand", longest: SharedFood.maxTextLength)
        let amounts = fields.typedAmounts() ?? [:]
        if amounts.isEmpty, !fields.hasProblem(among: ["energyKcal", "nutrients"]) {
            fields.report(
                "nutrients",
                .init(
                    .oneRequired, "energyKcal or another figure must be given",
                    ["fields": .texts(["energyKcal", "nutrients"])]))
        }
        fields.reportImpossible(amounts, of: BodyFields.figureBasis, as: .food)
        let portions = fields.sharedPortions("portions"), gtin = fields.optionalGTIN("gtin")
        try fields.finish()
        food = SharedFood(names: names, brand: brand, amounts: amounts, portions: portions, gtin: gtin?.digits)
        if let fault = food.fault { throw ProblemDetails(.invalidFields, detail: fault) }
    }
}

extension BodyFields {
    /// Texts by language.
    fileprivate mutating func texts(_ name: String) -> [String: String] {
        texts(member(name), at: JSONPointer.root.member(name))
    }

    private mutating func texts(_ value: JSONValue?, at place: JSONPointer) -> [String: String] {
        guard let value, value != .null else { return [:] }
        guard case .object(let members) = value else {
            report(place, .notAnObject)
            return [:]
        }
        var texts: [String: String] = [:]
        for member in members {
            guard FoodLanguage(rawValue: member.name) != nil else {
                report(place.member(member.name), .init(.unknownField, "must be one of en, fr, es, zh"))
                continue
            }
            let here = place.member(member.name)
            guard let text = text(member.value, at: here, length: 1...SharedFood.maxTextLength) else { continue }
            texts[member.name] = text.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        return texts
    }

    /// Household measures by language, with their masses.
    fileprivate mutating func sharedPortions(_ name: String) -> [SharedFood.Portion] {
        elements(of: name, maxCount: SharedFood.maxPortions).compactMap { place, value in
            guard case .object = value else {
                report(place, .notAnObject)
                return nil
            }
            let measures = texts(value["measures"], at: place.member("measures"))
            if measures.isEmpty { report(place.member("measures"), .required) }
            if value["grams"] ?? .null == .null { report(place.member("grams"), .required) }
            let mass = thousandths(value["grams"], at: place.member("grams"), in: Self.masses)
            return mass.map { SharedFood.Portion(measures: measures, milligrams: $0) }
        }
    }
}
