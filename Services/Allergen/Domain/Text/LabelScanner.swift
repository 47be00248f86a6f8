/// Walks a text once and collects tokens and marks.
struct LabelScanner {
    private let vocabulary: Vocabulary
    private let extra: Vocabulary?
    private(set) var tokens: [Token] = []
    private(set) var marks: [Mark] = []
    private(set) var foreignLetters = 0
    private(set) var readableLetters = 0
    private(set) var traditionalCharacters = 0
    private var word: [UInt8] = []
    private var wordStart = 0
    /// A word hyphenated at a line end: bytes before it, its offset and that of the next letter.
    private var cut: (bytes: Int, end: Int, next: Int)?
    /// A run of letters of a script that the lexicon does not read.
    private var foreign: Range<Int>?
    private var gap = Gap.sentence
    private var lineIsEmpty = true

    init(vocabulary: Vocabulary, extra: Vocabulary?) {
        self.vocabulary = vocabulary
        self.extra = extra
        word.reserveCapacity(32)
    }

    mutating func scan(_ scalars: [Unicode.Scalar]) {
        for (offset, scalar) in scalars.enumerated() {
            if let cut, offset < cut.next { continue }
            let kind = ScalarFolding.fold(scalar)
            if continuesForeign(kind, scalar, at: offset) { continue }
            finishForeign()
            switch kind {
            case .word(let bytes):
                if word.isEmpty { wordStart = offset }
                bytes.append(to: &word)
            case .ignored:
                continue
            case .han(let character):
                finishWord(at: offset)
                readableLetters += 1
                if vocabulary.isTraditional(character) { traditionalCharacters += 1 }
                add(vocabulary.number(han: character, extra: extra), offset..<offset + 1)
            case .foreignLetter:
                finishWord(at: offset)
                foreignLetters += 1
                foreign = offset..<offset + 1
            case .other:
                if let next = continuation(of: scalar, at: offset, in: scalars) {
                    cut = (word.count, offset, next)
                    continue
                }
                finishWord(at: offset)
                punctuate(ScalarFolding.narrow(scalar), at: offset, in: scalars)
            }
        }
        finishForeign()
        finishWord(at: scalars.count)
    }

    /// Whether a scalar continues a word of another script: letters and combining marks.
    private mutating func continuesForeign(_ kind: ScalarFolding.Kind, _ scalar: Unicode.Scalar, at offset: Int) -> Bool
    {
        guard let word = foreign else { return false }
        switch kind {
        case .foreignLetter:
            // Scripts without spaces have no word ends, so long runs are split; names are searched across the parts.
            guard offset - word.lowerBound < Self.maxForeignLength else { return false }
            foreignLetters += 1
        case .ignored: break
        case .other:
            switch scalar.properties.generalCategory {
            case .nonspacingMark, .spacingMark, .enclosingMark: break
            default: return false
            }
        case .word, .han: return false
        }
        foreign = word.lowerBound..<offset + 1
        return true
    }

    private static let maxForeignLength = 64

    private mutating func finishForeign() {
        guard let word = foreign else { return }
        foreign = nil
        add(Token.unknown, word)
    }

    private mutating func finishWord(at offset: Int) {
        guard !word.isEmpty else { return }
        readableLetters += word.count { $0 > UInt8(ascii: "9") }
        let number = number()
        if let cut, number == Token.unknown {
            add(vocabulary.number(word: Array(word[..<cut.bytes]), extra: extra), wordStart..<cut.end)
            gap = .soft
            add(vocabulary.number(word: Array(word[cut.bytes...]), extra: extra), cut.next..<offset)
        } else {
            add(number, wordStart..<offset)
        }
        cut = nil
        word.removeAll(keepingCapacity: true)
    }

    /// The continuation of a word hyphenated at a line end: "hazel-", new line, "nuts".
    private func continuation(of scalar: Unicode.Scalar, at offset: Int, in scalars: [Unicode.Scalar]) -> Int? {
        guard scalar == "-" || scalar == "‐", !word.isEmpty, cut == nil else { return nil }
        var next = offset + 1
        var breaks = 0
        while next < scalars.count, scalars[next].properties.isWhitespace, next - offset < 8 {
            if scalars[next] == "\n" { breaks += 1 }
            next += 1
        }
        guard breaks == 1, next < scalars.count, scalars[next].isLetter else { return nil }
        guard case .word = ScalarFolding.fold(scalars[next]) else { return nil }
        return next
    }

