/// The kind of a row by its own words.
enum RowKind: Sendable, Hashable {
    case other
    /// Headings of columns.
    case heading
    /// Beginning of a tax table, whose numbers are parts of the total.
    case taxSummary
    /// A statement of savings: a sum of discounts that are printed elsewhere.
    case saved
    case count
    case change, rounding, points
    case subtotal
    /// A total that includes taxes, is marked as the last one, or is just called "total".
    case includedTotal, grandTotal, total
    case tax, deposit, bag, service, tip
    case cash, card, tender
    case discount, void
    /// The name of a returned item, or the beginning of a list of them.
    case refund
    /// Telephone, cashier, date, and the like.
    case notItem

    /// Whether the row is a total to be paid.
    var isTotal: Bool { self == .total || self == .grandTotal || self == .includedTotal }
    var isTender: Bool { self == .cash || self == .card || self == .tender }
    /// Whether the row ends the list of items.
    var isSum: Bool { isTotal || self == .subtotal }
}

/// A row with its words, its numbers and its kind.
struct ReceiptRow {
    let row: PrintedRow
    let words: PrintedWords
    let numbers: [PrintedNumber]
    let decimals: Int
    var kind: RowKind
    /// The words that determine the kind.
    let label: Range<Int>?

    /// Creates a row of a receipt.
    ///
    /// - Parameters:
    ///   - row: The printed row.
    ///   - decimals: Number of decimals of amounts.
    ///   - language: The language; nil for English, French, Spanish or Chinese.
    init(_ row: PrintedRow, decimals: Int, language: ReceiptLanguage? = nil) {
        self.row = row
        self.decimals = decimals
        words = PrintedWords(row)
        numbers = NumberScanner(row.characters, decimals: decimals).numbers()
        (kind, label) = Self.kind(of: words, numbers, decimals: decimals, language)
    }

    /// Amounts of money, from left to right, without prices per unit of measure.
    var amounts: [PrintedNumber] {
        numbers.filter { $0.money(decimals: decimals) != nil && $0.rateUnit == nil }
    }

    func money(_ number: PrintedNumber) -> PrintedMoney { number.money(decimals: decimals) ?? PrintedMoney(0) }

    /// An amount as a field of the receipt.
    func field(_ number: PrintedNumber) -> ReadField<PrintedMoney> {
        ReadField(
            money(number), confidence: row.confidence * (number.isRepaired ? 0.6 : 1), crop: row.crop(number.range))
    }

    /// Number of letters in words of two or more letters, without those of numbers, units and tax codes.
    var letters: Int {
        var inNumbers = Set<Int>()
        for number in numbers {
            inNumbers.formUnion(number.range)
            if number.taxCode != nil { inNumbers.formUnion(number.range.upperBound..<row.characters.count) }
        }
        return words.words.reduce(0) { sum, word in
            let free = word.range.filter { !inNumbers.contains($0) }
            let letters = free.count { row.characters[$0].isLetter }
            let ideographs = free.count { row.characters[$0].isIdeograph }
            guard letters > 1 || ideographs > 0, letters * 2 > word.range.count || free.count < word.range.count else {
                return sum
            }
            return sum + letters + ideographs * 2
        }
    }

    /// Whether the row has words for a reduction near the expiry date.
    var isNearExpiry: Bool { words.has(ReceiptWords.nearExpiry) && !words.has(ReceiptWords.goods) }

    /// Whether the row contains little more than an amount.
    var isBare: Bool { kind == .other && letters < 3 && !amounts.isEmpty }

    /// Splits a row with several parts: "QTY 3   ROUNDING 0.02" is two.
    static func rows(_ row: PrintedRow, decimals: Int, language: ReceiptLanguage? = nil) -> [ReceiptRow] {
        let whole = ReceiptRow(row, decimals: decimals, language: language)
        guard row.starts.count > 2 else { return [whole] }
        for fragment in 1..<row.starts.count {
            let (left, right) = row.split(at: fragment)
            let second = ReceiptRow(right, decimals: decimals, language: language)
            guard second.kind.isSum || second.kind == .change || second.kind == .rounding, !second.amounts.isEmpty,
                second.label?.lowerBound == second.words.words.first?.range.lowerBound
            else { continue }
            let first = ReceiptRow(left, decimals: decimals, language: language)
            let isAnother =
                first.kind == .count || first.kind == .saved || first.kind == .rounding || first.kind == .points
            if isAnother { return [first, second] }
        }
        return [whole]
    }

    // MARK: - Kind of a row

