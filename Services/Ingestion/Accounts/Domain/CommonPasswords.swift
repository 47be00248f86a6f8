import Foundation
import IngestionCore

/// Recognizes common passwords by how they are constructed, without a list of leaks.
///
/// The folded text is checked: without case, accents and width. Rejected are keyboard walks, sequences, repetitions,
/// dates, and one or two common words, also with digits for letters and with typical digits and signs around them.
enum CommonPasswords {
    /// Whether a password is a common one.
    static func holds(_ password: String) -> Bool {
        let folded = password.folding(
            options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        let text = Array(folded.unicodeScalars)
        return phrases.contains(folded) || isRepeated(text) || isWalk(text) || isDate(text) || isWords(text)
    }

    /// Common passwords that no rule covers: a letter or two before digits, and numbers that are read as words.
    private static let phrases: Set<String> = [
        "a123456789", "a1234567", "a12345678", "aa123456", "aa12345678", "aa123456789", "z123456789", "5201314520",
        "1314520520",
    ]

    // MARK: - Repetitions, walks and dates

    /// Longest repeating unit, in characters.
    private static let maxUnitLength = 8
    /// Shortest run that counts as a walk or a sequence.
    private static let minRun = 3
    /// Maximum number of runs in a password: `qwe123asd` has three.
    private static let maxRuns = 3

    /// Whether a short unit repeats to the end.
    private static func isRepeated(_ text: [Unicode.Scalar]) -> Bool {
        guard text.count >= 2 else { return true }
        return (1...maxUnitLength).contains { unit in
            text.count >= 2 * unit && text.indices.dropFirst(unit).allSatisfy { text[$0] == text[$0 - unit] }
        }
    }

    /// Rows, columns and zigzags of keyboards; a walk is a piece of one, forwards or backwards.
    private static let tracks: [[Unicode.Scalar]] = [
        "`1234567890-=", "~!@#$%^&*()_+", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./", "azertyuiop", "qsdfghjklm",
        "wxcvbn", "qwertzuiop", "yxcvbnm", "abcdefghijklmnopqrstuvwxyz", "0123456789",
        "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/", "1q2w3e4r5t6y7u8i9o0p", "q1w2e3r4t5y6u7i8o9p0", "1a2b3c4d5e6f7g8h",
        "a1b2c3d4e5f6g7h8", "qazwsxedcrfvtgbyhnujmikolp", "zaqxswcdevfrbgtnhymjukilop", "zaq1xsw2cde3vfr4bgt5nhy6mju7",
        "qawsedrftgyhujikolp", "147258369", "789456123", "741852963", "963852741", "159753", "1235813", "11235813",
        "13579", "24680",
        "11223344556677889900", "aabbccddeeffgghh",
    ].map { Array($0.unicodeScalars) }

    /// Every piece of `shortestRun` characters of a track, and its possible successors.
    private static let steps: [[Unicode.Scalar]: Set<Unicode.Scalar>] = {
        var steps: [[Unicode.Scalar]: Set<Unicode.Scalar>] = [:]
        for track in tracks + tracks.map({ $0.reversed() }) {
            for place in 0..<(track.count - minRun + 1) {
                let piece = Array(track[place..<place + minRun])
                let next = place + minRun
                steps[piece, default: []].formUnion(next < track.count ? [track[next]] : [])
            }
        }
        for scalar in Set(tracks.joined()) { steps[Array(repeating: scalar, count: minRun)] = [scalar] }
        return steps
    }()

    /// Length of the keyboard walk starting here; 0 if no walk starts here.
    private static func run(_ text: ArraySlice<Unicode.Scalar>) -> Int {
        var count = 0
        while text.count >= count + minRun {
            let place = text.startIndex + count
            guard steps[Array(text[place..<place + minRun])] != nil else { break }
            count += 1
        }
        return count == 0 ? 0 : count + minRun - 1
    }

    private static func isWalk(_ text: [Unicode.Scalar]) -> Bool {
        var rest = text[...], runs = 0
        while !rest.isEmpty {
            let walked = run(rest)
            // Up to two remaining characters still belong to the walk.
            guard walked > 0 || (runs > 0 && rest.count <= 2) else { return false }
            rest = rest.dropFirst(max(walked, rest.count <= 2 ? rest.count : 0))
            runs += 1
        }
        return runs <= maxRuns
    }

    /// Whether a password is a day of 1900 to 2099 in digits, in any order of year, month and day.
    private static func isDate(_ text: [Unicode.Scalar]) -> Bool {
        let digits = text.compactMap { digit($0) }
        guard digits.count == 8, text.count <= 10,
            text.allSatisfy({ digit($0) != nil || "./- ".unicodeScalars.contains($0) })
        else { return false }
        func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
        func fits(_ year: Range<Int>, _ first: Range<Int>, _ second: Range<Int>) -> Bool {
            let (one, two) = (number(first), number(second))
            return (1_900...2_099).contains(number(year)) && min(one, two) >= 1 && min(one, two) <= 12
                && max(one, two) <= 31
        }
        return fits(0..<4, 4..<6, 6..<8) || fits(4..<8, 0..<2, 2..<4)
    }

    private static func digit(_ scalar: Unicode.Scalar) -> Int? {
        ("0"..."9").contains(scalar) ? Int(scalar.value) - 48 : nil
    }

    // MARK: - Words

    /// Signs used for letters; `1` and `!` for two.
    private static let disguises: [[Unicode.Scalar: Unicode.Scalar]] = {
        let sure: [Unicode.Scalar: Unicode.Scalar] = [
            "0": "o", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b", "@": "a", "$": "s", "+": "t", "€": "e",
        ]
        return [["1": "i", "!": "i"], ["1": "l", "!": "l"]].map { sure.merging($0) { first, _ in first } }
    }()

    /// Whether a password consists of one or two common words, or one word twice, with typical characters around them.
    private static func isWords(_ text: [Unicode.Scalar]) -> Bool {
        let plain = cores(of: text).contains { isCommon($0) }
        guard !plain else { return true }
        return disguises.contains { disguise in
            cores(of: text).contains { core in isCommon(core.map { disguise[$0] ?? $0 }) }
        }
    }

    /// Maximum number of characters before and after that are considered, and of letters in words.
    private static let maxAround = 12, maxWordsLength = 40

    /// The password without typical characters before and after a word, in every plausible way.
    private static func cores(of text: [Unicode.Scalar]) -> [[Unicode.Scalar]] {
        func lengths(_ around: some Collection<Unicode.Scalar>) -> [Int] {
            let maximum = min(around.prefix { !$0.properties.isAlphabetic }.count, maxAround)
            return (0...maximum).filter { isUsual(Array(around.prefix($0))) }
        }
        let before = lengths(text), behind = lengths(text.reversed())
        return before.flatMap { head in
            behind.compactMap { tail in head + tail < text.count ? Array(text[head..<text.count - tail]) : nil }
        }
    }

    /// Whether a part adds nothing to a word: up to four characters, a walk, a repetition, or a date.
    private static func isUsual(_ text: [Unicode.Scalar]) -> Bool {
        text.count <= 4 || isRepeated(text) || isWalk(text) || isWalk(text.reversed()) || isDate(text)
    }

    private static func isCommon(_ core: [Unicode.Scalar]) -> Bool {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: core.filter { $0.properties.isAlphabetic })
        // The characters between the words must add as little as those around them.
        guard (3...maxWordsLength).contains(text.count), core.count - text.count <= 3 else { return false }
        let word = String(text)
        if CommonWords.all.contains(word) || CommonWords.all.contains(String(word.reversed())) { return true }
        let letters = Array(text)
        return (2..<max(letters.count - 1, 2)).contains { place in
            CommonWords.all.contains(string(letters[..<place])) && CommonWords.all.contains(string(letters[place...]))
                || CommonWords.leads.contains(string(letters[..<place])) && isPhrase(letters[place...])
        }
    }

    /// Whether a password is `ilove` or a similar lead followed by one or two common words.
    private static func isPhrase(_ letters: ArraySlice<Unicode.Scalar>) -> Bool {
        CommonWords.all.contains(string(letters))
            || letters.indices.dropFirst(2).contains { place in
                CommonWords.all.contains(string(letters[..<place]))
                    && CommonWords.all.contains(string(letters[place...]))
            }
    }

    private static func string(_ letters: ArraySlice<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: letters)
        return String(text)
    }
}
