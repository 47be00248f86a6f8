import Foundation

/// A name split into words that are equal in all spellings: case, accents, ligatures and full-width forms are folded,
/// and each Chinese character is a word.
package struct FoldedName {
    /// The bytes of each word.
    package private(set) var words: [[UInt8]] = []
    /// Whether the last word may be incomplete, because the text ends with it.
    private(set) var endsInWord = false

    package init(_ text: String) {
        var word: [UInt8] = []
        for scalar in text.unicodeScalars {
            switch Self.fold(scalar) {
            case .letters(let bytes): word += bytes
            case .character(let bytes):
                finish(&word)
                words.append(bytes)
            case .nothing: break
            case .gap: finish(&word)
            }
        }
        endsInWord = !word.isEmpty || text.unicodeScalars.last.map(Self.isHan) == true
        finish(&word)
    }

    private mutating func finish(_ word: inout [UInt8]) {
        guard !word.isEmpty else { return }
        words.append(word)
        word = []
    }

    private enum Part {
        case letters([UInt8])
        case character([UInt8])
        case nothing
        case gap
    }

    private static func fold(_ scalar: Unicode.Scalar) -> Part {
        switch scalar.value {
        case 0x61...0x7A, 0x30...0x39: .letters([UInt8(scalar.value)])
        case 0x41...0x5A: .letters([UInt8(scalar.value + 0x20)])
        case 0..<0xC0: .gap
        case 0xC0..<0x250: latin[Int(scalar.value) - 0xC0].map(Part.letters) ?? .gap
        case 0x300...0x36F: .nothing
        case _ where isHan(scalar): .character(Array(String(scalar).utf8))
        default: other(scalar)
        }
    }

    /// CJK ideographs with their extensions, and those of the compatibility block.
    private static func isHan(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
        default: false
        }
    }

    /// Folds characters that are neither Latin nor Chinese, including full-width forms, to lower case.
    private static func other(_ scalar: Unicode.Scalar) -> Part {
        let plain = String(scalar).decomposedStringWithCompatibilityMapping.lowercased().unicodeScalars
            .filter(\.properties.isAlphanumeric)
        return plain.isEmpty ? .gap : .letters(Array(String(String.UnicodeScalarView(plain)).utf8))
    }

    /// Folded letters from U+00C0 to U+024F; letters without a Unicode decomposition are listed by hand.
    private static let latin: [[UInt8]?] = (UInt32(0xC0)..<0x250).map { value in
        guard let scalar = Unicode.Scalar(value), scalar.properties.isAlphabetic else { return nil }
        let small = String(scalar).lowercased()
        if let letters = undecomposed[small] { return Array(letters.utf8) }
        return small.decomposedStringWithCompatibilityMapping.utf8.filter { $0 < 0x80 }
    }

    private static let undecomposed = [
        "œ": "oe", "æ": "ae", "ß": "ss", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ħ": "h", "ı": "i",
    ]
}

extension Unicode.Scalar.Properties {
    fileprivate var isAlphanumeric: Bool { isAlphabetic || numericType != nil }
}