    private static func kind(
        of words: PrintedWords, _ numbers: [PrintedNumber], decimals: Int, _ language: ReceiptLanguage?
    ) -> (RowKind, Range<Int>?) {
        let amounts = numbers.filter { $0.money(decimals: decimals) != nil }
        if let found = language?.kind(of: words, hasAmount: !amounts.isEmpty) { return found }
        if let found = givenBack(words, amounts) { return found }
        if let range = words.find(ReceiptWords.taxSummary, atStart: true),
            words.words.prefix(2).contains(where: { range.overlaps($0.range) })
        {
            return (.taxSummary, range)
        }
        if numbers.allSatisfy(\.isPercent), headings(words) >= 2 { return (.heading, nil) }
        if let range = words.find(ReceiptWords.saved, atStart: true) { return (.saved, range) }
        if let range = words.find(ReceiptWords.registration), amounts.isEmpty { return (.notItem, range) }
        if let range = count(words, hasAmount: !amounts.isEmpty) { return (.count, range) }
        for (kind, phrases) in starting {
            guard let range = words.find(phrases, atStart: true) else { continue }
            if kind == .change, words.has(ReceiptWords.exchange, atStart: true) { continue }
            if isNameOfItem(kind, words, hasAmount: !amounts.isEmpty) { continue }
            if kind == .count, !isCount(words, after: range, amounts.isEmpty) { continue }
            if kind == .total, let paid = words.find(ReceiptWords.tender, atStart: true),
                paid.lowerBound == range.lowerBound, paid.count > range.count
            {
                // Amounts paid, such as "Total tendered", "montant reçu", "importe entregado".
                return (.tender, paid)
            }
            if kind == .total || kind == .grandTotal || kind == .includedTotal {
                return (total(kind, words, range, hasAmount: !amounts.isEmpty), range)
            }
            if kind == .rounding, let amount = amounts.last, amount.value >= 100 { return (.grandTotal, range) }
            let isReduced = kind == .points && amounts.contains(where: \.isNegative)
            if isReduced
                || [.cash, .card, .tender, .points].contains(kind) && !amounts.isEmpty
                    && words.has(ReceiptWords.discount)
            {
                return (.discount, range)
            }
            if kind == .tax, amounts.isEmpty { continue }
            return (kind, range)
        }
        if let first = amounts.first, let found = amountOrTax(words, before: first) { return found }
        if let range = find(ReceiptWords.void, words) { return (.void, range) }
        if !amounts.isEmpty, let range = words.find(ReceiptWords.deposit), content(of: words, beside: containers) == 0 {
            return (.deposit, range)
        }
        if let range = find(ReceiptWords.discount, words) {
            let isShort = words.words.count { $0.text.count(where: \.isLetter) > 2 } < 3
            if isShort || amounts.contains(where: \.isNegative) || words.has(ReceiptWords.discount, atStart: true) {
                return (.discount, range)
            }
        }
        if let range = words.find(ReceiptWords.notItem, atStart: true) { return (.notItem, range) }
        // "临期 50% 2.49" is the discount on an item near its expiry date, printed without its sign.
        if !amounts.isEmpty, numbers.contains(where: \.isPercent), let range = words.find(ReceiptWords.nearExpiry),
            content(of: words, beside: ReceiptWords.reduction) == 0
        {
            return (.discount, range)
        }
        return (.other, nil)
    }

    /// The kind of a row with an amount that has no other word than "amount", or that names a tax.
    private static func amountOrTax(_ words: PrintedWords, before number: PrintedNumber) -> (RowKind, Range<Int>?)? {
        if let range = words.find(ReceiptWords.amount, atStart: true),
            content(of: words, beside: ReceiptWords.amountOnly) == 0
        {
            return (.total, range)
        }
        let taxes = [
            (ReceiptWords.anyTax, ReceiptWords.besideTax), (ReceiptWords.loneTax, ReceiptWords.loneTax),
        ]
        for (names, about) in taxes where words.words.first?.text.contains(where: \.isLetter) == true {
            guard let range = words.find(names), range.upperBound <= number.range.lowerBound else { continue }
            if content(of: words, beside: about) == 0 { return (.tax, range) }
        }
        guard let tax = words.find(ReceiptWords.namedTax) else { return nil }
        if let range = words.find(ReceiptWords.totalWord) {
            return (total(.includedTotal, words, range, hasAmount: true), range)
        }
        return isAboutTax(words) ? (.tax, tax) : nil
    }

