import FoodCatalogue
import Foundation
import Nourishment
import Quantities

extension ShownReport {
    /// The report as a PDF in A4 (NUT-31), with French accents and Chinese characters; the used parts of fonts are
    /// embedded.
    ///
    /// It takes some tens of milliseconds of one processor.
    ///
    /// - Parameters:
    ///   - words: The texts of reports.
    ///   - language: The language.
    ///   - inOunces: Whether masses of foods are in ounces instead of grams.
    /// - Returns: The same bytes for the same report, on one machine.
    /// - Throws: `DrawingFailed`.
    package func pdf(
        words: ReportWords, in language: FoodLanguage, inOunces: Bool = false
    ) throws(DrawingFailed) -> Data {
        var pages = try ReportPages(of: self, words: words, language: language, inOunces: inOunces)
        return try pages.draw()
    }

    /// A mass with its unit, such as `150 g` or `5.3 oz`.
    package static func mass(_ grams: Double, inOunces: Bool, in language: FoodLanguage) -> String {
        guard inOunces else { return "\(PlainNumber.shown(grams, in: language)) g" }
        let ounces = CustomaryUnits.value(grams, dividedBy: CustomaryUnits.gramsPerOunce, places: 1)
        return "\(PlainNumber.shown(ounces, in: language)) oz"
    }
}

/// Draws one report from top to bottom, on as many pages as needed.
private struct ReportPages {
    private static let margin = 50.0
    private static let width = PageCanvas.a4.width - 2 * margin
    private static let bottom = PageCanvas.a4.height - 60
    private static let lineHeight = 16.0

    private let report: ShownReport
    private let words: ReportWords
    private let language: FoodLanguage
    private let inOunces: Bool
    private let canvas: PageCanvas
    private var y = margin
    private var page = 1

    /// A column of a table, by its distance from the left.
    private struct Column {
        let x: Double
        let width: Double
        var alignment: PageCanvas.Alignment = .right
    }

    init(
        of report: ShownReport, words: ReportWords, language: FoodLanguage, inOunces: Bool
    ) throws(DrawingFailed) {
        self.inOunces = inOunces
        self.report = report
        self.words = words
        self.language = language
        let title = words.text(report.subject == .meal ? .meal : .day, in: language)
        canvas = try PageCanvas(
            pdf: "\(report.name ?? title) \(report.date)", date: "\(report.date)T00:00:00", language: language)
    }

    mutating func draw() throws(DrawingFailed) -> Data {
        head()
        energy()
        foods()
        sources()
        nutrients()
        notes()
        foot()
        return try canvas.finish()
    }

    private mutating func head() {
        let subject = words.text(report.subject == .meal ? .meal : .day, in: language)
        line(subject, PageCanvas.Style(size: 10, color: .gray))
        line(report.name ?? report.date.description, PageCanvas.Style(size: 22, isBold: true, color: .green, lines: 2))
        if report.name != nil { line(report.date.description, PageCanvas.Style(size: 11, color: .gray)) }
        y += 10
    }

    private mutating func energy() {
        if let band = report.band { line(words.text(band, in: language), PageCanvas.Style(size: 13, isBold: true)) }
        guard !report.numbersHidden else { return }
        var text = "\(words.name(of: .energy, in: language)): \(value(of: report.energy))"
        if let target = report.energy.target, let percent = report.energy.percent {
            let goal = words.text(.target, in: language).lowercased()
            let share = PlainNumber.percent(Double(percent) / 100, in: language)
            text += " · \(goal) \(PlainNumber.shown(target, in: language)) kcal · \(share)"
        }
        line(text, PageCanvas.Style(size: 13))
    }

    private mutating func foods() {
        heading(.items)
        let columns = [
            Column(x: 0, width: 260, alignment: .left), Column(x: 260, width: 75), Column(x: 335, width: 85),
            Column(x: 420, width: 75),
        ]
        let energy = words.name(of: .energy, in: language)
        row(
            [
                words.text(.name, in: language), words.text(.mass, in: language), energy,
                words.text(.share, in: language),
            ],
            columns, isHead: true)
        for item in report.items {
            let share = report.numbersHidden ? item.massShare : item.energyShare
            let kcal =
                report.numbersHidden
                ? "" : item.energyKcal.map { "\(PlainNumber.shown($0, in: language)) kcal" } ?? unknown
            row(
                [
                    item.name ?? "–",
                    item.grams.map { ShownReport.mass($0, inOunces: inOunces, in: language) } ?? unknown, kcal,
                    share.map { PlainNumber.percent($0, in: language) } ?? unknown,
                ], columns)
        }
    }

    private mutating func sources() {
        guard let sources = report.energyBySource, !report.numbersHidden else { return }
        heading(.sources)
        let colors: [PageCanvas.Color] = [.blue, .orange, .green, .plum]
        for (source, color) in zip(sources, colors) where source.energyKcal != 0 {
            newPageWhereNeeded()
            canvas.draw(
                words.name(of: source.nutrient, in: language), x: Self.margin, y: y, width: 120, .init(size: 10))
            canvas.fill(.light, x: Self.margin + 125, y: y + 3, width: 240, height: 8, radius: 4)
            canvas.fill(color, x: Self.margin + 125, y: y + 3, width: 240 * (source.share ?? 0), height: 8, radius: 4)
            let share = source.share.map { PlainNumber.percent($0, in: language) }
            let kcal = source.energyKcal.map { "\(PlainNumber.shown($0, in: language)) kcal" }
            let text = [kcal, share].compactMap(\.self).joined(separator: " · ")
            canvas.draw(
                text.isEmpty ? unknown : text, x: Self.margin + 370, y: y, width: Self.width - 370,
                PageCanvas.Style(size: 10, alignment: .right))
            y += Self.lineHeight
        }
    }

