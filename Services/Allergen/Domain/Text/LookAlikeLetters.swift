/// Letters of other scripts that look like Latin ones: "мilk" with a Cyrillic м; compiled for this project.
enum LookAlikeLetters {
    private static let minWordLength = 3

    private static let latin: [Unicode.Scalar: Unicode.Scalar] = {
        let pairs = [
            ("аɑᴀАΑα", "a"), ("вВΒʙβ", "b"), ("сСᴄ", "c"), ("ԁᴅ", "d"), ("еёЕЁΕεɛᴇ", "e"), ("ғ", "f"), ("ɡɢ", "g"),
            ("нНһΗʜ", "h"), ("іїІЇΙιɩɪ", "i"), ("јЈᴊ", "j"), ("кКΚκᴋ", "k"), ("ӏʟ", "l"), ("мМΜɱᴍ", "m"), ("пΝηɴ", "n"),
            ("оОΟοσᴏ", "o"), ("рРΡρᴘ", "p"), ("ԛ", "q"), ("гʀ", "r"), ("ѕЅꜱ", "s"), ("тТΤτᴛ", "t"), ("иυμᴜ", "u"),
            ("ѵνᴠ", "v"), ("ԝωᴡ", "w"), ("хХΧχ", "x"), ("уУΥγʏ", "y"), ("Ζᴢ", "z"),
        ]
        var table: [Unicode.Scalar: Unicode.Scalar] = [:]
        for (others, letter) in pairs {
            for other in others.unicodeScalars { table[other] = letter.unicodeScalars.first }
        }
        return table
    }()

    /// Replaces look-alike letters in words that also contain Latin letters and, in a text of mostly Latin letters, in
    /// words that consist of them.
    ///
    /// Returns the number of words that still mix scripts.
    static func replace(in scalars: inout [Unicode.Scalar]) -> Int {
        guard scalars.contains(where: { isOther($0) }) else { return 0 }
        let others = scalars.count { isOther($0) }
        let isLatinText = scalars.count { isLatin($0) } > others
        var mixed = 0
        var start = 0
        while start < scalars.count {
            guard isLetter(scalars[start]) else {
                start += 1
                continue
            }
            var end = start
            while end < scalars.count, isLetter(scalars[end]) || isWithin(scalars[end]) { end += 1 }
            if replace(in: &scalars, word: start..<end, isLatinText: isLatinText) { mixed += 1 }
            start = end
        }
        return mixed
    }

    private static func replace(in scalars: inout [Unicode.Scalar], word: Range<Int>, isLatinText: Bool) -> Bool {
        let others = scalars[word].filter(isOther)
        guard !others.isEmpty else { return false }
        let hasLatin = scalars[word].contains(where: isLatin)
        let isAlike = others.allSatisfy { latin[$0] != nil }
        guard hasLatin || (isLatinText && isAlike && others.count >= minWordLength) else { return false }
        for index in word { scalars[index] = latin[scalars[index]] ?? scalars[index] }
        return hasLatin && !isAlike
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool { isLatin(scalar) || isOther(scalar) }

    private static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isLetter && (scalar.value < 0x250 || (0x1E00..<0x1F00).contains(scalar.value))
    }

    /// Whether a scalar is a letter of a script that shares shapes with Latin.
    private static func isOther(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x250...0x2AF, 0x370...0x58F, 0x13A0...0x13FF, 0x1D00...0x1DBF, 0xA730...0xA7FF:
            scalar.isLetter
        default: false
        }
    }

    /// Whether a scalar may occur within a word without being a letter.
    private static func isWithin(_ scalar: Unicode.Scalar) -> Bool {
        if case .ignored = ScalarFolding.fold(scalar) { return true }
        return false
    }
}
