import EventContracts
import Foundation
import Quantities

/// How notices are written for one person: language, number formats and local time.
package struct NoticeLocale: Sendable {
    package let texts: NoticeTexts
    package let language: NoticeLanguage
    /// The locale of the number formats, a BCP 47 tag of the language.
    package let locale: String
    package let timeZone: TimeZone

    /// - Parameters:
    ///   - texts: The texts of notices.
    ///   - locale: The person's locale; nil if unknown, for English.
    ///   - timeZone: An IANA name.
    package init(texts: NoticeTexts, locale: String?, timeZone: String?) {
        self.texts = texts
        language = NoticeLanguage(locale: locale)
        // A person whose language is not supported gets English texts with English number formats.
        let isTheirs = locale?.lowercased().hasPrefix(language.rawValue) ?? false
        self.locale = isTheirs ? locale ?? language.rawValue : language.rawValue
        self.timeZone = timeZone.flatMap { TimeZone(identifier: $0) } ?? .gmt
    }

    /// The text of a phrase.
    func text(_ phrase: NoticeTexts.Phrase, _ values: [String: String] = [:]) -> String {
        texts.text(phrase, in: language, values)
    }

    /// The phrase for a count, with `{count}` in it; French uses the singular for zero.
    func text(_ one: NoticeTexts.Phrase, _ many: NoticeTexts.Phrase, count: Int) -> String {
        let isOne = count == 1 || (count == 0 && language == .french)
        return text(isOne ? one : many, ["count": String(count)])
    }

    /// The person's local day at an instant, with its year, because a deadline may be in another year.
    func day(_ instant: Date) -> String { language.day(CalendarDay(instant, in: timeZone), hasYear: true) }

    /// A recent day, without its year.
    func day(_ day: CalendarDay) -> String { language.day(day) }

    /// An amount of money in the person's format.
    func amount(_ money: Money) -> String {
        var value = Decimal(money.minorUnits)
        for _ in 0..<money.currency.minorDigits { value /= 10 }
        return value.formatted(
            .currency(code: money.currency.code).precision(.fractionLength(money.currency.minorDigits))
                .locale(Locale(identifier: locale)))
    }

    /// A whole number in the person's format.
    func number(_ value: Int) -> String { value.formatted(.number.locale(Locale(identifier: locale))) }

    /// A notice with a title and sentences.
    func notice(_ title: String, _ sentences: [String]) -> NoticeText {
        NoticeText(title: title, body: texts.join(sentences, in: language), language: language.rawValue)
    }
}
