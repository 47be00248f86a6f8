import Foundation
import Quantities

/// A language that notices are written in (NOT-14); the raw value is its ISO 639-1 code.
package enum NoticeLanguage: String, Sendable, CaseIterable {
    case english = "en"
    case french = "fr"
    case spanish = "es"
    case chinese = "zh"

    /// The language of a BCP 47 locale such as `fr-CA`; English without a locale or for other languages.
    package init(locale: String?) {
        let primary = locale?.split(whereSeparator: { $0 == "-" || $0 == "_" }).first?.lowercased()
        self = primary.flatMap(Self.init(rawValue:)) ?? .english
    }

    /// A day in the format of the language, such as "27 November 2026", "1er novembre", "11月27日".
    ///
    /// - Parameters:
    ///   - day: The day.
    ///   - hasYear: Whether the year is included.
    /// - Returns: The day as text.
    func day(_ day: CalendarDay, hasYear: Bool = false) -> String {
        let style = Date.FormatStyle(locale: Locale(identifier: dateLocale), timeZone: .gmt).day().month(.wide)
        let written = Date(timeIntervalSince1970: Double(day.daysSinceEpoch) * 86_400)
            .formatted(hasYear ? style.year() : style)
        // CLDR has no ordinal number for the first day of a month, which French requires.
        return self == .french && day.day == 1 ? "1er" + written.dropFirst() : written
    }

    /// The locale of dates.
    ///
    /// English dates begin with the day and have the month in words, which is unambiguous in every region.
    private var dateLocale: String { self == .english ? "en_GB" : rawValue }
}
