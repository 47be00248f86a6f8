import FoodCatalogue
import Foundation

/// A square picture of a report for sharing (NUT-23): name, energy, its sources, some nutrients.
///
/// The picture of a meal shows no goals and no percentages of goals, because these are facts about the person, not the
/// food. The picture of a day shows the progress towards the goals, which is the purpose of sharing it. No picture
/// shows a date.
package struct ShareCard: Sendable {
    /// Length of a side, in pixels.
    package static let side = 1_080
    /// Maximum number of nutrients.
    package static let maxNutrients = 6
    /// The nutrients shown by default.
    package static let customary: [Nutrient] = [.protein, .fat, .carbohydrate, .fiber, .iron, .vitaminC]
    private static let margin = 80.0

    private let report: ShownReport
    private let nutrients: [Nutrient]

    /// A card of a report.
    ///
    /// - Parameters:
    ///   - report: The whole report.
    ///   - nutrients: Nutrients to show, at most `maxNutrients` of them.
    package init(_ report: FoodReport, nutrients: [Nutrient] = customary) {
        self.nutrients = Array(nutrients.filter { $0 != .energy }.prefix(Self.maxNutrients))
        self.report = ShownReport(report, as: .detailed)
    }

    /// The picture; it takes some tens of milliseconds of one processor.
    ///
    /// - Parameters:
    ///   - words: The texts of reports.
    ///   - language: The language.
    /// - Returns: A PNG, the same bytes for the same report on one machine.
    /// - Throws: `DrawingFailed`.
    package func png(words: ReportWords, in language: FoodLanguage) throws(DrawingFailed) -> Data {
        let side = Double(Self.side)
        let width = side - 2 * Self.margin
        let canvas = try PageCanvas(width: Int32(Self.side), height: Int32(Self.side), language: language)
        canvas.fill(.green, x: 0, y: 0, width: side, height: 340)
        canvas.draw(
            title(words: words, in: language), x: Self.margin, y: 70, width: width,
            PageCanvas.Style(size: 72, isBold: true, color: .white, lines: 2))
        var y = 390.0
        if !report.numbersHidden {
            y += canvas.draw(
                value(report.energy, words, language), x: Self.margin, y: y, width: width,
                PageCanvas.Style(size: 96, isBold: true))
            bar(on: canvas, y: y + 14, width: width)
            y += 80
        }
        for nutrient in nutrients {
            canvas.draw(
                words.name(of: nutrient, in: language), x: Self.margin, y: y, width: width * 0.6,
                PageCanvas.Style(size: 38))
            if !report.numbersHidden {
                let amount = report.nutrients?.first { $0.nutrient == nutrient }
                canvas.draw(
                    amount.map { value($0, words, language) } ?? words.text(.notKnown, in: language),
                    x: Self.margin + width * 0.4, y: y, width: width * 0.6,
                    PageCanvas.Style(size: 38, isBold: true, alignment: .right))
            }
            y += 66
        }
        canvas.draw(
            "Food Magic", x: Self.margin, y: side - 74, width: width,
            PageCanvas.Style(size: 30, alignment: .right, color: .gray))
        return try canvas.finish()
    }

    /// The name of the meal, or else the kind of report in words.
    ///
    /// - Parameters:
    ///   - words: The texts of reports.
    ///   - language: The language.
    /// - Returns: The title.
    package func title(words: ReportWords, in language: FoodLanguage) -> String {
        report.name ?? words.text(report.subject == .meal ? .meal : .day, in: language)
    }

    /// The figures of the picture as text, for people who do not see it.
    ///
    /// - Parameters:
    ///   - words: The texts of reports.
    ///   - language: The language.
    /// - Returns: The text, on one line; the title alone if numbers are hidden.
    package func text(words: ReportWords, in language: FoodLanguage) -> String {
        guard !report.numbersHidden else { return title(words: words, in: language) }
        let figures = nutrients.map { nutrient in
            let amount = report.nutrients?.first { $0.nutrient == nutrient }
            let figure = amount.map { value($0, words, language) } ?? words.text(.notKnown, in: language)
            return "\(words.name(of: nutrient, in: language)) \(figure)"
        }
        return ([value(report.energy, words, language)] + figures).joined(separator: ", ")
    }

    /// Draws the sources of energy as one bar.
    private func bar(on canvas: PageCanvas, y: Double, width: Double) {
        canvas.fill(.light, x: Self.margin, y: y, width: width, height: 26, radius: 13)
        let colors: [PageCanvas.Color] = [.blue, .orange, .green, .plum]
        var x = Self.margin
        for (source, color) in zip(report.energyBySource ?? [], colors) {
            let length = width * (source.share ?? 0)
            canvas.fill(color, x: x, y: y, width: length, height: 26)
            x += length
        }
    }

    private func value(_ amount: ShownReport.Amount, _ words: ReportWords, _ language: FoodLanguage) -> String {
        guard let value = amount.value else { return words.text(.notKnown, in: language) }
        let text = "\(PlainNumber.shown(value, in: language)) \(amount.unit.rawValue)"
        let published = amount.reported < amount.of ? words.text(.atLeast, in: language, ["value": text]) : text
        guard report.subject == .day, let percent = amount.percent else { return published }
        return "\(published) · \(percent) %"
    }
}
