extension ItemReader {
    // MARK: - Discounts

    mutating func discount(_ row: ReceiptRow, at index: Int) {
        let near = row.isNearExpiry
        guard let number = amountInColumn(row) ?? row.amounts.last, number.value != 0, row.money(number).minorUnits != 0
        else {
            if near, let last = found.items.indices.last { found.items[last].isNearExpiry = true }
            return
        }
        // An item may be named a deal; only a discount without a sign needs an item above it.
        if !number.isNegative, found.items.isEmpty {
            return article(row, number, at: index)
        }
        doubt(row, number, at: index)
        closePending()
        pending = []
        var field = row.field(number)
        field.value = PrintedMoney(-Int64(number.value))
        var charge = Receipt.Charge(kind: .discount, label: label(of: row), amount: field)
        charge.rate = row.numbers.first(where: \.isPercent).map { Int(($0.number * 100).rounded()) }
        let taken = Taken(charge: charge, row: index, isSigned: number.isNegative, isNearExpiry: near)
        let item = named(by: row, upTo: number)
        if item == nil, namesLater(row, at: index) {
            waiting.append(taken)
        } else {
            take(taken, off: item ?? (isAfterSubtotal || isOfReceipt(row, at: index) ? nil : found.items.indices.last))
        }
    }

    /// Keeps a row with a positive amount as an item that may have been bought.
    mutating func doubt(_ row: ReceiptRow, _ amount: PrintedNumber, at index: Int) {
        let parts = ItemName.parts(of: row, upTo: amount.range.lowerBound, taken: nil, countsFirst: countsFirst)
        guard !amount.isNegative, parts.name.contains(where: \.isLetter) else { return }
        let name = ReadField(
            parts.name, confidence: row.row.confidence * Self.doubtfulShare, crop: row.row.crop(parts.range))
        var item = Receipt.Item(name: name, rawText: row.row.text, amount: row.field(amount))
        item.code = parts.code
        item.taxCode = amount.taxCode
        item.isNearExpiry = row.isNearExpiry
        found.doubtful.append(Doubtful(item: item, row: index, index: found.items.count))
    }

    /// Share of the score for the name of an item that was chosen by the total.
    private static let doubtfulShare = 0.6

    /// Whether a coupon applies to the whole receipt: it names no item, is the last row above the sums, and the item
    /// above already has a discount.
    private func isOfReceipt(_ row: ReceiptRow, at index: Int) -> Bool {
        guard let last = found.items.last, !last.discounts.isEmpty, row.words.has(ReceiptWords.coupon),
            ReceiptRow.content(of: row.words, beside: ReceiptWords.coupon) == 0
        else { return false }
        return index + 1 == end || rows[(index + 1)...].prefix(2).contains { $0.kind.isSum && !$0.amounts.isEmpty }
    }

    /// A discount with its row.
    struct Taken {
        var charge: Receipt.Charge
        var row: Int
        var isSigned: Bool
        var isNearExpiry: Bool
    }

    /// Subtracts a discount from an item that cost at least as much, or else from the whole receipt.
    private mutating func take(_ taken: Taken, off item: Int?) {
        let off = Int64(taken.charge.amount.value.minorUnits.magnitude)
        guard let item, found.items[item].net.minorUnits >= off else {
            if !taken.isSigned { found.unsigned.append(Place(item: nil, index: found.discounts.count, row: taken.row)) }
            found.discounts.append(taken.charge)
            return
        }
        if !taken.isSigned {
            found.unsigned.append(Place(item: item, index: found.items[item].discounts.count, row: taken.row))
        }
        found.items[item].discounts.append(taken.charge)
        found.items[item].rawText += "\n" + rows[taken.row].row.text
        if taken.isNearExpiry { found.items[item].isNearExpiry = true }
    }

    /// Assigns the discounts that named an item further down to that item.
    mutating func bindWaiting() {
        for taken in waiting {
            let row = rows[taken.row]
            let item = row.amounts.last.flatMap { named(by: row, upTo: $0) }
            take(taken, off: item)
        }
        waiting = []
    }

    // MARK: - Items named by discounts

    /// The item that a discount refers to by code or by words of its name, the nearest above of the best matches; nil
    /// without a match.
    private func named(by row: ReceiptRow, upTo number: PrintedNumber) -> Int? {
        let off = Int64(number.value)
        let open = found.items.indices.filter { found.items[$0].net.minorUnits >= off }
        if let code = reference(of: row), let item = open.last(where: { Self.isCode(found.items[$0].code, code) }) {
            return item
        }
        let words = Self.words(of: row)
        guard !words.isEmpty else { return nil }
        let fits = open.map { (item: $0, score: Self.score(words, found.items[$0].name.value)) }.filter { $0.score > 0 }
        return fits.max { ($0.score, $0.item) < ($1.score, $1.item) }?.item
    }

