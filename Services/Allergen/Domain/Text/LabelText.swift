/// A label's text, split into tokens and structural marks in one pass.
///
/// All offsets and lengths are in Unicode scalars of the original text.
struct LabelText {
    /// Maximum number of scalars that are read; the answer for a longer text is incomplete.
    static let maximumScalars = 100_000

    /// The text in its intended form; tokens and marks refer to it, `span` and `string` to the original text.
    let scalars: [Unicode.Scalar]
    /// Number of places whose intended form is unknown.
    let damages: Int
    private let given: [Unicode.Scalar]
    private let cleaned: CleanedText
    let tokens: [Token]
    let marks: [Mark]
    /// Number of letters in scripts that the lexicon does not read, including replacement characters.
    let foreignLetters: Int
    /// Number of letters and Chinese characters that can be looked up.
    let readableLetters: Int
    let isTruncated: Bool
    /// Whether the text contains a character used only in traditional Chinese.
    let isTraditional: Bool
    /// Whether ingredients are printed one per line, so that a term must not cross a line break.
    let linesSeparate: Bool
    /// The token after the second comma, before which a heading without a colon may occur; the number of tokens if
    /// there are fewer commas.
    let startOfList: Int

    init(_ text: String, vocabulary: Vocabulary, extra: Vocabulary? = nil) {
        var scanner = LabelScanner(vocabulary: vocabulary, extra: extra)
        given = Array(text.unicodeScalars.prefix(Self.maximumScalars))
        cleaned = CleanedText(given)
        scalars = cleaned.scalars
        damages = cleaned.damages
        scanner.scan(scalars)
        isTruncated = text.unicodeScalars.dropFirst(Self.maximumScalars).first != nil
        var tokens = scanner.tokens
        var marks = scanner.marks
        CutWords(vocabulary: vocabulary, extra: extra).join(&tokens, &marks, in: scalars)
        self.tokens = tokens
        self.marks = marks
        startOfList = marks.lazy.filter { $0.kind == .comma }.dropFirst().first.map { Int($0.token) } ?? tokens.count
        foreignLetters = scanner.foreignLetters
        readableLetters = scanner.readableLetters
        isTraditional = scanner.traditionalCharacters > 0
        linesSeparate = !scanner.marks.contains { $0.kind == .comma }
    }

    /// Whether a term may continue from the token before `index` to that token.
    func continues(at index: Int) -> Bool {
        let gap = tokens[index].gap
        return gap <= .soft || (gap == .line && !linesSeparate && !opensLine(at: index))
    }

    /// Whether a statement begins at a token: after a full stop, or on a line that does not continue the previous one.
    func opensStatement(at index: Int) -> Bool {
        switch tokens[index].gap {
        case .sentence: true
        case .line: linesSeparate || opensLine(at: index)
        case .none, .soft, .separator: false
        }
    }

    /// Whether a line begins at a token and does not continue the previous one: a capital after lower case.
    func opensLine(at index: Int) -> Bool {
        guard index > 0, tokens[index].gap == .line else { return false }
        return scalars[Int(tokens[index].start)].properties.isUppercase
            && scalars[Int(tokens[index - 1].start)].properties.isLowercase
    }

    /// Whether there is a hyphen at a line's end between a token and the previous one.
    func isCutByHyphen(before index: Int) -> Bool {
        let between = scalars[Int(tokens[index - 1].end)..<Int(tokens[index].start)]
        guard let first = between.first, first == "-" || first == "‐" else { return false }
        return between.contains("\n")
    }

    /// Whether there are only spaces and one hyphen between a token and the previous one.
    func isHyphenSpaced(before index: Int) -> Bool {
        let between = scalars[Int(tokens[index - 1].end)..<Int(tokens[index].start)]
        return between.count <= 4 && between.count(where: CutWords.isHyphen) == 1
            && between.allSatisfy { $0.properties.isWhitespace || CutWords.isHyphen($0) }
    }

