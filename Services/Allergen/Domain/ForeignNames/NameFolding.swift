import Foundation

/// Makes words of any script comparable: case, accents, vowel points and forms for old encodings fold away.
///
/// Latin letters fold as `ScalarFolding` does, so that a name matches the way the lexicon's own terms do. Kana keep
/// their voicing marks and fold to hiragana; Arabic letters fold to one form each; Devanagari, Bengali and Thai stay as
/// written.
enum NameFolding {
    /// The folded scalars of a word; empty if it has no letter.
    static func fold(_ word: some Sequence<Unicode.Scalar>) -> [UInt32] {
        var folded: [UInt32] = []
        for scalar in word { append(scalar, to: &folded) }
        return folded
    }

    /// Appends the folded form of one scalar: nothing for ignored marks, up to three scalars for a ligature.
    static func append(_ scalar: Unicode.Scalar, to word: inout [UInt32]) {
        switch ScalarFolding.fold(scalar) {
        case .word(let bytes):
            var ascii: [UInt8] = []
            bytes.append(to: &ascii)
            word += ascii.map(UInt32.init)
        case .han(let character): word.append(character)
        case .foreignLetter, .other: word += foreign(scalar)
        case .ignored: return
        }
    }

    /// Whether a scalar belongs to a script that is written without spaces, or glues particles to its words.
    static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Thai, Lao, Myanmar, Khmer, kana, Han, Hangul.
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1100...0x11FF, 0x1780...0x17FF, 0x3040...0x30FF, 0x31F0...0x31FF,
            0x3400...0x9FFF, 0xAC00...0xD7AF, 0xF900...0xFAFF, 0xFF66...0xFF9F, 0x20000...0x3FFFF:
            true
        default: false
        }
    }

    private static func foreign(_ scalar: Unicode.Scalar) -> [UInt32] {
        if let known = letters[scalar.value] { return [known] }
        switch scalar.value {
        // Katakana as hiragana.
        case 0x30A1...0x30F6: return [scalar.value - 0x60]
        // Half-width kana and Hangul as full ones; kana also as hiragana.
        case 0xFF66...0xFFDC:
            let full = String(scalar).precomposedStringWithCompatibilityMapping.unicodeScalars
            return full.flatMap { (0x30A1...0x30F6).contains($0.value) ? [$0.value - 0x60] : [$0.value] }
        case 0x30FC, 0x3040...0x309F, 0x0900...0x0DFF, 0x0E00...0x0FFF, 0x1000...0x17FF, 0xAC00...0xD7AF:
            return [scalar.value]
        default: break
        }
        guard scalar.isLetter else { return [] }
        let lower = scalar.properties.lowercaseMapping.decomposedStringWithCanonicalMapping.unicodeScalars
        return lower.filter { !isMark($0) }.map { letters[$0.value] ?? $0.value }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        default: false
        }
    }

    /// Letters that are written in several ways: Greek final sigma, Arabic alef, yeh, kaf and teh marbuta.
    private static let letters: [UInt32: UInt32] = [
        0x3C2: 0x3C3, 0x622: 0x627, 0x623: 0x627, 0x625: 0x627, 0x671: 0x627, 0x649: 0x64A, 0x6CC: 0x64A, 0x626: 0x64A,
        0x643: 0x6A9, 0x629: 0x647, 0x6C0: 0x647, 0x6C1: 0x647, 0x6BE: 0x647, 0x624: 0x648,
    ]
}
