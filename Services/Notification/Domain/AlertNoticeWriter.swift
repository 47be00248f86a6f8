import EventContracts
import Foundation
import Quantities

/// Writes notices about new findings in an earlier scan (NOT-05).
package struct AlertNoticeWriter: Sendable {
    private let texts: NoticeTexts

    package init(texts: NoticeTexts) {
        self.texts = texts
    }

    /// The text of an alert.
    ///
    /// - Parameters:
    ///   - alert: The alert.
    ///   - language: The language.
    ///   - timeZone: The person's time zone.
    /// - Returns: Title and body.
    package func text(of alert: AllergenAlertRaised, in language: NoticeLanguage, timeZone: TimeZone) -> NoticeText {
        let day = language.day(CalendarDay(alert.scannedAt ?? alert.raisedAt, in: timeZone), hasYear: true)
        return NoticeText(
            title: title(of: alert, in: language),
            body: texts.join(body(of: alert, on: day, in: language), in: language), language: language.rawValue)
    }

    /// The kind of notice.
    package static func kind(of cause: AlertCause) -> NoticeKind { cause == .recall ? .recall : .allergenAlert }

    /// The urgency of the notice: a withdrawn recall is not an alert.
    package static func urgency(of alert: AllergenAlertRaised) -> Notice.Urgency {
        alert.isWithdrawn ? .notice : .alert
    }

    private func title(of alert: AllergenAlertRaised, in language: NoticeLanguage) -> String {
        let values = ["findings": findings(alert, in: language)]
        return switch alert.cause {
        case .recall: texts.text(alert.isWithdrawn ? .alertTitleWithdrawn : .alertTitleRecall, in: language)
        case .recipeChanged: texts.text(.alertTitleRecipe, in: language, values)
        case .profileChanged, .lexiconChanged:
            texts.text(isCertain(alert) ? .alertTitleContains : .alertTitleMayContain, in: language, values)
        }
    }

    private func body(of alert: AllergenAlertRaised, on day: String, in language: NoticeLanguage) -> [String] {
        var sentences: [String] = []
        func say(_ phrase: NoticeTexts.Phrase, _ values: [String: String] = [:]) {
            sentences.append(texts.text(phrase, in: language, values))
        }
        switch alert.cause {
        case .recall:
            say(
                alert.isWithdrawn ? .alertBodyWithdrawn : .alertBodyRecall,
                ["day": day, "reason": alert.recall?.reason ?? ""])
            if let lot = alert.recall?.lot { say(.alertBodyLot, ["lot": lot]) }
        case .recipeChanged:
            say(.alertBodyRecipe, ["day": day, "findings": findings(alert, in: language)])
        case .profileChanged, .lexiconChanged:
            say(
                isCertain(alert) ? .alertBodyContains : .alertBodyMayContain,
                ["day": day, "findings": findings(alert, in: language)])
            if isCertain(alert), !alert.contains.isEmpty, !alert.mayContain.isEmpty {
                say(.bodyTraces, ["findings": texts.list(of: alert.mayContain, in: language)])
            }
            say(alert.cause == .profileChanged ? .alertBodyProfile : .alertBodyLexicon)
        }
        if let gtin = alert.gtin { say(.alertBodyProduct, ["gtin": gtin.printed]) }
        return sentences
    }

    /// Whether the alert has a new contained allergen or custom ingredient.
    private func isCertain(_ alert: AllergenAlertRaised) -> Bool {
        !alert.contains.isEmpty || alert.mayContain.isEmpty
    }

    /// The names of the most certain new findings.
    private func findings(_ alert: AllergenAlertRaised, in language: NoticeLanguage) -> String {
        let allergens = alert.contains.isEmpty ? alert.mayContain : alert.contains
        return allergens.isEmpty
            ? texts.others(alert.otherMatches, in: language) : texts.list(of: allergens, in: language)
    }
}

extension AllergenAlertRaised {
    /// Whether the alert is about the withdrawal of a recall.
    var isWithdrawn: Bool { recall?.withdrawnAt != nil }
}
