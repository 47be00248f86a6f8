/// The number of letters that must be inserted, removed, replaced or swapped with their neighbor to turn one word into
/// another.
struct SpellingDistance {
    // Three rows of the distance table, kept so that a comparison allocates no memory.
    private var before: [Int] = []
    private var above: [Int] = []
    private var row: [Int] = []

    /// Maximum number of wrong letters in a word of a length in bytes; words of three letters or fewer must match
    /// exactly.
    static func maxErrors(forLength length: Int) -> Int {
        switch length {
        case ..<4: 0
        case 4..<8: 1
        default: 2
        }
    }

    /// The distance of `word` to `other`, or to the nearest prefix of it if `isPrefix`; nil if it is above `limit`.
    ///
    /// This is the optimal string alignment distance: no letter is changed twice.
    mutating func measure(_ word: [UInt8], to other: some RandomAccessCollection<UInt8>, isPrefix: Bool, limit: Int)
        -> Int?
    {
        guard other.count + limit >= word.count, isPrefix || other.count <= word.count + limit else { return nil }
        let other = isPrefix ? Array(other.prefix(word.count + limit)) : Array(other)
        before = []
        above = Array(0...other.count)
        for (index, letter) in word.enumerated() {
            row = [index + 1]
            var lowest = index + 1
            for (column, counterpart) in other.enumerated() {
                var distance = min(
                    above[column] + (letter == counterpart ? 0 : 1), above[column + 1] + 1, row[column] + 1)
                if index > 0, column > 0, letter == other[column - 1], word[index - 1] == counterpart {
                    distance = min(distance, before[column - 1] + 1)
                }
                row.append(distance)
                lowest = min(lowest, distance)
            }
            guard lowest <= limit else { return nil }
            (before, above) = (above, row)
        }
        let distance = isPrefix ? above.min() ?? 0 : above[other.count]
        return distance <= limit ? distance : nil
    }

    /// The set of letters in a word as bits: one for each of a…z, one for digits, the rest for the bytes of other
    /// scripts.
    static func letters(of word: some Sequence<UInt8>) -> UInt32 {
        word.reduce(0) { letters, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): letters | 1 << UInt32(byte - UInt8(ascii: "a"))
            case UInt8(ascii: "0")...UInt8(ascii: "9"): letters | 1 << 26
            default: letters | 1 << UInt32(27 + byte % 5)
            }
        }
    }
}
