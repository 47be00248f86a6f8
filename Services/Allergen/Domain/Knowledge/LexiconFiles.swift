import Crypto
import Hexadecimal

/// The lexicon's tables by file name.
struct LexiconFiles {
    let contents: [String: [UInt8]]

    /// The imported table of an installation, if any; the built-in tables take precedence.
    static let imported = "imported.tsv"

    /// Built-in tables of terms, in no particular order.
    var termFiles: [String] {
        contents.keys.filter { $0.hasPrefix("terms_") }.sorted()
    }

    /// Tables of words that are common in lists, with their language.
    var wordFiles: [(language: String, file: String)] { files(in: "words/") }

    /// Tables of allergen names in languages without list support, with their BCP 47 code.
    var nameFiles: [(language: String, file: String)] { files(in: "names/") }

    private func files(in folder: String) -> [(language: String, file: String)] {
        contents.keys.filter { $0.hasPrefix(folder) }.sorted().map { file in
            (String(file.dropFirst(folder.count).dropLast(".tsv".count)), file)
        }
    }

    /// These tables with an imported one, which has the columns of a table of terms.
    func importing(_ bytes: [UInt8]) -> LexiconFiles {
        LexiconFiles(contents: contents.merging([Self.imported: bytes]) { $1 })
    }

    /// All rows of all tables of terms.
    func termRows() throws(LexiconError) -> [TabSeparatedTable.Row] {
        var all: [TabSeparatedTable.Row] = []
        for file in termFiles { all += try rows(of: file) }
        return all
    }

    /// A short hash of the tables' content and the revision of the rules that read them.
    func digest(rules: Int) -> String {
        var hash = SHA256()
        hash.update(data: Array("rules \(rules)".utf8))
        for (file, bytes) in contents.sorted(by: { $0.key < $1.key }) {
            hash.update(data: Array("\(file) \(bytes.count)\n".utf8))
            hash.update(data: bytes)
        }
        return hash.finalize().prefix(8).hexadecimal
    }

    func rows(of file: String) throws(LexiconError) -> [TabSeparatedTable.Row] {
        try TabSeparatedTable(file: file, bytes: contents[file] ?? []).rows
    }

    /// Titles of the sources by the short name that rows cite.
    func sources() throws(LexiconError) -> [String: String] {
        var titles: [String: String] = [:]
        for row in try rows(of: "sources.tsv") {
            let name = try row.required("source")
            guard titles.updateValue(try row.required("title"), forKey: name) == nil else {
                throw row.error(.duplicate, name)
            }
        }
        return titles
    }

    /// The similar-looking characters of each Chinese character.
    func lookAlikes() throws(LexiconError) -> [UInt32: [UInt32]] {
        var table: [UInt32: [UInt32]] = [:]
        for row in try rows(of: "lookalikes_zh.tsv") {
            for group in try row.required("groups").split(separator: " ") {
                let characters = group.unicodeScalars.map(\.value)
                for read in characters { table[read, default: []] += characters.filter { $0 != read } }
            }
        }
        return table
    }

    /// Chinese characters and the character that each is treated as.
    func characterVariants() throws(LexiconError) -> [UInt32: UInt32] {
        var variants: [UInt32: UInt32] = [:]
        for row in try rows(of: "characters_zh.tsv") {
            let pairs = zip(
                try row.required("traditional").unicodeScalars, try row.required("simplified").unicodeScalars)
            for (traditional, simplified) in pairs {
                guard variants.updateValue(simplified.value, forKey: traditional.value) == nil else {
                    throw row.error(.duplicate, String(traditional))
                }
            }
        }
        return variants
    }
}
