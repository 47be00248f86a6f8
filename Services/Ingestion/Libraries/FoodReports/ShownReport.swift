import FoodCatalogue
import Foundation
import Nourishment
import Quantities

/// The level of detail of a report (NUT-12, NUT-13); the raw value is the code on the wire.
package enum ReportView: String, Sendable, Codable, CaseIterable {
    /// Energy, each food with its share, and the names of nutrients without amounts.
    case simple
    /// Adds energy by source, and every nutrient with its amount and percentage.
    case detailed
}

/// A report in the form for one view, with the same content in JSON, CSV and PDF.
///
/// Unknown values are null and never zero. If numbers are hidden, energies, amounts and percentages are left out, and
/// the words `band` and `state` replace them.
package struct ShownReport: Sendable, Hashable, Codable {
    /// One nutrient.
    package struct Amount: Sendable, Hashable, Codable {
        package let nutrient: Nutrient
        package let unit: Nutrient.Unit
        package var value: Double?
        /// Number of foods that state the nutrient.
        package let reported: Int
        package let of: Int
        package var target: Double?
        package let source: DailyTarget.Source?
        package var percent: Int?
        /// Whether the true amount may be larger.
        package let atLeast: Bool
        package let state: TargetProgress.State?
        package var upper: Double?

        enum CodingKeys: CodingKey {
            case nutrient, unit, value, reported, of, atLeast, target, source, percent, state, upper
        }
    }

    /// One food.
    package struct Item: Sendable, Hashable, Codable {
        package let name: String?
        package let grams: Double?
        package var energyKcal: Double?
        /// Share of the known energy, from 0 to 1.
        package var energyShare: Double?
        /// Share of the known mass, from 0 to 1.
        package var massShare: Double?

        enum CodingKeys: CodingKey {
            case name, grams, energyKcal, energyShare, massShare
        }
    }

    /// Energy from one source.
    package struct Source: Sendable, Hashable, Codable {
        package let nutrient: Nutrient
        package var energyKcal: Double?
        /// Share of the energy of all sources, from 0 to 1.
        package var share: Double?
        package let reported: Int
        package let of: Int

        enum CodingKeys: CodingKey {
            case nutrient, energyKcal, share, reported, of
        }
    }

    package let reportID: String
    package let subject: FoodReport.Subject
    package let view: ReportView
    package let name: String?
    package let date: CalendarDay
    package let numbersHidden: Bool
    package let energy: Amount
    /// The day's energy in words; nil for a meal or without a target.
    package let band: EnergyBand?
    package let items: [Item]
    /// Energy by source; nil in the simple view.
    package let energyBySource: [Source]?
    /// The requested nutrients with a value or a target; nil in the simple view.
    package let nutrients: [Amount]?
    /// The names of the nutrients in the simple view; nil in the detailed one.
    package let nutrientNames: [Nutrient]?

    private enum CodingKeys: String, CodingKey {
        case reportID = "reportId"
        case subject, view, name, date, numbersHidden, energy, band, items, energyBySource, nutrients, nutrientNames
    }

    /// Maximum number of decimals; tables and scales together do not give more.
    package static let decimals = 6

    /// The displayed form of a report.
    ///
    /// - Parameters:
    ///   - report: The whole report.
    ///   - view: The level of detail.
    ///   - chosen: The nutrients to show; nil for all.
    package init(_ report: FoodReport, as view: ReportView, nutrients chosen: Set<Nutrient>? = nil) {
        let shown = Nutrient.allCases.filter { nutrient in
            guard nutrient != .energy, chosen?.contains(nutrient) ?? true else { return false }
            // Nutrients with neither a target of the person nor a value are left out, even if food labels have a daily
            // value for them.
            return report[nutrient].known > 0 || report.target(of: nutrient).map { !$0.source.isLabel } ?? false
        }
        let hides = report.hidesNumbers
        reportID = report.id
        subject = report.subject
        self.view = view
        name = report.name
        date = report.day
        numbersHidden = hides
        energy = Self.amount(of: .energy, in: report)
        band =
            report.subject == .day
            ? report.target(of: .energy).map { EnergyBand(of: report[.energy], target: Kilocalories($0.amount)) } : nil
        items = Self.items(of: report)
        energyBySource =
            view == .simple
            ? nil
            : EnergySource.all(in: report).map {
                Source(
                    nutrient: $0.nutrient, energyKcal: hides ? nil : $0.energy.map { Self.rounded($0.value) },
                    share: hides ? nil : $0.share.map(Self.rounded), reported: $0.grams.known, of: $0.grams.count)
            }
        nutrients = view == .simple ? nil : shown.map { Self.amount(of: $0, in: report) }
        nutrientNames = view == .simple ? shown : nil
    }

    private static func amount(of nutrient: Nutrient, in report: FoodReport) -> Amount {
        let figure = report[nutrient]
        let target = report.target(of: nutrient)
        let progress = target.map { TargetProgress(target: $0, figure: figure) }
        let isKnown = figure.known > 0 || figure.count == 0
        let hides = report.hidesNumbers
        return Amount(
            nutrient: nutrient, unit: nutrient.unit, value: hides || !isKnown ? nil : rounded(figure.sum.value),
            reported: figure.known, of: figure.count, target: hides ? nil : target.map { rounded($0.amount) },
            source: target?.source, percent: hides ? nil : progress?.percent,
            atLeast: progress?.isAtLeast ?? !figure.isComplete, state: progress?.state,
            upper: hides ? nil : target?.upper.flatMap { $0.holdsForFood ? $0.amount : nil })
    }

    private static func items(of report: FoodReport) -> [Item] {
        let energy = report[.energy].sum.value
        let mass = report.items.reduce(0) { $0 + ($1.mass ?? 0) }
        return report.items.map { item in
            let kcal = item.amounts[.energy].value?.value
            return Item(
                name: item.name, grams: item.mass.map(rounded),
                energyKcal: report.hidesNumbers ? nil : kcal.map(rounded),
                energyShare: report.hidesNumbers || energy <= 0 ? nil : kcal.map { rounded($0 / energy) },
                massShare: mass <= 0 ? nil : item.mass.map { rounded($0 / mass) })
        }
    }

    private static func rounded(_ value: Double) -> Double {
        let scale = pow(10, Double(decimals))
        let scaled = (value * scale).rounded()
        return scaled.isFinite ? scaled / scale : value
    }
}

