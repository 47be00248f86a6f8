import IngestionCore
import ServiceRuntime

/// The terms and the privacy notice of each version, in every language; earlier versions stay available.
struct TermsText: Sendable {
    /// A section of a text.
    struct Section: Encodable, Sendable, Equatable {
        let title: String
        let text: String
    }

    /// One version in one language, in the form for clients.
    struct View: Encodable, Sendable {
        let version: String
        let language: String
        let terms: [Section]
        let privacy: [Section]
    }

    /// The table is invalid: a row lacks a language, or a title lacks its text.
    struct Malformed: Error, Equatable {
        let key: String
    }

    /// The built-in texts, by version.
    private static let tables = ["2026-11": PackageResources.terms_2026_11_tsv]

    /// The built-in versions.
    static var versions: [String] { tables.keys.sorted() }

    private let version: String
    /// The texts of each key, in the order of `ContentLanguage`.
    private let rows: [String: [String]]
    private let keys: [String]

    /// Reads the text of a version.
    ///
    /// - Parameter version: The version.
    /// - Returns: nil if no text of that version is built in.
    /// - Throws: `Malformed`.
    static func builtIn(_ version: String) throws(Malformed) -> TermsText? {
        guard let table = tables[version] else { return nil }
        return try TermsText(version: version, table: String(decoding: table, as: UTF8.self))
    }

    /// Parses a table: a row per key, a column per language; lines that begin with `#` are comments.
    init(version: String, table: String) throws(Malformed) {
        var rows: [String: [String]] = [:], keys: [String] = []
        for line in table.split(separator: "\n") where !line.hasPrefix("#") {
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard cells.count == ContentLanguage.allCases.count + 1, cells.allSatisfy({ !$0.isEmpty }),
                rows[cells[0]] == nil
            else { throw Malformed(key: cells[0]) }
            rows[cells[0]] = Array(cells.dropFirst())
            keys.append(cells[0])
        }
        for key in keys where key.hasSuffix(".title") && rows[key.dropLast(5) + "text"] == nil {
            throw Malformed(key: key)
        }
        self.version = version
        self.rows = rows
        self.keys = keys
    }

    /// The version in a language.
    func view(in language: ContentLanguage) -> View {
        View(
            version: version, language: language.rawValue, terms: sections(of: "terms", in: language),
            privacy: sections(of: "privacy", in: language))
    }

    private func sections(of part: String, in language: ContentLanguage) -> [Section] {
        let column = ContentLanguage.allCases.firstIndex(of: language) ?? 0
        return keys.filter { $0.hasPrefix("\(part).") && $0.hasSuffix(".title") }.compactMap { key in
            guard let title = rows[key]?[column], let text = rows[key.dropLast(5) + "text"]?[column] else { return nil }
            return Section(title: title, text: text)
        }
    }
}
