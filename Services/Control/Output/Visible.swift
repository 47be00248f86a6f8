/// Makes foreign text harmless for a terminal.
///
/// Events, headers and reasons may contain anything: control characters could move the cursor, set the title or
/// overwrite earlier output (CWE-150), and bidirectional ones could reorder text (CVE-2021-42574).
enum Visible {
    /// The text with such characters escaped as `\\u001b`, which has the same meaning inside JSON; the color sequences
    /// of `Paint` are kept.
    static func text(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isHidden) else { return text }
        var result = "", rest = text.unicodeScalars[...]
        while let scalar = rest.first {
            if scalar == escape, let end = colorEnd(of: rest) {
                result.unicodeScalars.append(contentsOf: rest[..<end])
                rest = rest[end...]
                continue
            }
            if isHidden(scalar) {
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                result.unicodeScalars.append(scalar)
            }
            rest = rest.dropFirst()
        }
        return result
    }

    private static let escape: Unicode.Scalar = "\u{1b}"

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // The program's own line breaks and tabs are kept.
        case 0x09, 0x0a: false
        case 0...0x1f, 0x7f...0x9f, 0x202a...0x202e, 0x2066...0x2069: true
        default: false
        }
    }

    /// The end of a sequence that only sets color or weight (ECMA-48, SGR); nil for any other sequence.
    private static func colorEnd(of text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView.Index? {
        let body = text.dropFirst()
        guard body.first == "[" else { return nil }
        let parameters = body.dropFirst().prefix { ("0"..."9").contains($0) || $0 == ";" }
        guard parameters.endIndex < text.endIndex, text[parameters.endIndex] == "m" else { return nil }
        return text.index(after: parameters.endIndex)
    }
}
