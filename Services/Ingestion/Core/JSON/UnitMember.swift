import Quantities
import ServiceRuntime

/// A member of a request that may be sent in a customary unit instead of the metric one.
package struct UnitMember: Sendable {
    /// Name of the metric member, which the forms read.
    let metric: String
    /// Name of the member in the customary unit.
    let customary: String
    /// The number of metric units in one customary unit.
    let factor: Double

    /// A mass: `ounces` for `grams`.
    package static let mass = UnitMember(
        metric: "grams", customary: "ounces", factor: CustomaryUnits.gramsPerOunce)
    /// The measures of a body.
    package static let body = [
        UnitMember(metric: "heightCm", customary: "heightIn", factor: CustomaryUnits.centimetersPerInch),
        UnitMember(metric: "weightKg", customary: "weightLb", factor: CustomaryUnits.kilogramsPerPound),
        UnitMember(
            metric: "weightBeforePregnancyKg", customary: "weightBeforePregnancyLb",
            factor: CustomaryUnits.kilogramsPerPound),
    ]
    /// The speed of a weight goal.
    package static let pace = UnitMember(
        metric: "kgPerWeek", customary: "lbPerWeek", factor: CustomaryUnits.kilogramsPerPound)
}

extension BodyFields {
    /// An object with its customary members converted to metric ones, to the thousandth.
    ///
    /// Problems of converted members are reported under the metric name.
    ///
    /// - Parameters:
    ///   - value: The object; anything else stays as it is.
    ///   - units: The members that may be converted.
    ///   - place: Where the object is.
    /// - Returns: The object to read.
    package mutating func metric(_ value: JSONValue, _ units: [UnitMember], at place: JSONPointer) -> JSONValue {
        guard case .object(var members) = value else { return value }
        for unit in units {
            guard let sent = value[unit.customary] else { continue }
            if let other = value[unit.metric], other != .null {
                guard sent != .null else { continue }
                report(
                    place.member(unit.customary),
                    .init(
                        .notTogether, "must not be sent together with \(unit.metric)",
                        ["fields": .texts([unit.metric])]))
                continue
            }
            var converted = sent
            if case .number(let text) = sent, let number = Double(text), number.isFinite {
                converted = .number("\((number * unit.factor * 1_000).rounded() / 1_000)")
            }
            members.removeAll { $0.name == unit.metric || $0.name == unit.customary }
            members.append(.init(name: unit.metric, value: converted))
        }
        return .object(members)
    }
}