    private static let starting: [(RowKind, [Phrase])] = [
        (.rounding, ReceiptWords.rounding), (.change, ReceiptWords.change), (.subtotal, ReceiptWords.subtotal),
        (.includedTotal, ReceiptWords.includedTotal), (.grandTotal, ReceiptWords.grandTotal),
        (.count, ReceiptWords.count), (.total, ReceiptWords.total), (.service, ReceiptWords.service),
        (.tip, ReceiptWords.tip), (.deposit, ReceiptWords.deposit), (.bag, ReceiptWords.bag),
        (.tender, ReceiptWords.tender), (.cash, ReceiptWords.cash), (.card, ReceiptWords.card),
        (.points, ReceiptWords.points), (.tax, ReceiptWords.tax),
    ]

    /// The kind of a row about returned containers, returned items or a sum of refunds.
    private static func givenBack(_ words: PrintedWords, _ amounts: [PrintedNumber]) -> (RowKind, Range<Int>?)? {
        let isTakenOff = amounts.contains(where: \.isNegative)
        if !amounts.isEmpty, let range = returnedContainer(words) { return (.deposit, range) }
        if isTakenOff, words.has(ReceiptWords.container, atStart: true), content(of: words, beside: containers) == 0 {
            return words.find(ReceiptWords.container).map { (.deposit, $0) }
        }
        if let range = words.find(ReceiptWords.refundTotal, atStart: true) { return (.grandTotal, range) }
        if let range = words.find(ReceiptWords.creditNote), amounts.isEmpty, isHeading(words) {
            return (.refund, range)
        }
        guard let range = words.find(ReceiptWords.returned, atStart: true) else {
            // "TOWEL RETURNED -8.50" is an item, "VISA REFUND -8.50" a payment.
            guard isTakenOff, !words.has(sumsAndPayments, atStart: true), !words.has(ReceiptWords.discount) else {
                return nil
            }
            return words.find(ReceiptWords.returned).map { (.refund, $0) }
        }
        if amounts.isEmpty { return isHeading(words) ? (.refund, range) : nil }
        let tenders: [(RowKind, [Phrase])] = [(.card, ReceiptWords.card), (.cash, ReceiptWords.cash)]
        let rest = content(of: words, beside: ReceiptWords.returned)
        for (kind, phrases) in tenders where words.has(phrases) && content(of: words, beside: phrases) <= 2 {
            return (kind, range)
        }
        if rest == 0 { return (.grandTotal, range) }
        return isTakenOff ? (.refund, range) : nil
    }

    /// The range of the words for returned containers, if the row contains nothing else.
    static func returnedContainer(_ words: PrintedWords) -> Range<Int>? {
        guard let range = words.find(ReceiptWords.container), words.has(ReceiptWords.givenBack) else { return nil }
        guard !words.has(ReceiptWords.deposit) else { return range }
        let about = ReceiptWords.container + ReceiptWords.givenBack + ReceiptWords.containerKind
        return content(of: words, beside: about) == 0 ? range : nil
    }

    private static let sumsAndPayments: [Phrase] = [
        ReceiptWords.cash, ReceiptWords.card, ReceiptWords.tender, ReceiptWords.total, ReceiptWords.subtotal,
        ReceiptWords.grandTotal, ReceiptWords.change, ReceiptWords.tax,
    ].flatMap(\.self)

    private static let containers = ReceiptWords.container + ReceiptWords.deposit

    /// Whether a row is only the heading of a refund: "REFUND RECEIPT", not "return policy".
    private static func isHeading(_ words: PrintedWords) -> Bool {
        words.words.count < 6 && content(of: words, beside: ReceiptWords.returned + ReceiptWords.returnHeading) == 0
    }

    /// Number of words of two letters or more outside the phrases.
    static func content(of words: PrintedWords, beside phrases: [Phrase]) -> Int {
        words.words.count { word in
            if word.text.contains(where: \.isIdeograph) {
                // Chinese has no spaces: the words are removed from the run.
                let chinese = phrases.filter(\.isChinese).map { $0.words[0] }.sorted { $0.count > $1.count }
                return !chinese.reduce(word.text) { $0.replacing($1, with: "") }.isEmpty
            }
            return word.text.count(where: \.isLetter) > 1 && !phrases.contains { $0.words.contains(word.text) }
        }
    }

    private static func headings(_ words: PrintedWords) -> Int {
        var found = 0
        var rest = words.words.map(\.text)
        for phrase in ReceiptWords.heading {
            if phrase.isChinese {
                found += rest.contains { $0.contains(phrase.words[0]) } ? 1 : 0
            } else if let first = rest.indices.first(where: { start in
                start + phrase.words.count <= rest.count
                    && phrase.words.indices.allSatisfy { rest[start + $0] == phrase.words[$0] }
            }) {
                found += 1
                rest.removeSubrange(first..<first + phrase.words.count)
            }
        }
        // A heading contains few other words.
        return rest.count > found + 2 ? 0 : found
    }