extension ShownReport.Amount {
    /// Unknown values are written as null.
    ///
    /// - Parameter encoder: The target.
    /// - Throws: `EncodingError`.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(nutrient, forKey: .nutrient)
        try container.encode(unit, forKey: .unit)
        try container.encode(value, forKey: .value)
        try container.encode(reported, forKey: .reported)
        try container.encode(of, forKey: .of)
        try container.encode(atLeast, forKey: .atLeast)
        try container.encode(target, forKey: .target)
        try container.encode(source, forKey: .source)
        try container.encode(percent, forKey: .percent)
        try container.encode(state, forKey: .state)
        try container.encode(upper, forKey: .upper)
    }
}

extension ShownReport.Item {
    /// Unknown values are written as null.
    ///
    /// - Parameter encoder: The target.
    /// - Throws: `EncodingError`.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(grams, forKey: .grams)
        try container.encode(energyKcal, forKey: .energyKcal)
        try container.encode(energyShare, forKey: .energyShare)
        try container.encode(massShare, forKey: .massShare)
    }
}

extension ShownReport.Source {
    /// Unknown values are written as null.
    ///
    /// - Parameter encoder: The target.
    /// - Throws: `EncodingError`.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(nutrient, forKey: .nutrient)
        try container.encode(energyKcal, forKey: .energyKcal)
        try container.encode(share, forKey: .share)
        try container.encode(reported, forKey: .reported)
        try container.encode(of, forKey: .of)
    }
}

extension ShownReport {
    /// The report as JSON with sorted keys, so that equal reports have equal bytes.
    ///
    /// - Returns: UTF-8.
    /// - Throws: `EncodingError` for a number that is not finite.
    package func json() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(self)
    }
}
