import FoodCatalogue
import FoodReports
import IngestionCore
import Nourishment
import Quantities

/// Advice on a day; without figures if the person hides numbers.
struct AdviceView: Encodable, Sendable {
    /// A finding about the last days, in friendly words.
    struct Finding: Encodable, Sendable {
        let code: IntakeFinding.Code
        let title: String
        let body: String
        let days: Int
        let percent: Int?
    }

    /// A nutrient that is certainly below its target.
    struct Gap: Encodable, Sendable {
        let nutrient: Nutrient
        let name: String
        let unit: Nutrient.Unit
        /// The missing amount, in the nutrient's unit.
        let missing: Double?
        /// The missing amount in whole percent of the target.
        let percent: Int?
    }

    /// A food that would help.
    struct Recommended: Encodable, Sendable {
        let foodID: String
        let name: String
        let grams: Double
        let closes: [Closed]
        /// Whether the person has not eaten the food lately.
        let isNew: Bool
        /// Whether the food may contain something that the person avoids.
        let isUncertain: Bool
        /// The reasons for the recommendation, as sentences.
        let reasons: [Reason]

        private enum CodingKeys: String, CodingKey {
            case foodID = "foodId"
            case name, grams, closes, isNew, isUncertain, reasons
        }
    }

    /// A reason for a recommendation, or a reservation about it.
    struct Reason: Encodable, Sendable {
        let code: ReportWords.Reason
        let text: String
    }

    /// The share of a gap that a food closes, in whole percent of the target.
    struct Closed: Encodable, Sendable {
        let nutrient: Nutrient
        let name: String
        let percent: Int?
    }

    let date: CalendarDay
    let numbersHidden: Bool
    /// The day's energy in comparison with its goal.
    let band: EnergyBand
    let bandText: String
    let finding: Finding?
    let gaps: [Gap]
    let recommendations: [Recommended]
    let note: String

    init(
        _ assessment: DayAssessment, _ finding: IntakeFinding?, _ advised: [FoodAdviser.Advised],
        showsAmounts: Bool, _ words: ReportWords, _ language: FoodLanguage
    ) {
        date = assessment.day
        numbersHidden = assessment.hidesNumbers
        band = assessment.energyBand
        bandText = words.text(assessment.energyBand, in: language)
        self.finding = finding.map { finding in
            let text = words.text(finding.code, in: language)
            return Finding(
                code: finding.code, title: text.title, body: text.body, days: finding.days,
                percent: showsAmounts ? finding.percent : nil)
        }
        gaps = Recommendation.gaps(in: assessment).map { gap in
            Gap(
                nutrient: gap.nutrient, name: words.name(of: gap.nutrient, in: language), unit: gap.nutrient.unit,
                missing: showsAmounts ? Self.rounded(gap.missing) : nil,
                percent: showsAmounts ? TargetProgress.percent(gap.share, of: 1) : nil)
        }
        recommendations = advised.map { Recommended($0, showsAmounts: showsAmounts, words, language) }
        note = words.text(.advice, in: language)
    }

    private static func rounded(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }

    private enum Key: CodingKey { case date, numbersHidden, band, bandText, finding, gaps, recommendations, note }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(date, forKey: .date)
        try container.encode(numbersHidden, forKey: .numbersHidden)
        try container.encode(band, forKey: .band)
        try container.encode(bandText, forKey: .bandText)
        try container.encode(finding, forKey: .finding)
        try container.encode(gaps, forKey: .gaps)
        try container.encode(recommendations, forKey: .recommendations)
        try container.encode(note, forKey: .note)
    }
}

extension AdviceView.Recommended {
    init(_ advised: FoodAdviser.Advised, showsAmounts: Bool, _ words: ReportWords, _ language: FoodLanguage) {
        let one = advised.recommendation
        foodID = one.food.id
        name = advised.name
        grams = one.food.mass.value
        closes = one.closes.map { closed in
            AdviceView.Closed(
                nutrient: closed.nutrient, name: words.name(of: closed.nutrient, in: language),
                percent: showsAmounts ? closed.percent : nil)
        }
        isNew = advised.isNew
        isUncertain = advised.isUncertain
        var reasons: [AdviceView.Reason] = []
        func add(_ code: ReportWords.Reason, _ values: [String: String] = [:]) {
            reasons.append(AdviceView.Reason(code: code, text: words.text(code, in: language, values)))
        }
        if let closed = one.closes.first {
            let nutrient = words.name(of: closed.nutrient, in: language)
            add(showsAmounts ? .closes : .rich, ["nutrient": nutrient, "percent": "\(closed.percent)"])
        }
        add(advised.isNew ? .new : .usual)
        if advised.isInSeason { add(.inSeason) }
        if advised.isLowCost { add(.lowCost) }
        if advised.isUncertain { add(.uncertain) }
        self.reasons = reasons
    }
}