    /// The number of the word; attached digits, as in "milk12", are ignored if the word is known without them only.
    private func number() -> Int32 {
        let whole = vocabulary.number(word: word, extra: extra)
        guard whole == Token.unknown else { return whole }
        let letters = word.drop(while: Self.isFigure).reversed().drop(while: Self.isFigure).reversed()
        guard letters.count >= 3, letters.count < word.count else { return whole }
        return vocabulary.number(word: Array(letters), extra: extra)
    }

    private static func isFigure(_ byte: UInt8) -> Bool { byte <= UInt8(ascii: "9") }

    private mutating func add(_ number: Int32, _ range: Range<Int>) {
        tokens.append(
            Token(start: Int32(range.lowerBound), end: Int32(range.upperBound), word: number, gap: gap))
        gap = .none
        lineIsEmpty = false
    }

    private mutating func mark(_ kind: Mark.Kind, _ offset: Int, _ widening: Gap) {
        marks.append(Mark(kind: kind, offset: Int32(offset), token: Int32(tokens.count)))
        gap = max(gap, widening)
    }

    private mutating func punctuate(_ scalar: Unicode.Scalar, at offset: Int, in scalars: [Unicode.Scalar]) {
        switch scalar {
        case "\n", "\r", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}":
            breakLine(at: offset, follows: offset > 0 && scalars[offset - 1] == "\r" && scalar == "\n")
        case ",", ";":
            if isInsideNumber(offset, scalars) { gap = max(gap, .soft) } else { mark(.comma, offset, .separator) }
        case "、", "•", "·", "●", "▪", "■", "◦", "‧", "・", "∙", "|", "¦":
            mark(.comma, offset, .separator)
        case "(", "[", "{", "【", "〔", "「", "『", "《", "〈":
            mark(.open, offset, .separator)
        case ")", "]", "}", "】", "〕", "」", "』", "》", "〉":
            mark(.close, offset, .separator)
        case ":":
            mark(.colon, offset, .separator)
        case "。", "!", "?", "…":
            mark(.sentence, offset, .sentence)
        case ".":
            point(at: offset, in: scalars)
        case "-", "‐", "‑", "–", "—", "−":
            dash(at: offset, in: scalars)
        case "/", "\\", "+", "=", "<", ">":
            gap = max(gap, .separator)
        case "%":
            mark(.percent, offset, .soft)
        default:
            gap = max(gap, .soft)
        }
    }

    private mutating func breakLine(at offset: Int, follows carriageReturn: Bool) {
        if carriageReturn { return }
        if lineIsEmpty {
            mark(.paragraph, offset, .sentence)
        } else {
            mark(.line, offset, .line)
        }
        lineIsEmpty = true
    }

    /// Handles a point: part of a number between digits, a separator between letters, otherwise the end of a statement.
    private mutating func point(at offset: Int, in scalars: [Unicode.Scalar]) {
        if isInsideNumber(offset, scalars) {
            gap = max(gap, .soft)
        } else if offset + 1 < scalars.count, isASCIIWord(scalars[offset + 1]) {
            mark(.comma, offset, .separator)
        } else {
            mark(.sentence, offset, .sentence)
        }
    }

    /// Handles a dash: with spaces on both sides or at the beginning of a line it separates items, otherwise it joins
    /// words.
    private mutating func dash(at offset: Int, in scalars: [Unicode.Scalar]) {
        let spacedBefore = offset == 0 || scalars[offset - 1].properties.isWhitespace
        let spacedAfter = offset + 1 >= scalars.count || scalars[offset + 1].properties.isWhitespace
        if spacedBefore && (spacedAfter || lineIsEmpty) {
            mark(.comma, offset, .separator)
        } else {
            gap = max(gap, .soft)
        }
    }

    private func isInsideNumber(_ offset: Int, _ scalars: [Unicode.Scalar]) -> Bool {
        guard offset > 0, offset + 1 < scalars.count else { return false }
        return isDigit(scalars[offset - 1]) && isDigit(scalars[offset + 1])
    }

    private func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        (0x30...0x39).contains(ScalarFolding.narrow(scalar).value)
    }

    private func isASCIIWord(_ scalar: Unicode.Scalar) -> Bool {
        isDigit(scalar) || (0x41...0x5A).contains(scalar.value) || (0x61...0x7A).contains(scalar.value)
    }
}
