/// Finds known words similar to a misread one, in time independent of the vocabulary's size.
///
/// Each word is indexed by its skeleton and by the skeletons with one letter removed, two for long words; a word as
/// read is looked up the same way, and candidates are compared letter by letter.
struct SpellingIndex: Sendable {
    /// A known word that a misread word may stand for.
    struct Candidate: Equatable {
        let word: Int32
        let cost: Int
    }

    /// Minimum length of a corrected word.
    static let minLength = 3
    /// Maximum length of a word.
    static let maxLength = 32
    /// Maximum number of candidates; if there are more, all are ignored.
    private static let maximumCandidates = 4

    private var heads: [UInt64: Int32] = [:]
    private var filter = KeyFilter(keyCount: 0)
    private var links: [(word: Int32, next: Int32)] = []
    private var spellings: [Int32: [UInt8]] = [:]

    init(_ words: some Sequence<(spelling: [UInt8], number: Int32)>) {
        defer {
            filter = KeyFilter(keyCount: heads.count)
            for key in heads.keys { filter.insert(key) }
        }
        for (spelling, number) in words {
            guard (Self.minLength...Self.maxLength).contains(spelling.count), spelling.allSatisfy(Self.isLetter) else {
                continue
            }
            spellings[number] = spelling
            var keys = Set<UInt64>()
            Self.forEachKey(of: LetterConfusions.skeleton(spelling)) { keys.insert($0) }
            for key in keys {
                links.append((number, heads[key] ?? -1))
                heads[key] = Int32(links.count - 1)
            }
        }
    }

    /// The letters of a word; empty for a word that is not indexed.
    func spelling(of word: Int32) -> [UInt8] { spellings[word] ?? [] }

    /// The nearest known words, nearest first; empty when none is near enough.
    ///
    /// - Parameters:
    ///   - word: a word as read.
    ///   - isWanted: Whether the word with this number may be chosen.
    /// - Returns: at most four words of the same distance.
    func candidates(for word: [UInt8], among isWanted: (Int32) -> Bool = { _ in true }) -> [Candidate] {
        guard (Self.minLength - 1...Self.maxLength).contains(word.count), word.contains(where: Self.isLetter),
            !Self.isCode(word)
        else { return [] }
        var seen = Set<Int32>()
        var nearest: [Int32] = []
        var best = Int.max
        forEachReadingKey(of: word) { key in
            guard filter.mayContain(key) else { return }
            var link = heads[key] ?? -1
            while link >= 0 {
                let (number, next) = links[Int(link)]
                link = next
                guard seen.insert(number).inserted, isWanted(number), let spelling = spellings[number],
                    let cost = Self.cost(word, spelling, limit: best)
                else { continue }
                if cost < best { nearest.removeAll(keepingCapacity: true) }
                best = cost
                nearest.append(number)
            }
        }
        return nearest.sorted().prefix(Self.maximumCandidates).map { Candidate(word: $0, cost: best) }
    }

    /// Maximum distance for a printed word of a length, by `ReadingDistance`.
    private static func limit(_ length: Int) -> Int {
        switch length {
        case ...3: 1
        case 4...6: 2
        case 7...8: 3
        case 9...10: 4
        default: 5
        }
    }

    /// The distance, or nil if it exceeds `farthest` or the maximum for the printed word's length.
    private static func cost(_ read: [UInt8], _ printed: [UInt8], limit farthest: Int) -> Int? {
        let limit = min(limit(printed.count), farthest)
        if printed.count <= 5, !beginAlike(read, printed) { return nil }
        return ReadingDistance.between(read, printed, limit: limit)
    }

    /// Whether the first letters are the same or look alike, including "rn" and "m".
    private static func beginAlike(_ read: [UInt8], _ printed: [UInt8]) -> Bool {
        guard let first = read.first, first != printed[0] else { return true }
        return LetterConfusions.areAlike(first, printed[0])
            || LetterConfusions.skeleton(read).first == LetterConfusions.skeleton(printed).first
    }

    /// Additive codes and numbers have another meaning if one character differs.
    private static func isCode(_ word: [UInt8]) -> Bool {
        let digits = word.count { !isLetter($0) }
        return digits >= 2 && digits * 2 >= word.count
    }

    private static func isLetter(_ byte: UInt8) -> Bool { byte > UInt8(ascii: "9") }

    /// Calls `body` with the keys for looking up a word as read, some of them twice: two letters may stand for one
    /// ("rnilk" for "milk"), or one for two ("miik").
    private func forEachReadingKey(of word: [UInt8], _ body: (UInt64) -> Void) {
        let merged = LetterConfusions.skeleton(word)
        Self.forEachKey(of: merged, body)
        let apart = LetterConfusions.skeleton(word, merging: false)
        if merged.count != apart.count { Self.forEachKey(of: apart, body) }
    }

    /// Calls `body` with the key of a skeleton and those with one letter left out, two for long words; a key may come
    /// more than once.
    private static func forEachKey(of skeleton: [UInt8], _ body: (UInt64) -> Void) {
        body(hash(skeleton, from: 0, seed))
        var prefix = seed
        for first in skeleton.indices {
            body(hash(skeleton, from: first + 1, prefix))
            if skeleton.count >= 8 {
                var middle = prefix
                for second in (first + 1)..<skeleton.count {
                    body(hash(skeleton, from: second + 1, middle))
                    middle = step(middle, skeleton[second])
                }
            }
            prefix = step(prefix, skeleton[first])
        }
    }

    /// The FNV-1a hash of the letters from an index on, behind those already hashed.
    private static func hash(_ letters: [UInt8], from index: Int, _ state: UInt64) -> UInt64 {
        var state = state
        for index in index..<letters.count { state = step(state, letters[index]) }
        return state
    }

    private static let seed: UInt64 = 0xCBF2_9CE4_8422_2325

    private static func step(_ state: UInt64, _ letter: UInt8) -> UInt64 {
        (state ^ UInt64(letter)) &* 0x100_0000_01B3
    }
}

/// Tells quickly that a key is not in the index.
///
/// Most keys of a misread word are not, and a dictionary hashes each key again.
private struct KeyFilter: Sendable {
    /// A power of two.
    private var words: [UInt64]

    /// - Parameter keyCount: Number of keys; with 8 to 16 bits for each, at most an eighth of other keys pass.
    init(keyCount: Int) {
        let places = max(1, keyCount * 8 / 64)
        words = Array(repeating: 0, count: 1 << (Int.bitWidth - (places - 1).leadingZeroBitCount))
    }

    mutating func insert(_ key: UInt64) { words[place(key)] |= Self.mask(key) }

    func mayContain(_ key: UInt64) -> Bool { words[place(key)] & Self.mask(key) != 0 }

    private func place(_ key: UInt64) -> Int { Int(Self.mixed(key) >> 6) & (words.count - 1) }
    private static func mask(_ key: UInt64) -> UInt64 { 1 << (mixed(key) & 63) }
    /// FNV's high bits reach the low ones only by this.
    private static func mixed(_ key: UInt64) -> UInt64 { key ^ key >> 32 }
}
