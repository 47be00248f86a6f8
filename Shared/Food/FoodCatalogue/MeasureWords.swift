/// Words for household measures in every language: "1 cup, sliced" is "1 tasse, en tranches".
package struct MeasureWords: Sendable {
    /// The built-in table, `Texts/measures.tsv`.
    package static let builtIn = MeasureWords(table: String(decoding: PackageResources.measures_tsv, as: UTF8.self))

    /// Translations of each English phrase.
    private let rows: [Substring: [FoodLanguage: String]]

    /// Reads a table: English, French, Spanish and Chinese between tabs; lines that begin with `#` are comments.
    ///
    /// - Parameter table: The text; lines without four columns are skipped.
    package init(table: String) {
        let lines = table.split(separator: "\n").filter { !$0.hasPrefix("#") }
            .map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
        let languages = FoodLanguage.allCases.dropFirst()
        rows = Dictionary(
            lines.filter { $0.count == FoodLanguage.allCases.count }.map {
                cells -> (Substring, [FoodLanguage: String]) in
                (cells[0], Dictionary(uniqueKeysWithValues: zip(languages, cells.dropFirst().map(String.init))))
            }, uniquingKeysWith: { first, _ in first })
    }

    /// Translates a measure.
    ///
    /// - Parameters:
    ///   - measure: A number and the source's words in English: "0.5 cup, sliced".
    ///   - language: The language.
    /// - Returns: The measure with its language, which is English unless all its words are known in the requested one.
    package func text(_ measure: String, in language: FoodLanguage) -> (text: String, language: FoodLanguage) {
        guard language != .english, let text = counted(measure[...], language) else { return (measure, .english) }
        return (text, language)
    }

    /// Translates a number with its unit; nil for unknown words.
    private func counted(_ measure: Substring, _ language: FoodLanguage) -> String? {
        let parts = measure.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, DecimalNumber.read(parts[0].utf8) != nil, let words = phrase(parts[1], language) else {
            return nil
        }
        let point = language == .chinese ? "." : ","
        return "\(parts[0].replacing(".", with: point)) \(words)"
    }

    /// Translates words that are a row of the table, or several rows joined by commas and brackets.
    private func phrase(_ words: Substring, _ language: FoodLanguage) -> String? {
        if let row = rows[words] { return row[language] }
        let isChinese = language == .chinese
        if words.hasSuffix(")"), let open = words.lastIndex(of: "("), open != words.startIndex {
            let inner = words[words.index(after: open)...].dropLast()
            guard let outer = phrase(Self.trimmed(words[..<open]), language),
                let detail = counted(Self.trimmed(inner), language) ?? phrase(Self.trimmed(inner), language)
            else { return nil }
            return isChinese ? "\(outer)（\(detail)）" : "\(outer) (\(detail))"
        }
        let parts = words.split(separator: ", ")
        if parts.count > 1 {
            let known = parts.compactMap { phrase($0, language) }
            return known.count == parts.count ? known.joined(separator: isChinese ? "，" : ", ") : nil
        }
        guard let inches = words.firstIndex(of: "\""), words[..<inches].allSatisfy({ "0123456789-/".contains($0) })
        else { return nil }
        return rows[words[inches...]]?[language]?.replacing("{size}", with: words[..<inches])
    }

    private static func trimmed(_ words: Substring) -> Substring {
        let rest = words.drop { $0 == " " }
        return rest.last == " " ? rest.dropLast() : rest
    }
}
