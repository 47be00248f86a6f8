import EventContracts
import FoodCatalogue
import Foundation
import Nourishment
import Quantities

/// Writes friendly texts about days (NOT-01, NOT-02, NOT-03), without numbers if the person hides them.
enum DayNoticeWriter {
    /// Nutrients whose limits are mentioned, in that order.
    static let limited: [Nutrient] = [.sugars, .saturated, .trans, .cholesterol, .sodium, .alcohol, .caffeine]

    /// The text about energy that misses the goal, or nutrients above their limit.
    ///
    /// - Parameters:
    ///   - finding: The finding about energy.
    ///   - over: Nutrients above their limit.
    ///   - day: The day.
    ///   - hidesNumbers: Whether numbers are hidden.
    ///   - voice: The language and formats.
    /// - Returns: Title and body; nil if there is no finding.
    static func text(
        of finding: IntakeFinding?, over: [Nutrient], on day: CalendarDay, hidesNumbers: Bool, _ voice: NoticeLocale
    ) -> NoticeText? {
        let names = over.compactMap(phrase).map { voice.text($0) }
        let values = ["day": voice.day(day), "nutrients": voice.texts.list(names, in: voice.language)]
        let limits = names.isEmpty ? [] : [voice.text(.intakeBodyLimit, values)]
        guard let finding else {
            return names.isEmpty ? nil : voice.notice(voice.text(.intakeTitleLimit, values), limits)
        }
        let (title, body) = phrases(finding.code)
        var sentences = [voice.text(body, values)]
        if !hidesNumbers {
            sentences.append(voice.text(.intakeBodyPercent, ["percent": voice.number(finding.percent)]))
        }
        return voice.notice(voice.text(title, values), sentences + limits)
    }

    /// The text of the daily report.
    static func report(of day: EatenDay, hidesNumbers: Bool, _ voice: NoticeLocale) -> NoticeText {
        let title = voice.text(.dailyTitle, ["day": voice.day(day.day)])
        guard !hidesNumbers else { return voice.notice(title, [voice.text(.dailyBodyWords)]) }
        var sentences = [voice.text(.dailyBodyOne, .dailyBodyMany, count: day.meals)]
        if day.energyItems > 0 {
            let energy = Int((Double(day.energy) / Double(NutrientSums.unitsPerOne)).rounded())
            sentences.append(
                voice.text(
                    day.energyItems == day.items ? .dailyBodyEnergy : .dailyBodyEnergyAtLeast,
                    ["energy": voice.number(energy)]))
        }
        return voice.notice(title, sentences)
    }

    /// The text of the reminder that nothing was entered.
    static func reminder(_ voice: NoticeLocale) -> NoticeText {
        voice.notice(voice.text(.reminderTitle), [voice.text(.reminderBody)])
    }

    private static func phrases(
        _ code: IntakeFinding.Code
    ) -> (title: NoticeTexts.Phrase, body: NoticeTexts.Phrase) {
        switch code {
        case .belowFloor: (.intakeTitleBelowFloor, .intakeBodyBelowFloor)
        case .little: (.intakeTitleLittle, .intakeBodyLittle)
        case .much: (.intakeTitleMuch, .intakeBodyMuch)
        case .littleOnce: (.intakeTitleLittleOnce, .intakeBodyLittleOnce)
        case .muchOnce: (.intakeTitleMuchOnce, .intakeBodyMuchOnce)
        }
    }

    private static func phrase(_ nutrient: Nutrient) -> NoticeTexts.Phrase? {
        switch nutrient {
        case .sugars: .nutrientSugars
        case .saturated: .nutrientSaturated
        case .trans: .nutrientTrans
        case .cholesterol: .nutrientCholesterol
        case .sodium: .nutrientSodium
        case .alcohol: .nutrientAlcohol
        case .caffeine: .nutrientCaffeine
        default: nil
        }
    }
}