    /// Whether an index lies within a decimal number: between the "0" and the "5" of "0.5".
    func cutsNumber(at index: Int) -> Bool {
        guard index > 0, index < tokens.count, tokens[index].start == tokens[index - 1].end + 1 else { return false }
        let point = Int(tokens[index - 1].end)
        return (scalars[point] == "." || scalars[point] == ",") && Self.isDigit(scalars[point - 1])
            && Self.isDigit(scalars[point + 1])
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    /// The marks from the one before a token on, found by bisection.
    func marks(from token: Int) -> ArraySlice<Mark> {
        var low = 0
        var high = marks.count
        while low < high {
            let middle = (low + high) / 2
            if Int(marks[middle].token) < token { low = middle + 1 } else { high = middle }
        }
        return marks[low...]
    }

    /// The marks before the tokens of a range.
    func marks(in tokens: ClosedRange<Int>) -> ArraySlice<Mark> {
        marks(from: tokens.lowerBound).prefix { Int($0.token) <= tokens.upperBound }
    }

    /// Whether a token is a Chinese character.
    func isHan(tokenAt index: Int) -> Bool {
        switch scalars[Int(tokens[index].start)].value {
        case 0x3400...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF: true
        default: false
        }
    }

    /// The folded letters of a token; nil for one in a script that does not fold to Latin letters.
    func folded(tokenAt index: Int) -> [UInt8]? {
        ScalarFolding.word(scalars[Int(tokens[index].start)..<Int(tokens[index].end)])
    }

    /// Whether all letters of a token are used in the supported languages: "griș" is not "gris".
    func hasOwnLetters(tokenAt index: Int) -> Bool {
        let token = tokens[index]
        return scalars[Int(token.start)..<Int(token.end)].allSatisfy { scalar in
            scalar.isASCII || Self.accented.contains(scalar) || !scalar.isLetter
                || Self.ligatures.contains(scalar) || ScalarFolding.narrow(scalar) != scalar
        }
    }

    private static let ligatures: ClosedRange<Unicode.Scalar> = "\u{FB00}"..."\u{FB06}"
    private static let accented = Set("àâäáçéèêëîïíôöóùûüúÿñœæÀÂÄÁÇÉÈÊËÎÏÍÔÖÓÙÛÜÚŸÑŒÆ".unicodeScalars)

    /// Whether a bracket with words or a colon opens a list after a token, before any comma; "(22 %)" is no list.
    func opensList(behind index: Int) -> Bool {
        var isInNumber = false, isSameStatement = true
        for mark in marks(from: index + 1) {
            switch mark.kind {
            case .open:
                if holdsWords(behind: mark) { return true }
                isInNumber = true
            case .close:
                guard isInNumber else { return false }
                isInNumber = false
            case .colon: return isSameStatement
            case .line: if opensNext(mark) { isSameStatement = false }
            case .percent: continue
            case .comma, .sentence, .paragraph: return false
            }
        }
        return false
    }

    /// Whether the line after a line break opens a statement: "Storage: …" is not the list of the word before it.
    func opensNext(_ mark: Mark) -> Bool {
        mark.kind == .line && Int(mark.token) < tokens.count && opensLine(at: Int(mark.token))
    }

    /// Whether an opening bracket contains a letter.
    private func holdsWords(behind open: Mark) -> Bool {
        let close = marks(from: Int(open.token)).first { $0.kind == .close && $0.offset > open.offset }
        let end = close.map { Int($0.offset) } ?? scalars.count
        return scalars[Int(open.offset)..<end].contains { $0.properties.isAlphabetic }
    }

    /// The original scalars of a token if they correspond one to one, otherwise the cleaned ones.
    func written(tokenAt index: Int) -> ArraySlice<Unicode.Scalar> {
        let meant = Int(tokens[index].start)..<Int(tokens[index].end)
        let source = cleaned.source(of: meant)
        return source.count == meant.count ? given[source] : scalars[meant]
    }

    /// The original text of a range of tokens.
    func string(_ range: Range<Int>) -> String {
        guard let span = span(range) else { return "" }
        return string(scalarRange: span)
    }

    /// The text between two scalar offsets.
    func string(scalarRange: Range<Int>) -> String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: given[scalarRange])
        return String(view)
    }

    /// The scalar offsets a range of tokens covers; nil for an empty range.
    func span(_ range: Range<Int>) -> Range<Int>? {
        guard !range.isEmpty else { return nil }
        return cleaned.source(of: Int(tokens[range.lowerBound].start)..<Int(tokens[range.upperBound - 1].end))
    }
}
