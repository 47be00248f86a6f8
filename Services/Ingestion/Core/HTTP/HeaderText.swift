/// The list grammar that HTTP headers share (RFC 9110 section 5.6).
package enum HeaderText {
    /// Splits at `separator` outside quoted strings; trims the parts and drops empty ones.
    package static func split(_ text: some StringProtocol, at separator: Character) -> [String] {
        var parts: [String] = []
        var part = ""
        var isQuoted = false
        var isEscaped = false
        for character in text {
            if isEscaped {
                isEscaped = false
            } else if character == "\\" && isQuoted {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            } else if character == separator && !isQuoted {
                parts.append(trim(part))
                part = ""
                continue
            }
            part.append(character)
        }
        parts.append(trim(part))
        return parts.filter { !$0.isEmpty }
    }

    /// Removes spaces and tabs at both ends.
    package static func trim(_ text: some StringProtocol) -> String {
        // Compares bytes, because access tokens are long and come with every request.
        let bytes = text.utf8
        let isText: (UInt8) -> Bool = { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
        guard let first = bytes.firstIndex(where: isText) else { return "" }
        var end = first
        for index in bytes[first...].indices where isText(bytes[index]) { end = bytes.index(after: index) }
        return String(text[first..<end])
    }

    /// Removes the quotes of a quoted string.
    package static func unquote(_ text: String) -> String {
        guard text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
        return String(text.dropFirst().dropLast())
    }
}
