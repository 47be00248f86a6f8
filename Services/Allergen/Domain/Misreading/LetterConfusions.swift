/// Letters and digits that character recognition confuses; compiled for this project, over folded ASCII.
enum LetterConfusions {
    /// Letters of one class share a key of the spelling index; look-alikes share a class.
    private static let classes = [
        "o0ceq", "il1jtf7", "s5", "b8h6", "g9", "z2", "a4", "uvny", "m", "w", "d", "k", "p", "r", "x",
    ]

    /// Similar-looking pairs, in both directions.
    private static let pairs = [
        "o0", "oc", "ce", "oe", "il", "i1", "l1", "ij", "it", "lt", "ft", "fl", "t1", "t7", "s5", "b8", "bh", "b6",
        "hn",
        "g9", "gq", "z2", "a4", "ao", "ae", "un", "uv", "vy", "gy", "nr", "ni", "rt", "rv", "kh", "pf", "pb", "wv",
        "mn",
        "do", "dc", "da", "q9", "s8", "g6", "e3", "sa", "hk", "xk",
    ]

    /// Two letters that are read as one, or one that is read as two.
    private static let merges: [(String, single: String)] = [
        ("rn", "m"), ("cl", "d"), ("vv", "w"), ("ii", "u"), ("li", "h"), ("in", "m"), ("ri", "n"), ("ol", "d"),
        ("nn", "m"),
    ]

    /// The letter that two letters are read as, or 0, at the index that `key` gives for the two.
    static let merged = table(of: merges[...])
    /// The same table for index keys: only the first four pairs, which are rare in ordinary words.
    private static let mergedInKeys = table(of: merges[..<4])

    private static func table(of merges: ArraySlice<(String, single: String)>) -> [UInt8] {
        var table = [UInt8](repeating: 0, count: 1 << 16)
        for (pair, single) in merges { table[key(bytes(pair)[0], bytes(pair)[1])] = bytes(single)[0] }
        return table
    }

    private static let classOf: [UInt8] = {
        var table = (0...255).map { UInt8($0) }
        for members in classes {
            for member in members.utf8 { table[Int(member)] = bytes(members)[0] }
        }
        return table
    }()

    /// By `key` of two letters, whether they look alike.
    static let alike: [Bool] = {
        var flags = Array(repeating: false, count: 1 << 16)
        for pair in pairs {
            flags[key(bytes(pair)[0], bytes(pair)[1])] = true
            flags[key(bytes(pair)[1], bytes(pair)[0])] = true
        }
        return flags
    }()

    /// Whether two letters look alike.
    static func areAlike(_ first: UInt8, _ second: UInt8) -> Bool { alike[key(first, second)] }

    /// The word with look-alikes replaced by one representative; `merging` also replaces two letters by the one that
    /// they are confused with.
    static func skeleton(_ word: [UInt8], merging: Bool = true) -> [UInt8] {
        let classes = classOf, merged = mergedInKeys
        var skeleton: [UInt8] = []
        skeleton.reserveCapacity(word.count)
        var index = 0
        while index < word.count {
            let single = merging && index + 1 < word.count ? merged[key(word[index], word[index + 1])] : 0
            skeleton.append(classes[Int(single == 0 ? word[index] : single)])
            index += single == 0 ? 1 : 2
        }
        return skeleton
    }

    private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    /// The place of two letters in a table of 65,536.
    static func key(_ first: UInt8, _ second: UInt8) -> Int { Int(first) << 8 | Int(second) }
}
