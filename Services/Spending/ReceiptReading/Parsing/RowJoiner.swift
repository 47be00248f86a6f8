/// Joins the photos of one long receipt, removing rows that two consecutive photos share.
enum RowJoiner {
    /// Minimum similarity of rows that are treated as the same.
    private static let likeness = 0.75
    /// Maximum number of rows that two photos share.
    private static let maxSharedRows = 40

    /// All rows in order, each once.
    static func join(_ pages: [[PrintedRow]]) -> [PrintedRow] {
        var rows = pages.first ?? []
        for page in pages.dropFirst() { rows += page.dropFirst(overlap(rows, page)) }
        return rows
    }

    /// Number of rows at the top of a page that repeat the end of the previous one.
    private static func overlap(_ rows: [PrintedRow], _ page: [PrintedRow]) -> Int {
        let before = rows.suffix(maxSharedRows).map { PrintedWords.glued($0.text) }
        let after = page.prefix(maxSharedRows).map { PrintedWords.glued($0.text) }
        for count in stride(from: min(before.count, after.count), to: 1, by: -1) {
            let pairs = zip(before.suffix(count), after.prefix(count))
            let alike = pairs.count { PrintedWords.similarity($0, $1) > likeness }
            if alike * 5 >= count * 4 { return count }
        }
        return 0
    }
}