    /// Whether a discount refers to an item below it.
    private func namesLater(_ row: ReceiptRow, at index: Int) -> Bool {
        let words = Self.words(of: row)
        guard !words.isEmpty else { return false }
        return rows[(index + 1)...].prefix(ItemReader.reach).contains { later in
            later.kind == .other && later.amounts.last?.isNegative == false
                && Self.score(words, later.row.text) > 0
        }
    }

    /// Maximum number of rows from a discount to an item below it.
    private static let reach = 40

    /// The number of letters of a discount's words that are in an item's name; 0 for less than half of them.
    private static func score(_ words: [String], _ name: String) -> Int {
        let others = Self.words(of: name)
        let found = words.filter { word in others.contains { isSame(word, $0) } }
        let letters = found.reduce(0) { $0 + $1.count }, all = words.reduce(0) { $0 + $1.count }
        // Of two items whose names contain the discount's words, the one with fewer other words is preferred.
        return letters * 2 < all || letters == 0 ? 0 : letters * 100 - others.count
    }

    /// Whether two words are equal, except that one may be cut off or in the plural.
    private static func isSame(_ first: String, _ second: String) -> Bool {
        if first == second { return true }
        if first.contains(where: \.isIdeograph) {
            return first.count > 1 && second.contains(first) || second.count > 1 && first.contains(second)
        }
        let (short, long) = first.count < second.count ? (first, second) : (second, first)
        return short.count > 3 && long.hasPrefix(short)
    }

    /// The code of an item that the row of a discount refers to: `/662821`.
    func reference(of row: ReceiptRow) -> String? {
        let text = row.row.text
        guard let slash = text.firstIndex(of: "/") else { return nil }
        let code = text[text.index(after: slash)...].drop { $0 == " " }.prefix { $0.isASCIIDigit }
        return code.count > 2 ? String(code) : nil
    }

    private static func isCode(_ code: String?, _ reference: String) -> Bool {
        guard let code else { return false }
        return code == reference || code.count > 5 && reference.count > 5 && code.hasSuffix(reference)
    }

    /// Meaningful words, without those of discounts.
    private static func words(of row: ReceiptRow) -> [String] {
        row.words.words.map(\.text).filter(names)
            .map { $0.contains(where: \.isIdeograph) ? withoutOffer($0) : $0 }.filter { !$0.isEmpty }
    }

    static func words(of name: String) -> [String] {
        name.split { !$0.isLetter && !$0.isNumber }.map { PrintedWords.folded(String($0)) }.filter(names)
    }

    private static func names(_ word: String) -> Bool {
        guard word.contains(where: \.isLetter) || word.contains(where: \.isIdeograph) else { return false }
        return word.contains(where: \.isIdeograph) || word.count > 2 && !offerWords.contains(word)
    }

    /// The rest of a Chinese run, which has no spaces, without the words of discounts.
    private static func withoutOffer(_ run: String) -> String {
        var rest = run
        for phrase in ReceiptWords.reduction where phrase.isChinese { rest = rest.replacing(phrase.words[0], with: "") }
        return rest
    }

    private static let offerWords: Set<String> = Set(
        (ReceiptWords.discount + ReceiptWords.nearExpiry + ReceiptWords.saved).flatMap(\.words)
    ).union([
        "the", "and", "for", "with", "your", "each", "buy", "get", "free", "pack", "les", "des", "sur", "pour", "par",
        "con", "por",
        "del", "los", "las", "das", "der", "die", "und", "auf", "instant", "digital", "mobile", "app", "loyalty",
        "club", "vip", "plus",
        "weekly", "special", "week", "day", "today", "bonus", "points", "reward", "rewards", "welcome", "extra", "tax",
        "total",
    ])

    mutating func void(_ row: ReceiptRow) {
        guard let number = row.amounts.last else {
            isVoiding = true
            return
        }
        if !isVoid(PrintedMoney(-Int64(number.value))) { isVoiding = true }
    }

    func isReturn(_ row: ReceiptRow) -> Bool { row.words.has(ReceiptWords.void) }

    /// Removes the last item with this amount; false if no item has it.
    mutating func isVoid(_ amount: PrintedMoney) -> Bool {
        isVoiding = false
        let wanted = amount.minorUnits.magnitude
        guard let index = found.items.lastIndex(where: { $0.amount.value.minorUnits.magnitude == wanted }) else {
            return false
        }
        found.items.remove(at: index)
        found.unsigned.removeAll { $0.item == index }
        for place in found.unsigned.indices {
            if let item = found.unsigned[place].item, item > index { found.unsigned[place].item = item - 1 }
        }
        return true
    }
}
