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
    private var links: [(word: Int32, next: Int32)] = []
    private var spellings: [Int32: [UInt8]] = [:]

    init(_ words: some Sequence<(spelling: [UInt8], number: Int32)>) {
        for (spelling, number) in words {
            guard (Self.minLength...Self.maxLength).contains(spelling.count), spelling.allSatisfy(Self.isLetter) else {
                continue
            }
            spellings[number] = spelling
            for key in Self.keys(of: LetterConfusions.skeleton(spelling)) {
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
    ///   - isWanted: Whether the word with a number may be chosen.
    /// - Returns: at most four words of the same distance.
    func candidates(for word: [UInt8], among isWanted: (Int32) -> Bool = { _ in true }) -> [Candidate] {
        guard (Self.minLength - 1...Self.maxLength).contains(word.count), word.contains(where: Self.isLetter),
            !Self.isCode(word)
        else { return [] }
        var seen = Set<Int32>()
        var nearest: [Int32] = []
        var best = Int.max
        for key in Self.readingKeys(of: word) {
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

    /// The keys for looking up a word as read: two letters may stand for one ("rnilk" for "milk"), or one for two
    /// ("miik").
    private static func readingKeys(of word: [UInt8]) -> Set<UInt64> {
        let merged = LetterConfusions.skeleton(word)
        let apart = LetterConfusions.skeleton(word, merging: false)
        return merged.count == apart.count ? keys(of: merged) : keys(of: merged).union(keys(of: apart))
    }

    private static func keys(of skeleton: [UInt8]) -> Set<UInt64> {
        var keys: Set<UInt64> = [hash(skeleton, leavingOut: -1, -1)]
        for first in skeleton.indices {
            keys.insert(hash(skeleton, leavingOut: first, -1))
            guard skeleton.count >= 8 else { continue }
            for second in skeleton.indices.dropFirst(first + 1) {
                keys.insert(hash(skeleton, leavingOut: first, second))
            }
        }
        return keys
    }

    private static func hash(_ word: [UInt8], leavingOut first: Int, _ second: Int) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for index in word.indices where index != first && index != second {
            hash = (hash ^ UInt64(word[index])) &* 0x100_0000_01B3
        }
        return hash
    }
}
