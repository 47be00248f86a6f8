/// Receipt abbreviations: "EGGPLNT", "PNUT", "GF".
struct ReceiptWords: Sendable {
    private let words: [String: String]

    /// Reads a table of abbreviations and words; skips malformed lines.
    init(table: String) {
        var words: [String: String] = [:]
        for cells in DishTable.rows(of: table) where cells.count == 2 {
            for short in cells[0].split(separator: "|") { words[String(short)] = String(cells[1]) }
        }
        self.words = words
    }

    /// Expands the abbreviations of a name; other names are unchanged.
    func written(_ name: String) -> String {
        let parts = name.split(separator: " ", omittingEmptySubsequences: false)
        let written = parts.map { part -> String in
            let plain = part.lowercased()
            // "S/GLUTEN" on Spanish and French receipts means "without gluten".
            if plain.hasPrefix("s/"), plain.count > 3 { return "sin " + plain.dropFirst(2) }
            return words[plain.filter { $0.isLetter }] ?? String(part)
        }
        return written.elementsEqual(parts, by: { $0 == $1 }) ? name : written.joined(separator: " ")
    }
}
