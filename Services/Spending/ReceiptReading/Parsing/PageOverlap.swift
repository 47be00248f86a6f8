/// Rows that the end of one photo of a receipt shares with the beginning of the next photo.
struct PageOverlap {
    /// Number of rows from the first shared row to the end of the first photo; 0 without an overlap.
    let count: Int
    /// The shared rows, as offsets from the first, without rows at either end that are cut off in one photo.
    let shared: Range<Int>
    /// Offsets of the rows that are the same in both photos and have enough text to tell.
    let matches: [Int]
    /// Whether the matches are different rows; otherwise they are one row that is printed repeatedly.
    let isVaried: Bool

    /// Photos that share no row.
    static let none = PageOverlap()

    /// Maximum number of rows at each end of the overlap that are cut off, or are not print of the receipt.
    private static let maxCutRows = 2
    /// Maximum number of rows that two photos share.
    private static let maxSharedRows = 40

    /// All possible overlaps of the rows of a photo with those of the next.
    static func possible(_ before: [RowText], _ after: [RowText]) -> [PageOverlap] {
        let limit = min(before.count, after.count, maxSharedRows)
        guard limit > 0 else { return [] }
        return (1...limit).compactMap { count in
            PageOverlap(Array(zip(before.suffix(count), after.prefix(count))))
        }
    }

    private init() {
        count = 0
        shared = 0..<0
        matches = []
        isVaried = false
    }

    /// An overlap of rows side by side; nil unless seven of ten are the same; a similar one counts half.
    private init?(_ pairs: [(RowText, RowText)]) {
        let likeness = pairs.map { first, second in first.likeness(to: second) }
        var shared = pairs.indices
        for _ in 0..<Self.maxCutRows {
            if let first = shared.first, likeness[first] != .same { shared = (first + 1)..<shared.upperBound }
            if let last = shared.last, likeness[last] != .same { shared = shared.lowerBound..<last }
        }
        let score = likeness[shared].reduce(0) { $0 + $1.rawValue }
        guard score * 10 >= shared.count * RowText.Likeness.same.rawValue * 7 else { return nil }
        let matches = shared.filter { likeness[$0] == .same && pairs[$0].0.isTelling }
        guard let first = matches.first else { return nil }
        count = pairs.count
        self.shared = shared
        self.matches = matches
        isVaried = matches.contains { pairs[$0].0.likeness(to: pairs[first].0) != .same }
    }
}

/// The words and the amount of a row, for comparison with the same row in another photo.
struct RowText {
    enum Likeness: Int {
        case different
        /// Only the name or only the amount of the rows is the same.
        case similar
        case same
    }

    /// Letters and digits without the amount; letters that are easily confused are equal.
    let name: String
    /// The last amount in minor units; nil if none was read.
    let amount: Int64?

    /// Minimum similarity of names that are treated as the same.
    private static let minSimilarity = 0.75

    init(_ row: PrintedRow, decimals: Int) {
        let number = Self.amount(of: row, decimals: decimals)
        var characters = row.characters
        if let number { characters.removeSubrange(number.range) }
        name = PrintedWords.shape(PrintedWords.glued(String(characters)))
        amount = number?.money(decimals: decimals)?.minorUnits
    }

    /// Number of decimals of the amounts in rows: 2, or 0 if no number has two.
    static func decimals(of rows: [PrintedRow]) -> Int {
        rows.contains { amount(of: $0, decimals: 2) != nil } ? 2 : 0
    }

    private static func amount(of row: PrintedRow, decimals: Int) -> PrintedNumber? {
        NumberScanner(row.characters, decimals: decimals).numbers().last {
            $0.rateUnit == nil && $0.money(decimals: decimals) != nil
        }
    }

    /// Whether the row has an amount or a word; dashes and single letters are the same in every receipt.
    var isTelling: Bool { amount != nil || name.count > 3 }

    /// Whether this is the same row; an amount that is missing in one photo is not a difference.
    func likeness(to other: RowText) -> Likeness {
        let isSameAmount = amount == other.amount
        if name.isEmpty, other.name.isEmpty { return isSameAmount ? .same : .different }
        let isAmountMissing = amount == nil || other.amount == nil
        let isSameName = PrintedWords.similarity(name, other.name) >= Self.minSimilarity
        if isSameName { return isSameAmount || isAmountMissing ? .same : .similar }
        return isSameAmount && !isAmountMissing ? .similar : .different
    }
}
