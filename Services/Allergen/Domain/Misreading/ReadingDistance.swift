/// How far a word as read is from a word as printed: look-alike letters cost 1, any other slip costs 2.
enum ReadingDistance {
    /// The distance, or nil when it is over `limit`.
    static func between(_ read: [UInt8], _ printed: [UInt8], limit: Int) -> Int? {
        guard abs(read.count - printed.count) <= limit else { return nil }
        var older: [Int] = []
        var previous = Array(stride(from: 0, through: 2 * printed.count, by: 2))
        for (row, letter) in read.enumerated() {
            var current = [2 * (row + 1)]
            current.reserveCapacity(printed.count + 1)
            var smallest = current[0]
            for column in printed.indices {
                let cost = min(
                    previous[column] + Self.substitution(letter, printed[column]),
                    previous[column + 1] + Self.slip(letter, at: row, in: read),
                    current[column] + Self.loss(at: column, of: printed),
                    Self.twoLetters(read, row, printed, column, older: older, previous: previous))
                current.append(cost)
                smallest = min(smallest, cost)
            }
            guard smallest <= limit + 2 else { return nil }
            older = previous
            previous = current
        }
        let distance = previous[printed.count]
        return distance <= limit ? distance : nil
    }

    private static func substitution(_ read: UInt8, _ printed: UInt8) -> Int {
        if read == printed { return 0 }
        return LetterConfusions.areAlike(read, printed) ? 1 : 2
    }

    /// A letter too many or too few; one that repeats its neighbour is the likelier slip.
    private static func slip(_ letter: UInt8, at index: Int, in word: [UInt8]) -> Int {
        let repeats = (index > 0 && word[index - 1] == letter) || (index + 1 < word.count && word[index + 1] == letter)
        return repeats ? 1 : 2
    }

    /// A letter that was not read; a camera that moves smears a thin one into its neighbor ("milk" as "mik").
    private static func loss(at index: Int, of printed: [UInt8]) -> Int {
        let isThin = printed.count >= shortestWithLoss && thin.contains(printed[index])
        return isThin ? 1 : slip(printed[index], at: index, in: printed)
    }

    private static let thin = Set("iljt1".utf8)

    /// In shorter words a letter less is another word.
    private static let shortestWithLoss = 4

    /// Letters changed places, or two letters read as one and one as two.
    private static func twoLetters(
        _ read: [UInt8], _ row: Int, _ printed: [UInt8], _ column: Int, older: [Int], previous: [Int]
    ) -> Int {
        var best = Int.max
        if row > 0, column > 0, read[row] == printed[column - 1], read[row - 1] == printed[column] {
            best = older[column - 1] + 2
        }
        for (first, second, single) in LetterConfusions.merges {
            if row > 0, read[row - 1] == first, read[row] == second, printed[column] == single {
                best = min(best, older[column] + 1)
            }
            if column > 0, printed[column - 1] == first, printed[column] == second, read[row] == single {
                best = min(best, previous[column - 1] + 1)
            }
        }
        return best
    }
}
