/// Resolves HTML entities and tags in copied text.
enum MarkupReader {
    private static let maxTagLength = 80
    private static let maxEntityLength = 10

    /// Tags that separate the text before and after them; others may occur within a word.
    private static let lineTags: Set<String> = [
        "br", "p", "li", "ul", "ol", "div", "td", "th", "tr", "table", "h1", "h2", "h3", "h4", "hr", "dd", "dt",
        "section",
    ]

    private static let named: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "shy": "\u{AD}",
        "zwj": "\u{200D}", "zwnj": "\u{200C}", "ensp": " ", "emsp": " ", "thinsp": " ", "middot": "·", "bull": "•",
        "ndash": "–", "mdash": "—", "hellip": "…", "rsquo": "’", "lsquo": "‘", "deg": "°", "oelig": "œ", "OElig": "Œ",
        "aelig": "æ", "AElig": "Æ", "szlig": "ß", "eth": "ð", "thorn": "þ",
    ]

    private static let accents = ["grave", "acute", "circ", "tilde", "uml", "ring", "cedil", "slash", "caron"]

    /// The scalar of an entity, without accent, and the offset after it.
    static func entity(at start: Int, in text: [Unicode.Scalar]) -> (scalar: Unicode.Scalar, end: Int)? {
        guard let end = find(";", from: start + 1, limit: maxEntityLength, in: text) else { return nil }
        let name = string(text[(start + 1)..<end])
        return scalar(named: name).map { ($0, end + 1) }
    }

    private static func scalar(named name: String) -> Unicode.Scalar? {
        if name.hasPrefix("#x") || name.hasPrefix("#X") {
            return UInt32(name.dropFirst(2), radix: 16).flatMap(Unicode.Scalar.init)
        }
        if name.hasPrefix("#") { return UInt32(name.dropFirst()).flatMap(Unicode.Scalar.init) }
        if let scalar = named[name] { return scalar }
        guard let letter = name.unicodeScalars.first, letter.isASCII, letter.isLetter,
            accents.contains(String(name.dropFirst()))
        else { return nil }
        return letter
    }

    /// The end of a tag, and whether the tag ends a line.
    static func tag(at start: Int, in text: [Unicode.Scalar]) -> (end: Int, breaksLine: Bool)? {
        var index = start + 1
        if index < text.count, text[index] == "/" { index += 1 }
        let nameStart = index
        while index < text.count, index - nameStart < 10, isNameScalar(text[index]) { index += 1 }
        guard index > nameStart, !isDigit(text[nameStart]), index < text.count else { return nil }
        guard text[index] == ">" || text[index] == "/" || text[index].properties.isWhitespace,
            let end = find(">", from: index, limit: maxTagLength, in: text)
        else { return nil }
        return (end + 1, lineTags.contains(string(text[nameStart..<index]).lowercased()))
    }

    private static func find(_ mark: Unicode.Scalar, from start: Int, limit: Int, in text: [Unicode.Scalar]) -> Int? {
        guard start < text.count else { return nil }
        return text[start..<min(text.count, start + limit)].firstIndex(of: mark)
    }

    private static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && scalar.isLetter || isDigit(scalar)
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { (0x30...0x39).contains(scalar.value) }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }
}