    private mutating func nutrients() {
        if let names = report.nutrientNames, !names.isEmpty {
            heading(.nutrients)
            let text = names.map { words.name(of: $0, in: language) }
                .joined(separator: language == .chinese ? "、" : ", ")
            line(text, PageCanvas.Style(size: 10, lines: 8))
        }
        guard let nutrients = report.nutrients, !nutrients.isEmpty else { return }
        heading(.nutrients)
        let columns = [
            Column(x: 0, width: 170, alignment: .left), Column(x: 170, width: 135), Column(x: 305, width: 90),
            Column(x: 395, width: 100),
        ]
        let heads: [ReportWords.Phrase] = [.name, .amount, .target, .percent]
        row(heads.map { words.text($0, in: language) }, columns, isHead: true)
        for amount in nutrients {
            let name = words.name(of: amount.nutrient, in: language)
            let state = amount.state.map { words.text($0, in: language) } ?? ""
            guard !report.numbersHidden else {
                row([name, "", "", state], columns)
                continue
            }
            let target = amount.target.map { "\(PlainNumber.shown($0, in: language)) \(amount.unit.rawValue)" } ?? ""
            row([name, value(of: amount), target, percent(of: amount)], columns)
        }
    }

    private mutating func notes() {
        y += 12
        let incomplete = ([report.energy] + (report.nutrients ?? [])).filter { $0.reported > 0 && $0.reported < $0.of }
        if let figure = incomplete.max(by: { $0.reported < $1.reported }), !report.numbersHidden {
            let values = ["reported": String(figure.reported), "of": String(figure.of)]
            line(words.text(.reported, in: language, values), PageCanvas.Style(size: 9, color: .gray, lines: 3))
        }
        let above = (report.nutrients ?? []).filter { $0.state == .aboveUpper }
        if !above.isEmpty {
            let names = above.map { words.name(of: $0.nutrient, in: language) }.joined(separator: ", ")
            line("⚠ \(names): \(words.text(TargetProgress.State.aboveUpper, in: language))", .init(size: 9, lines: 3))
        }
        line(words.text(.advice, in: language), PageCanvas.Style(size: 9, color: .gray, lines: 3))
    }

    // MARK: - Formatting

    private var unknown: String { words.text(.notKnown, in: language) }

    private func value(of amount: ShownReport.Amount) -> String {
        guard let value = amount.value else { return unknown }
        let text = "\(PlainNumber.shown(value, in: language)) \(amount.unit.rawValue)"
        guard amount.reported < amount.of else { return text }
        return words.text(.atLeast, in: language, ["value": text])
    }

    private func percent(of amount: ShownReport.Amount) -> String {
        guard let percent = amount.percent else { return "" }
        let text = PlainNumber.percent(Double(percent) / 100, in: language)
        if amount.state == .aboveUpper { return "\(text) ⚠" }
        return amount.atLeast ? words.text(.atLeast, in: language, ["value": text]) : text
    }

    private mutating func heading(_ phrase: ReportWords.Phrase) {
        y += 14
        // A heading must not be alone at the bottom.
        if y > Self.bottom - 3 * Self.lineHeight { nextPage() }
        line(words.text(phrase, in: language), PageCanvas.Style(size: 13, isBold: true, color: .green))
        y += 2
    }

    private mutating func line(_ text: String, _ style: PageCanvas.Style) {
        let height = canvas.height(of: text, width: Self.width, style)
        if y + height > Self.bottom { nextPage() }
        canvas.draw(text, x: Self.margin, y: y, width: Self.width, style)
        y += height + 3
    }

    private mutating func row(_ cells: [String], _ columns: [Column], isHead: Bool = false) {
        newPageWhereNeeded()
        for (cell, column) in zip(cells, columns) where !cell.isEmpty {
            canvas.draw(
                cell, x: Self.margin + column.x, y: y, width: column.width - 6,
                PageCanvas.Style(
                    size: 10, isBold: isHead, alignment: column.alignment, color: isHead ? .gray : .black))
        }
        y += Self.lineHeight
        canvas.fill(.light, x: Self.margin, y: y - 1, width: Self.width, height: 0.6)
    }

    private mutating func newPageWhereNeeded() {
        if y + Self.lineHeight > Self.bottom { nextPage() }
    }

    private mutating func nextPage() {
        foot()
        canvas.nextPage()
        page += 1
        y = Self.margin
    }

    private func foot() {
        let style = PageCanvas.Style(size: 8, alignment: .right, color: .gray)
        canvas.draw(
            "Food Magic · \(page)", x: Self.margin, y: PageCanvas.a4.height - 40, width: Self.width, style)
    }
}
