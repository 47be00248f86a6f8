import FoodCatalogue
import Nourishment

/// The texts of reports in every language, read from `Texts/words.tsv`; the initializer checks that all exist.
package struct ReportWords: Sendable {
    /// The table lacks required rows, or has faults.
    package struct Malformed: Error, Equatable, CustomStringConvertible {
        /// The row at fault.
        package let key: String

        package init(key: String) {
            self.key = key
        }

        package var description: String { "the row \(key) of the words of reports is missing, unknown or incomplete" }
    }

    /// A row other than the name of a nutrient or a state.
    package enum Phrase: String, Sendable, CaseIterable {
        case meal = "heading.meal"
        case day = "heading.day"
        case items = "heading.items"
        case sources = "heading.macros"
        case nutrients = "heading.nutrients"
        case name = "column.name"
        case mass = "column.mass"
        case share = "column.share"
        case amount = "column.amount"
        case target = "column.target"
        case percent = "column.percent"
        case notKnown = "value.unknown"
        case atLeast = "value.atLeast"
        case reported = "note.reported"
        case advice = "note.advice"
    }

    /// A reason for a recommended food, or a warning about it; the raw value is the code on the wire.
    package enum Reason: String, Sendable, CaseIterable, Codable {
        /// The food closes a part of a gap, with the share in percent.
        case closes
        /// The food closes a part of a gap, without numbers.
        case rich
        case usual, new, inSeason, lowCost, uncertain
    }

    private let rows: [String: [FoodLanguage: String]]

    /// Reads the table: tab-separated, a row per key, a column per language in the order of `FoodLanguage`; lines that
    /// begin with `#` are comments.
    ///
    /// - Parameter table: The text.
    /// - Throws: `Malformed` with the name of a row that is missing, unknown, repeated or lacks a language.
    package init(table: String) throws(Malformed) {
        let keys = Self.keys
        var rows: [String: [FoodLanguage: String]] = [:]
        for line in table.split(separator: "\n") where !line.hasPrefix("#") {
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard cells.count == FoodLanguage.allCases.count + 1, cells.allSatisfy({ !$0.isEmpty }),
                keys.contains(cells[0]), rows[cells[0]] == nil
            else { throw Malformed(key: cells[0]) }
            rows[cells[0]] = Dictionary(uniqueKeysWithValues: zip(FoodLanguage.allCases, cells.dropFirst()))
        }
        for key in keys.sorted() where rows[key] == nil { throw Malformed(key: key) }
        self.rows = rows
    }

    /// The table that is built into the program.
    ///
    /// - Throws: `Malformed`.
    package static func builtIn() throws(Malformed) -> ReportWords {
        try ReportWords(table: String(decoding: PackageResources.words_tsv, as: UTF8.self))
    }

    /// The text of a phrase, with its placeholders such as `{value}` replaced.
    ///
    /// - Parameters:
    ///   - phrase: The phrase.
    ///   - language: The language.
    ///   - values: Texts for the placeholders.
    /// - Returns: The text.
    package func text(_ phrase: Phrase, in language: FoodLanguage, _ values: [String: String] = [:]) -> String {
        values.reduce(row(phrase.rawValue, language)) { text, value in
            text.replacing("{\(value.key)}", with: value.value)
        }
    }

    /// The name of a nutrient.
    package func name(of nutrient: Nutrient, in language: FoodLanguage) -> String {
        row("nutrient.\(nutrient.rawValue)", language)
    }

    /// A day's energy in words.
    package func text(_ band: EnergyBand, in language: FoodLanguage) -> String {
        row("band.\(band.rawValue)", language)
    }

    /// Progress in words.
    package func text(_ state: TargetProgress.State, in language: FoodLanguage) -> String {
        row("state.\(state.rawValue)", language)
    }

    /// A finding in words: a title and a friendly explanation.
    ///
    /// - Parameters:
    ///   - code: The finding.
    ///   - language: The language.
    /// - Returns: Title and body, without any number.
    package func text(_ code: IntakeFinding.Code, in language: FoodLanguage) -> (title: String, body: String) {
        (row("finding.\(code.rawValue).title", language), row("finding.\(code.rawValue).body", language))
    }

    /// A reason in words, with its placeholders replaced.
    package func text(_ reason: Reason, in language: FoodLanguage, _ values: [String: String] = [:]) -> String {
        values.reduce(row("reason.\(reason.rawValue)", language)) { text, value in
            text.replacing("{\(value.key)}", with: value.value)
        }
    }

    private func row(_ key: String, _ language: FoodLanguage) -> String {
        // The key exists, because the initializer checked it.
        rows[key]?[language] ?? key
    }

    private static let keys = Set(
        Phrase.allCases.map(\.rawValue) + Nutrient.allCases.map { "nutrient.\($0.rawValue)" }
            + EnergyBand.allCases.map { "band.\($0.rawValue)" }
            + TargetProgress.State.allCases.map { "state.\($0.rawValue)" }
            + Reason.allCases.map { "reason.\($0.rawValue)" }
            + IntakeFinding.Code.allCases.flatMap { ["finding.\($0.rawValue).title", "finding.\($0.rawValue).body"] })
}
