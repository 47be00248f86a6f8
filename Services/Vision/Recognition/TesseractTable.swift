/// Parses Tesseract's table of words: tab-separated, one row for each word, block, paragraph and line.
enum TesseractTable {
    /// Columns of the table, from 0.
    private enum Column {
        static let level = 0, block = 2, paragraph = 3, line = 4, left = 6, top = 7, width = 8, height = 9
        static let confidence = 10, text = 11
        static let count = 12
    }

    /// The level of rows with a word.
    private static let wordLevel = 5

    private struct Word {
        var text: Substring
        var bounds: PixelRect
        var confidence: Double
    }

    static func lines(in table: String) -> [TextLine] {
        var lines: [(key: [Int], words: [Word])] = []
        for row in table.split(separator: "\n").dropFirst() {
            let cells = row.split(separator: "\t", maxSplits: Column.count - 1, omittingEmptySubsequences: false)
            guard cells.count == Column.count, Int(cells[Column.level]) == wordLevel, let word = word(cells) else {
                continue
            }
            let key = [Column.block, Column.paragraph, Column.line].map { Int(cells[$0]) ?? 0 }
            if let last = lines.indices.last, lines[last].key == key {
                lines[last].words.append(word)
            } else {
                lines.append((key, [word]))
            }
        }
        return lines.map { line(of: $0.words) }
    }

    private static func word(_ cells: [Substring]) -> Word? {
        let numbers = [Column.left, Column.top, Column.width, Column.height, Column.confidence].map {
            Double(cells[$0])
        }
        guard case let values = numbers.compactMap({ $0 }), values.count == numbers.count,
            !cells[Column.text].allSatisfy(\.isWhitespace)
        else { return nil }
        let bounds = PixelRect(
            minX: values[0], minY: values[1], maxX: values[0] + values[2], maxY: values[1] + values[3])
        return Word(text: cells[Column.text], bounds: bounds, confidence: max(0, values[4]) / 100)
    }

    private static func line(of words: [Word]) -> TextLine {
        let bounds = words.dropFirst().reduce(words[0].bounds) { $0.union($1.bounds) }
        var characters: [TextLine.Character] = []
        for (index, word) in words.enumerated() {
            if index > 0 {
                let middle = (words[index - 1].bounds.maxX + word.bounds.minX) / 2
                let position = (middle - bounds.minX) / max(bounds.width, 1)
                let confidence = min(words[index - 1].confidence, word.confidence)
                characters.append(TextLine.Character(" ", position: position, confidence: confidence))
            }
            let scalars = Array(word.text.unicodeScalars)
            for (place, scalar) in scalars.enumerated() {
                let share = (Double(place) + 0.5) / Double(scalars.count)
                let position = (word.bounds.minX + share * word.bounds.width - bounds.minX) / max(bounds.width, 1)
                characters.append(TextLine.Character(scalar, position: position, confidence: word.confidence))
            }
        }
        let mean = characters.reduce(0) { $0 + $1.confidence } / Double(max(characters.count, 1))
        let quad = Quad(x: bounds.minX, y: bounds.minY, width: bounds.width, height: bounds.height)
        return TextLine(characters: characters, quad: quad, confidence: mean)
    }
}
