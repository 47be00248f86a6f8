/// Undoes text in UTF-8 that was read as Windows-1252, once or twice: "SautÃ©ed", "cowâ€™s", "UltraGrainÂ®".
enum MisencodedText {
    /// First letters of such text; no word in a supported language ends with them.
    private static let leads = Set("ÃÂâãÅ".unicodeScalars)
    /// Maximum length of a run; a longer one is not a misread character.
    private static let maxRun = 12

    /// The character that begins at an offset, and its end, if any.
    ///
    /// An ambiguous character becomes an apostrophe, which does not split a word.
    static func character(at start: Int, in text: [Unicode.Scalar]) -> (scalar: Unicode.Scalar, end: Int)? {
        guard leads.contains(text[start]), start + 1 < text.count, isSymbol(text[start + 1]) else { return nil }
        var end = start + 1
        while end < text.count, end - start < maxRun, isSymbol(text[end]) || leads.contains(text[end]) { end += 1 }
        return (decoded(text[start..<end]) ?? "'", end)
    }

    /// Whether a scalar is a byte of 0x80 to 0xBF misread as Windows-1252, except letters.
    private static func isSymbol(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x80 else { return false }
        return (0x80...0xBF).contains(scalar.value) || upperHalf[scalar] != nil
    }

    private static func decoded(_ run: ArraySlice<Unicode.Scalar>) -> Unicode.Scalar? {
        var scalars = Array(run)
        while scalars.count > 1 {
            let bytes = scalars.compactMap(byte)
            guard bytes.count == scalars.count, let text = String(validating: bytes, as: UTF8.self) else { return nil }
            scalars = Array(text.unicodeScalars)
        }
        return scalars.first
    }

    private static func byte(_ scalar: Unicode.Scalar) -> UInt8? {
        scalar.value <= 0xFF ? UInt8(scalar.value) : upperHalf[scalar]
    }

    /// The characters of Windows-1252 that Latin-1 does not have.
    private static let upperHalf: [Unicode.Scalar: UInt8] = [
        "€": 0x80, "‚": 0x82, "ƒ": 0x83, "„": 0x84, "…": 0x85, "†": 0x86, "‡": 0x87, "ˆ": 0x88, "‰": 0x89, "Š": 0x8A,
        "‹": 0x8B, "Œ": 0x8C, "Ž": 0x8E, "‘": 0x91, "’": 0x92, "“": 0x93, "”": 0x94, "•": 0x95, "–": 0x96, "—": 0x97,
        "˜": 0x98, "™": 0x99, "š": 0x9A, "›": 0x9B, "œ": 0x9C, "ž": 0x9E, "Ÿ": 0x9F,
    ]
}
