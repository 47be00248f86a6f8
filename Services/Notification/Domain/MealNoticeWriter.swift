import EventContracts
import Foundation
import Quantities

/// Writes texts about allergens in meals; they never say that a meal contains none.
package struct MealNoticeWriter: Sendable {
    private let texts: NoticeTexts

    package init(texts: NoticeTexts) {
        self.texts = texts
    }

    /// The text about a meal.
    ///
    /// - Parameters:
    ///   - meal: The assessment with news.
    ///   - language: The language.
    ///   - timeZone: The person's time zone.
    /// - Returns: Title and body.
    package func text(of meal: MealJudged, in language: NoticeLanguage, timeZone: TimeZone) -> NoticeText {
        let strongest = meal.strongest
        let title: NoticeTexts.Phrase =
            switch strongest {
            case .named: .mealTitleNamed
            case .likely: .mealTitleLikely
            case .possible: .mealTitlePossible
            }
        let day = language.day(CalendarDay(meal.eatenAt, in: timeZone))
        return NoticeText(
            title: texts.text(title, in: language, ["findings": findings(meal, strongest, in: language)]),
            body: texts.join(body(of: meal, on: day, in: language), in: language), language: language.rawValue)
    }

    /// The urgency of the notice; an allergen in only some of the recipes is not an alert.
    package static func urgency(of meal: MealJudged) -> Notice.Urgency {
        meal.strongest == .possible ? .notice : .alert
    }

    private func body(of meal: MealJudged, on day: String, in language: NoticeLanguage) -> [String] {
        var sentences: [String] = []
        for (likelihood, phrase) in [
            (AllergenLikelihood.named, NoticeTexts.Phrase.mealBodyNamed), (.likely, .mealBodyLikely),
            (.possible, .mealBodyPossible),
        ] where meal.holds(likelihood) {
            let values = ["day": day, "findings": findings(meal, likelihood, in: language)]
            sentences.append(texts.text(phrase, in: language, values))
        }
        if !meal.unknownItems.isEmpty {
            sentences.append(
                texts.text(.mealBodyUnknown, in: language, ["count": String(meal.unknownItems.count)]))
        }
        if meal.news == .profile { sentences.append(texts.text(.mealBodyProfile, in: language)) }
        if meal.news == .knowledge { sentences.append(texts.text(.mealBodyKnowledge, in: language)) }
        return sentences + [texts.text(.mealBodyCaution, in: language)]
    }

    /// The names of the findings with a likelihood.
    private func findings(
        _ meal: MealJudged, _ likelihood: AllergenLikelihood, in language: NoticeLanguage
    ) -> String {
        var items = meal.avoided(likelihood).sorted().map { texts.name(of: $0, in: language) }
        if likelihood == .named, meal.otherMatches > 0 { items.append(texts.others(meal.otherMatches, in: language)) }
        return texts.list(items, in: language)
    }
}

extension MealJudged {
    /// The profile's findings with a likelihood.
    fileprivate func avoided(_ likelihood: AllergenLikelihood) -> [AllergenChoice] {
        allergens.filter { $0.inProfile && $0.likelihood == likelihood }.map(\.allergen)
    }

    fileprivate func holds(_ likelihood: AllergenLikelihood) -> Bool {
        !avoided(likelihood).isEmpty || (likelihood == .named && otherMatches > 0)
    }

    /// The strongest finding of the person's profile.
    fileprivate var strongest: AllergenLikelihood {
        AllergenLikelihood.allCases.last(where: holds) ?? .possible
    }

    /// The state of the notice in one word.
    var state: String {
        let found = allergens.filter(\.inProfile).map { "\($0.allergen.rawValue):\($0.likelihood.rawValue)" }
        return (found + ["others:\(otherMatches)"]).joined(separator: ",")
    }
}
