import EventContracts
import FoodCatalogue
import Foundation
import Nourishment
import ServiceRuntime

extension BodyFields {
    /// Allowed mass of one item, in milligrams: at most ten kilograms.
    package static let masses: ClosedRange<Int64> = 1...10_000_000
    /// Allowed amount of a nutrient, in thousandths: at most 100,000 of its unit.
    package static let amounts: ClosedRange<Int64> = 0...100_000_000

    /// A trimmed text, or nil if the member is missing or null.
    package mutating func words(_ name: String, longest: Int) -> String? {
        guard let text = optionalText(name, length: 1...longest) else { return nil }
        return trimmed(text, at: JSONPointer.root.member(name))
    }

    /// A required trimmed text.
    package mutating func requiredWords(_ name: String, longest: Int) -> String {
        guard member(name) ?? .null != .null else {
            report(name, .required)
            return ""
        }
        return words(name, longest: longest) ?? ""
    }

    /// A number in thousandths, or nil if it is missing or null; finer values are rounded.
    package mutating func thousandths(
        _ value: JSONValue?, at place: JSONPointer, in range: ClosedRange<Int64>
    ) -> Int64? {
        guard let value, value != .null else { return nil }
        guard case .number(let text) = value, let number = Thousandths.read(text) else {
            report(place, .notANumber)
            return nil
        }
        guard range.contains(number) else {
            report(
                place,
                .outside(Double(range.lowerBound) / 1_000...Double(range.upperBound) / 1_000))
            return nil
        }
        return number
    }

    /// A mass in milligrams from grams, or nil if the member is missing or null.
    package mutating func mass(_ name: String) -> Int64? {
        thousandths(member(name), at: JSONPointer.root.member(name), in: Self.masses)
    }

    /// Amounts of nutrients by the names of their figures, such as `proteinG`; nil if the member is missing or null.
    package mutating func nutrients(_ value: JSONValue?, at place: JSONPointer) -> [String: Int64]? {
        guard let value, value != .null else { return nil }
        guard case .object(let members) = value else {
            report(place, .notAnObject)
            return nil
        }
        var amounts: [String: Int64] = [:]
        for member in members {
            let here = place.member(member.name)
            guard let nutrient = Nutrient(figureName: member.name) else {
                report(here, .init(.unknownField, "is not a nutrient figure such as energyKcal or proteinG"))
                continue
            }
            amounts[nutrient.rawValue] = thousandths(member.value, at: here, in: Self.amounts)
        }
        return amounts.isEmpty ? nil : amounts
    }

    /// Figures entered by hand: `energyKcal` and the content of `nutrients`; nil without any.
    package mutating func typedAmounts() -> [String: Int64]? {
        let root = JSONPointer.root
        var amounts = nutrients(member("nutrients"), at: root.member("nutrients")) ?? [:]
        if let energy = thousandths(member("energyKcal"), at: root.member("energyKcal"), in: Self.amounts) {
            amounts["energy"] = energy
        }
        return amounts.isEmpty ? nil : amounts
    }

    /// Trims a text; reports a problem if nothing is left.
    package mutating func trimmed(_ text: String, at place: JSONPointer) -> String? {
        let words = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if words.isEmpty { report(place, .init(.blank, "must not be blank")) }
        return words.isEmpty ? nil : words
    }
}