    /// The range of the only word of a row such as "2 ITEMS 6.00".
    private static func count(_ words: PrintedWords, hasAmount: Bool) -> Range<Int>? {
        let letters = words.words.filter { $0.text.contains(where: \.isLetter) }
        guard hasAmount, letters.count == 1, let first = words.words.first, first.text.allSatisfy(\.isNumber)
        else { return nil }
        return ReceiptWords.counted.contains { $0.words[0] == letters[0].text } ? letters[0].range : nil
    }

    /// Whether a name begins with a word for the change, a tip or points: "TIP TOP BREAD", "MEMBER'S MARK MILK".
    private static func isNameOfItem(_ kind: RowKind, _ words: PrintedWords, hasAmount: Bool) -> Bool {
        guard hasAmount else { return false }
        switch kind {
        case .change:
            // CHANCE differs by one letter.
            let all = content(of: words, beside: [])
            return all > 1 && content(of: words, beside: ReceiptWords.change) == all
        case .tip:
            let about = ReceiptWords.tip + ReceiptWords.besideTip + ReceiptWords.included + ReceiptWords.card
            return content(of: words, beside: about) > 1
        case .points:
            return words.has(brands, atStart: true) && !words.has(ReceiptWords.discount)
                && content(of: words, beside: ReceiptWords.points) > 1
        default: return false
        }
    }

    /// Words about points that are also parts of names.
    private static let brands = Phrase.list("member, members, optimum, point")

    /// The range of words for a correction or a discount, unless they belong to a name: "REDUCED FAT MILK".
    private static func find(_ phrases: [Phrase], _ words: PrintedWords) -> Range<Int>? {
        words.has(ReceiptWords.goods) ? nil : words.find(phrases)
    }

    /// Whether the words state a count: "Items 5" does, "Items for two 5.00" is an item.
    private static func isCount(_ words: PrintedWords, after range: Range<Int>, _ isWithoutAmount: Bool) -> Bool {
        let behind = words.words.filter {
            $0.range.lowerBound >= range.upperBound && $0.text.contains(where: \.isLetter)
        }
        return isWithoutAmount || behind.isEmpty || words.words.count <= 3
            || words.find(ReceiptWords.count, atStart: true)?.count ?? 0 > 8
    }

    /// Whether a row that names a tax contains few other words; items may be marked with a tax's name.
    private static func isAboutTax(_ words: PrintedWords) -> Bool {
        let about = ReceiptWords.namedTax + ReceiptWords.tax + ReceiptWords.included
        let other = words.words.filter { word in
            word.text.count(where: \.isLetter) > 2 && !about.contains { $0.words.contains(word.text) }
        }
        return other.count <= 1
    }

    /// The kind of a row with "total", whose meaning following words may change: "total tax", "total qty", "total
    /// excluding GST".
    private static func total(_ kind: RowKind, _ words: PrintedWords, _ range: Range<Int>, hasAmount: Bool) -> RowKind {
        let behind = words.words.filter { $0.range.lowerBound >= range.upperBound }.map(\.text)
        if behind.contains("supplies") { return .subtotal }
        if behind.contains(where: {
            ["excl", "excluding", "excluded", "before", "without", "ex", "avant", "antes", "hors"].contains($0)
        }) {
            return .subtotal
        }
        if behind.contains(where: { $0.hasPrefix("incl") || $0 == "inc" || $0 == "with" }) { return .includedTotal }
        guard kind == .total, let next = behind.first(where: { $0.contains(where: \.isLetter) || $0.hasSuffix("%") })
        else { return kind }
        guard ReceiptWords.notTotal.contains(where: { $0.words[0] == next }) else { return kind }
        // "TOTAL 2 ITEMS 6.00" and "TOTAL (2 ARTICLES) 6,00" are totals.
        if hasAmount, behind[0].allSatisfy(\.isNumber), ReceiptWords.counted.contains(where: { $0.words[0] == next }) {
            return kind
        }
        switch next {
        case "tax", "taxes", "gst", "hst", "pst", "qst", "tps", "tvq", "vat", "iva", "impuestos", "includes",
            "included":
            return .tax
        case "discount", "discounts", "saving", "savings", "saved", "rabais", "economies", "descuento", "descuentos":
            return .saved
        case "points", "pts": return .points
        case "deposit": return .deposit
        case "0%", "6%", "supplies": return .subtotal
        default: return .count
        }
    }
}
