/// Distance between a word as read and as printed: look-alike letters cost 1, any other error 2.
enum ReadingDistance {
    /// The distance, or nil if it exceeds `limit`.
    static func between(_ read: [UInt8], _ printed: [UInt8], limit: Int) -> Int? {
        guard abs(read.count - printed.count) <= limit else { return nil }
        let width = printed.count + 1
        let areAlike = LetterConfusions.alike, merged = LetterConfusions.merged
        func isOne(_ single: UInt8, of first: UInt8, _ second: UInt8) -> Bool {
            single != 0 && merged[LetterConfusions.key(first, second)] == single
        }
        return withUnsafeTemporaryAllocation(of: Int.self, capacity: 4 * width) { cells in
            // Start indices of the three newest rows of the table; behind them the costs of letters not read.
            var older = 2 * width, previous = 0, current = width
            let losses = 3 * width
            for column in 0..<width { cells[column] = 2 * column }
            for column in printed.indices { cells[losses + column] = loss(at: column, of: printed) }
            for (row, letter) in read.enumerated() {
                let slip = slip(letter, at: row, in: read)
                cells[current] = 2 * (row + 1)
                var smallest = cells[current]
                for column in printed.indices {
                    let target = printed[column]
                    let change = letter == target ? 0 : areAlike[LetterConfusions.key(letter, target)] ? 1 : 2
                    var cost = min(
                        cells[previous + column] + change, cells[previous + column + 1] + slip,
                        cells[current + column] + cells[losses + column])
                    if column > 0, isOne(letter, of: printed[column - 1], target) {
                        cost = min(cost, cells[previous + column - 1] + 1)
                    }
                    if row > 0, isOne(target, of: read[row - 1], letter) {
                        cost = min(cost, cells[older + column] + 1)
                    }
                    if row > 0, column > 0, letter == printed[column - 1], read[row - 1] == target {
                        cost = min(cost, cells[older + column - 1] + 2)
                    }
                    cells[current + column + 1] = cost
                    smallest = min(smallest, cost)
                }
                guard smallest <= limit + 2 else { return nil }
                (older, previous, current) = (previous, current, older)
            }
            let distance = cells[previous + printed.count]
            return distance <= limit ? distance : nil
        }
    }

    /// The cost of an additional or missing letter; a letter that repeats its neighbor is more likely.
    private static func slip(_ letter: UInt8, at index: Int, in word: [UInt8]) -> Int {
        let repeats = (index > 0 && word[index - 1] == letter) || (index + 1 < word.count && word[index + 1] == letter)
        return repeats ? 1 : 2
    }

    /// A letter that was not read; a camera that moves smears a thin one into its neighbor ("milk" as "mik").
    private static func loss(at index: Int, of printed: [UInt8]) -> Int {
        let isLost = printed.count >= minLengthWithLoss && isThin(printed[index])
        return isLost ? 1 : slip(printed[index], at: index, in: printed)
    }

    private static func isThin(_ letter: UInt8) -> Bool {
        switch UnicodeScalar(letter) {
        case "i", "l", "j", "t", "1": true
        default: false
        }
    }

    /// Minimum length of a word with a lost letter; a shorter one without the letter is another word.
    private static let minLengthWithLoss = 4
}
