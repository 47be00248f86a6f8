/// Words of receipts in a language other than English, French, Spanish and Chinese: totals, payments, change, taxes,
/// deposits.
///
/// A language is recognized by distinctive words (`of`), since many of its words name items in others: `BAR` is cash in
/// German. Names of items need no language.
struct ReceiptLanguage: Sendable {
    /// ISO 639-1 code.
    let code: String
    let kinds: [(kind: RowKind, phrases: [Phrase])]
    /// Distinctive words: in none of the four languages, and not names of items.
    private let distinctive: [Phrase]

    /// Words by kind, separated by commas.
    ///
    /// - Parameters:
    ///   - code: ISO 639-1 code.
    ///   - words: Words of each kind.
    ///   - weak: Words that also occur in the four languages or as items: they do not identify the language.
    init(_ code: String, _ words: [RowKind: String], weak: String = "") {
        self.code = code
        kinds = Self.order.compactMap { kind in words[kind].map { (kind, Self.phrases($0, of: kind)) } }
        let common = Set(Phrase.list(weak).map(\.glued)).union(Self.wordsOfTheFour)
        distinctive = words.filter { !Self.neverDistinctive.contains($0.key) }.values.flatMap { Phrase.list($0) }
            .filter { !common.contains($0.glued) }
    }

    /// All known languages other than the four supported ones.
    static let all: [ReceiptLanguage] = [
        german, dutch, italian, portuguese, polish, czech, slovak, hungarian, romanian, croatian, swedish, danish,
        norwegian, finnish, turkish, indonesian, japanese,
    ]

    private static let neverDistinctive: Set<RowKind> = [.notItem, .discount, .void]

    private static let wordsOfTheFour = Set(
        [
            ReceiptWords.total, ReceiptWords.grandTotal, ReceiptWords.includedTotal, ReceiptWords.subtotal,
            ReceiptWords.cash, ReceiptWords.card, ReceiptWords.tender, ReceiptWords.change, ReceiptWords.tax,
            ReceiptWords.deposit, ReceiptWords.bag, ReceiptWords.tip, ReceiptWords.service, ReceiptWords.rounding,
            ReceiptWords.count, ReceiptWords.returned, ReceiptWords.saved,
        ].joined().map(\.glued))

    /// Phrases of a kind; in long words a misread letter is tolerated, but `KÄSE` is not `KASSE`.
    private static func phrases(_ text: String, of kind: RowKind) -> [Phrase] {
        let exact = Phrase.list(text), tolerant = Phrase.list(text, isTolerant: true)
        return zip(exact, tolerant).map { kind == .notItem || $0.glued.count < 7 ? $0 : $1 }
    }

    private static let order: [RowKind] = [
        .rounding, .change, .subtotal, .grandTotal, .count, .saved, .refund, .deposit, .bag, .tip, .service, .tender,
        .cash, .card, .tax, .discount, .void, .notItem,
    ]

    /// First words of distinctive phrases; most rows in the four languages begin with none of them.
    private static let firstWords = Set(all.flatMap(\.distinctive).map { $0.words[0] })

    /// The kind of a row, by the longest word of this language at its start.
    func kind(of words: PrintedWords, hasAmount: Bool) -> (RowKind, Range<Int>)? {
        var best: (kind: RowKind, range: Range<Int>)?
        for (kind, phrases) in kinds {
            guard let range = words.find(phrases, atStart: true), range.count > best?.range.count ?? 0 else { continue }
            best = (kind, range)
        }
        let other = words.words.count { word in
            word.text.count(where: \.isLetter) > 2 && !(best?.range.overlaps(word.range) ?? false)
        }
        if let best {
            let needsAmount: Set<RowKind> = [.tax, .discount, .deposit, .bag, .tip, .service, .rounding]
            // Column headings contain these words too.
            guard hasAmount || !needsAmount.contains(best.kind) && other < 2 else { return nil }
            if hasAmount, best.kind == .notItem { return nil }
            return best
        }
        guard hasAmount else { return nil }
        for kind in [RowKind.tax, .deposit] {
            guard let phrases = kinds.first(where: { $0.kind == kind })?.phrases, let range = words.find(phrases),
                words.words.count(where: { $0.text.count(where: \.isLetter) > 2 && !range.overlaps($0.range) }) < 2
            else { continue }
            return (kind, range)
        }
        return nil
    }

    /// The language of a receipt whose sums and payments are in none of the four; otherwise nil.
    ///
    /// One row that begins with a distinctive word is enough if no row has a total in the four languages; otherwise two
    /// are needed. Without distinctive words, a total and a payment of one language are needed. Of several languages
    /// the one that matches the most rows is chosen, since related ones share words.
    static func of(_ rows: [ReceiptRow]) -> ReceiptLanguage? {
        let priced = rows.indices.filter { index in
            !rows[index].amounts.isEmpty || (rows.indices.contains(index + 1) && rows[index + 1].isBare)
        }
        let isJapanese = rows.contains { $0.row.characters.contains(where: \.isKana) }
        let likely = priced.filter { index in
            rows[index].words.words.contains { word in
                word.isFirst && firstWords.contains(word.text) || isJapanese && word.isIdeographic
            }
        }
        let votes = all.map { language in likely.filter { rows[$0].words.has(language.distinctive, atStart: true) } }
        let published = votes.reduce(into: Set<Int>()) { $0.formUnion($1) }
        // KONTANT differs by one letter from the French word for a sum, TOTAAL from the English one.
        let hasTotal = priced.contains { rows[$0].kind.isTotal && !published.contains($0) }
        let candidates = zip(all, votes).filter { $1.count >= (hasTotal ? 2 : 1) }.map(\.0)
        if !candidates.isEmpty { return languageWithMost(candidates) { language in kinds(of: priced, language).count } }
        guard !hasTotal else { return nil }
        let named = all.filter { language in
            let kinds = kinds(of: priced, language)
            return kinds.contains(.grandTotal) && kinds.contains { $0.isTender || $0 == .change }
        }
        return languageWithMost(named) { language in kinds(of: priced, language).count }

        func kinds(of places: [Int], _ language: ReceiptLanguage) -> [RowKind] {
            places.compactMap { language.kind(of: rows[$0].words, hasAmount: true)?.0 }
                .filter { $0 != .discount && $0 != .notItem }
        }
    }

    /// The first of the languages with the highest count.
    private static func languageWithMost(_ languages: [ReceiptLanguage], count: (ReceiptLanguage) -> Int)
        -> ReceiptLanguage?
    {
        languages.map { ($0, count($0)) }.max { $0.1 < $1.1 }?.0
    }
}
