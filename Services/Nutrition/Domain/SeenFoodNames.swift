/// Maps the food recognizer's labels to foods.
package struct SeenFoodNames: Sendable {
    /// The food that a label means.
    package struct Meaning: Sendable, Equatable {
        /// The food's id in the catalog; nil for a food that is in no table.
        package let foodID: String?
        /// Names by language; empty if the catalog has the food's names.
        let names: [String: String]

        /// The name in a language; nil if the catalog has the food's names.
        package func name(in language: String) -> String? { names[language] ?? names["en"] }
    }

    /// The table cannot be read.
    package struct Malformed: Error, CustomStringConvertible {
        package let line: Int
        package var description: String { "line \(line) of the table of recognized foods has not six fields" }
    }

    /// The foods by the recognizer's label.
    package let meanings: [String: Meaning]

    private static let languages = ["en", "fr", "es", "zh"]

    /// The built-in table.
    ///
    /// - Throws: `Malformed` if it is damaged.
    package static func builtIn() throws(Malformed) -> SeenFoodNames {
        try SeenFoodNames(table: String(decoding: PackageResources.recognized_tsv, as: UTF8.self))
    }

    init(table: String) throws(Malformed) {
        var meanings: [String: Meaning] = [:]
        for (number, line) in table.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard !line.isEmpty, !line.hasPrefix("#"), !line.hasPrefix("label\t") else { continue }
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count == 2 + Self.languages.count else { throw Malformed(line: number + 1) }
            let names = zip(Self.languages, fields.dropFirst(2)).filter { !$0.1.isEmpty }
            meanings[fields[0]] = Meaning(
                foodID: fields[1].isEmpty ? nil : fields[1],
                names: Dictionary(names, uniquingKeysWith: { first, _ in first }))
        }
        self.meanings = meanings
    }
}
