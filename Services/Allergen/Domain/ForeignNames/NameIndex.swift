/// Finds candidate names by a hash of their first word's letters; candidates are then compared letter by letter.
struct NameIndex: Sendable {
    /// Names whose first word must match completely.
    private var whole: [UInt64: [Int32]] = [:]
    /// Names whose first word may have letters before or after it.
    private var stems: [UInt64: [Int32]] = [:]
    private var unspaced: [UInt64: [Int32]] = [:]
    private var minStemLength = Int.max
    private var maxStemLength = 0
    private var maxUnspacedLength = 0
    /// Maximum length of a word, in letters; longer ones are ignored.
    private static let maxWordLength = 60

    init(_ patterns: [NamePattern]) {
        for (number, pattern) in patterns.enumerated() {
            let first = pattern.words[0]
            // The letters of an exact name are compared as written, and found by their folded form.
            let letters = NameFolding.fold(first.letters.compactMap(Unicode.Scalar.init))
            let key = Self.hash(letters)
            if pattern.isUnspaced {
                unspaced[key, default: []].append(Int32(number))
                maxUnspacedLength = max(maxUnspacedLength, letters.count)
            } else if first.opensFreely || first.endsFreely {
                stems[key, default: []].append(Int32(number))
                minStemLength = min(minStemLength, letters.count)
                maxStemLength = max(maxStemLength, letters.count)
            } else {
                whole[key, default: []].append(Int32(number))
            }
        }
    }

    func candidates(in word: [UInt32]) -> [Int32] {
        guard !word.isEmpty, word.count <= Self.maxWordLength else { return [] }
        var found = whole[Self.hash(word)] ?? []
        for start in word.indices where word.count - start >= minStemLength {
            var hash = Self.basis
            for end in start..<min(word.count, start + maxStemLength) {
                hash = Self.step(hash, word[end])
                if end - start + 1 >= minStemLength, let names = stems[hash] { found += names }
            }
        }
        return found
    }

    func candidates(in run: [UInt32], at start: Int) -> [Int32] {
        var found: [Int32] = []
        var hash = Self.basis
        for end in start..<min(run.count, start + maxUnspacedLength) {
            hash = Self.step(hash, run[end])
            if let names = unspaced[hash] { found += names }
        }
        return found
    }

    private static let basis: UInt64 = 0xCBF2_9CE4_8422_2325

    private static func step(_ hash: UInt64, _ scalar: UInt32) -> UInt64 { (hash ^ UInt64(scalar)) &* 0x100_0000_01B3 }

    private static func hash(_ letters: [UInt32]) -> UInt64 { letters.reduce(basis, step) }
}
