import Foundation

/// Whether the text of an ingredient list continues from one row to the next.
struct ListSentences {
    private static let closedEnds: Set<Unicode.Scalar> = [".", "。", "．", "!", "！", "?", "？"]
    private static let openEnds: Set<Unicode.Scalar> = [
        ",", ";", "(", "[", "/", "&", "+", "-", "‐", "，", "、", "；", "（", "【",
    ]
    private static let hyphens: Set<Unicode.Scalar> = ["-", "‐", "‑"]
    private static let colons: Set<Unicode.Scalar> = [":", "："]
    /// Words that require another word after them.
    private static let joiningWords: Set<String> = ["and", "or", "of", "with", "from", "et", "ou", "de", "y", "con"]
    /// First characters of a footnote or a separate item, besides a number before a bracket.
    private static let footnoteMarks: Set<Unicode.Scalar> = ["*", "†", "‡", "•", "●", "■", "※", "¹", "²", "△", "▲"]
    /// First words of sentences after a list, in lower case without accents; compiled for this project.
    private static let openings = [
        "contain", "may contain", "may be", "allerg", "for allerg", "warning", "caution", "store", "storage", "keep",
        "best ", "use by", "net w", "net q", "produced", "product of", "made in", "made on", "made with", "manufactur",
        "distribut", "packed", "imported", "nutrition", "serving", "typical", "energy", "suitable", "not suitable",
        "see ", "once opened", "refrigerat", "gluten free", "www", "tel.", "tel:", "contient", "peut contenir",
        "presence",
        "traces", "conserver", "a conserver", "a consommer", "fabrique", "produit", "distribue", "valeurs", "poids ",
        "informations", "origine", "contiene", "puede contener", "conservar", "consumir", "fabricado", "elaborado",
        "producido", "distribuido", "peso ", "informacion", "valor", "origen", "致敏", "过敏", "可能含", "本产品", "净含量",
        "贮存", "保质期", "生产", "产地", "营养成分", "地址", "食用方法",
    ]

    /// Whether ingredients begin with a lower-case letter, so that a capital opens a sentence.
    private let isSentenceCase: Bool

    /// - Parameter rows: The rows of one list.
    init(_ rows: ArraySlice<PrintedRow>) {
        var small = 0, all = 0
        for row in rows {
            let parts = row.text.split(separator: ",").dropFirst()
            for letter in parts.compactMap({ $0.unicodeScalars.first { $0 != " " } })
            where letter.properties.isLowercase || letter.properties.isUppercase {
                all += 1
                if letter.properties.isLowercase { small += 1 }
            }
        }
        isSentenceCase = small * 2 > all
    }

    /// Whether a sentence or a heading certainly ends with a row.
    func endsSentence(_ row: PrintedRow) -> Bool {
        guard let last = Self.last(of: row) else { return true }
        return Self.closedEnds.contains(last) || Self.colons.contains(last) || Self.isBareHeading(row)
    }

    func endsWithHyphen(_ row: PrintedRow) -> Bool { Self.last(of: row).map(Self.hyphens.contains) ?? false }

    /// Whether a row cannot be the last: it ends with a comma, an opening bracket or an "and".
    func endsOpen(_ row: PrintedRow) -> Bool {
        guard let last = Self.last(of: row) else { return false }
        if Self.openEnds.contains(last) { return true }
        let word = row.text.split(separator: " ").last.map { $0.lowercased() } ?? ""
        return Self.joiningWords.contains(word)
    }

    /// Whether a row begins a new sentence.
    func opensSentence(_ row: PrintedRow, after above: PrintedRow) -> Bool {
        if Self.opensStatement(row) || Self.opensRemark(row, after: above) { return true }
        guard isSentenceCase, !endsOpen(above) else { return false }
        return Self.first(of: row)?.properties.isUppercase ?? false
    }

    /// Whether a row begins with a heading, a footnote, or a statement that follows lists.
    static func opensStatement(_ row: PrintedRow) -> Bool {
        if IngredientHeading.isHeading(row.text) { return true }
        if let first = first(of: row), footnoteMarks.contains(first) { return true }
        if row.text.prefix(3).dropFirst().contains(")") { return true }
        let text = row.text.folding(options: [.diacriticInsensitive, .caseInsensitive, .widthInsensitive], locale: nil)
        return openings.contains { text.hasPrefix($0) }
    }

    /// Whether a bracketed row follows one that ends with a closed bracket.
    private static func opensRemark(_ row: PrintedRow, after above: PrintedRow) -> Bool {
        guard let first = first(of: row), let last = last(of: above) else { return false }
        return "([（".unicodeScalars.contains(first) && ")]）".unicodeScalars.contains(last)
    }

    /// Whether two rows certainly belong to one sentence.
    func goesOn(from above: PrintedRow, to below: PrintedRow) -> Bool {
        guard !endsSentence(above), !Self.opensStatement(below) else { return false }
        return endsOpen(above) || (Self.first(of: below)?.properties.isLowercase ?? false)
    }

    /// Whether a row contains a heading and no ingredient.
    private static func isBareHeading(_ row: PrintedRow) -> Bool {
        row.text.split(separator: " ").count <= 3 && !row.text.unicodeScalars.contains(where: separators.contains)
            && IngredientHeading.isHeading(row.text)
    }

    /// Whether rows contain several ingredients each, so that they were broken only when full.
    static func areFilled(_ rows: ArraySlice<PrintedRow>) -> Bool {
        rows.count { row in row.text.unicodeScalars.dropLast().contains(where: separators.contains) } * 3 > rows.count
    }

    private static let separators: Set<Unicode.Scalar> = [",", ";", "，", "、", "；"]

    private static func first(of row: PrintedRow) -> Unicode.Scalar? { row.text.unicodeScalars.first { $0 != " " } }
    private static func last(of row: PrintedRow) -> Unicode.Scalar? { row.text.unicodeScalars.last { $0 != " " } }
}
