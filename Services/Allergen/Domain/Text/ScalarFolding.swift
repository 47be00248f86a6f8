import Foundation

/// Makes spellings comparable: case, accents, full-width forms and Latin ligatures fold away, one scalar at a time.
enum ScalarFolding {
    /// The tokenizer's class of a scalar.
    enum Kind {
        /// Part of a word in a script the lexicon reads; the folded form is plain lower-case ASCII, digits included.
        case word(StaticBytes)
        /// A Han character, which is a word of its own.
        case han(UInt32)
        /// A letter of a script the lexicon does not read.
        case foreignLetter
        /// Ignored: combining marks, soft hyphens, zero-width characters, direction marks.
        case ignored
        /// Anything else: space, punctuation, symbols, control characters.
        case other
    }

    /// Up to three folded ASCII bytes, packed so that folding allocates nothing.
    struct StaticBytes: Equatable {
        private let packed: UInt32

        init(_ bytes: some Sequence<UInt8>) {
            packed = bytes.prefix(3).reversed().reduce(0) { $0 << 8 | UInt32($1) }
        }

        init(_ byte: UInt8) {
            packed = UInt32(byte)
        }

        /// Appends the bytes in order.
        func append(to word: inout [UInt8]) {
            var rest = packed
            while rest != 0 {
                word.append(UInt8(truncatingIfNeeded: rest))
                rest >>= 8
            }
        }
    }

    /// Classifies and folds one scalar.
    static func fold(_ scalar: Unicode.Scalar) -> Kind {
        let value = scalar.value
        switch value {
        case 0x30...0x39, 0x61...0x7A: return .word(StaticBytes(UInt8(value)))
        case 0x41...0x5A: return .word(StaticBytes(UInt8(value + 0x20)))
        case 0..<0xC0: return value == 0xAD ? .ignored : .other
        case 0xC0..<0x250: return latin(at: Int(value - 0xC0), in: latinTable)
        case 0x300...0x36F, 0xFE00...0xFE0F, 0x61C, 0x115F...0x1160, 0x180B...0x180F, 0x200B...0x200F, 0x202A...0x202E,
            0x2060...0x206F, 0x3164, 0xFEFF, 0xFFA0, 0xE0000...0xE0FFF:
            return .ignored
        case 0xFFFD: return .word(StaticBytes(UInt8(ascii: "?")))
        case 0x1E00..<0x1F00: return latin(at: Int(value - 0x1E00), in: vietnameseTable)
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: return .han(value)
        case 0x3007: return .other
        case 0xFB00...0xFB06: return .word(StaticBytes(ligatures[Int(value - 0xFB00)].utf8))
        case 0xFF01...0xFF5E:
            guard let narrow = Unicode.Scalar(value - 0xFEE0) else { return .other }
            return fold(narrow)
        default: return scalar.isLetter ? .foreignLetter : .other
        }
    }

    /// The folded letters of a word; nil for one in a script that does not fold to Latin letters, or without a letter.
    static func word(_ scalars: some Sequence<Unicode.Scalar>) -> [UInt8]? {
        var word: [UInt8] = []
        for scalar in scalars {
            switch fold(scalar) {
            case .word(let bytes): bytes.append(to: &word)
            case .ignored: continue
            case .han, .foreignLetter, .other: return nil
            }
        }
        return word.isEmpty ? nil : word
    }

    /// The ASCII form of a full-width punctuation mark; other scalars are unchanged.
    static func narrow(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard (0xFF01...0xFF5E).contains(scalar.value) else { return scalar }
        return Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
    }

    private static let ligatures = ["ff", "fi", "fl", "ffi", "ffl", "st", "st"]

    private static let special: [UInt32: String] = [
        0xC6: "ae", 0xE6: "ae", 0x152: "oe", 0x153: "oe", 0xDF: "ss", 0xD8: "o", 0xF8: "o", 0xD0: "d", 0xF0: "d",
        0xDE: "th", 0xFE: "th", 0x110: "d", 0x111: "d", 0x126: "h", 0x127: "h", 0x131: "i", 0x141: "l", 0x142: "l",
    ]

    private static let latinTable = table(0xC0..<0x250)
    private static let vietnameseTable = table(0x1E00..<0x1F00)

    private static func latin(at index: Int, in table: [StaticBytes?]) -> Kind {
        table[index].map(Kind.word) ?? .other
    }

    /// The folded form of each scalar of a Latin block; nil for scalars that are not letters (× and ÷).
    private static func table(_ range: Range<UInt32>) -> [StaticBytes?] {
        range.map { value in
            if let folded = special[value] { return StaticBytes(folded.utf8) }
            guard let scalar = Unicode.Scalar(value), scalar.isLetter else { return nil }
            let base = String(scalar).decomposedStringWithCanonicalMapping.lowercased().unicodeScalars.first
            guard let base, base.isASCII else { return StaticBytes(UInt8(ascii: "?")) }
            return StaticBytes(UInt8(base.value))
        }
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is alphabetic; ASCII is decided without the slow Unicode tables.
    var isLetter: Bool { isASCII ? (0x61...0x7A).contains(value | 0x20) : properties.isAlphabetic }

    /// Whether the scalar is numeric; ASCII is decided without the Unicode tables.
    var isNumeric: Bool { isASCII ? (0x30...0x39).contains(value) : properties.numericType != nil }
}
