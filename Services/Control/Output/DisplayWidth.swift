/// The width of a text on a terminal: Chinese, Japanese and Korean characters take two columns, combining marks none.
enum DisplayWidth {
    /// Blocks that terminals draw two columns wide (Unicode Standard Annex 11, classes W and F).
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115f, 0x2e80...0x303e, 0x3041...0x4dbf, 0x4e00...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff,
        0xfe30...0xfe4f, 0xff00...0xff60, 0xffe0...0xffe6, 0x1f300...0x1f64f, 0x1f900...0x1f9ff, 0x20000...0x3fffd,
    ]

    /// Width of a text, in columns.
    static func columns(of text: String) -> Int { text.unicodeScalars.reduce(0) { $0 + columns(of: $1) } }

    private static func columns(of scalar: Unicode.Scalar) -> Int {
        if scalar.isASCII { return 1 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: return wide.contains { $0.contains(scalar.value) } ? 2 : 1
        }
    }

    /// The text cut to at most `limit` columns; the cut is shown as `…`.
    static func cut(_ text: String, to limit: Int) -> String {
        guard columns(of: text) > limit else { return text }
        var kept = "", used = 0
        for character in text {
            let width = columns(of: String(character))
            guard used + width < limit else { break }
            kept.append(character)
            used += width
        }
        return kept + "…"
    }

    /// The text filled up with spaces to `width` columns.
    static func pad(_ text: String, to width: Int, right: Bool = false) -> String {
        let filling = String(repeating: " ", count: max(0, width - columns(of: text)))
        return right ? filling + text : text + filling
    }

    /// The text in lines of at most `width` columns, broken at spaces or, if a line has none, anywhere.
    static func wrap(_ text: String, to width: Int) -> [String] {
        var lines: [String] = [], line = ""
        for word in text.split(separator: " ") {
            var rest = String(word)
            if !line.isEmpty, columns(of: line) + 1 + columns(of: rest) > width {
                lines.append(line)
                line = ""
            }
            while columns(of: rest) > width {
                var head = ""
                while let next = rest.first, columns(of: head) + columns(of: String(next)) <= width {
                    head.append(rest.removeFirst())
                }
                guard !head.isEmpty else { break }
                lines.append(head)
            }
            line += (line.isEmpty ? "" : " ") + rest
        }
        if !line.isEmpty { lines.append(line) }
        return lines
    }
}
