import EventContracts

/// Finds the place of a part of the text in the photo.
struct LineBoxes {
    private let lines: [ReadLine]
    /// Offset of each line's first Unicode scalar in the text.
    private let starts: [Int]

    /// Positions for a text whose lines were joined with line breaks.
    init(_ reading: LabelPrint) {
        lines = reading.lines
        var starts: [Int] = [], next = 0
        for line in lines {
            starts.append(next)
            next += line.text.unicodeScalars.count + 1
        }
        self.starts = starts
    }

    /// The corners around a span, in the form of `ReadLine.corners`; for a span of several lines, around its first
    /// line.
    ///
    /// - Parameters:
    ///   - start: offset of the first Unicode scalar.
    ///   - length: in Unicode scalars.
    /// - Returns: nil if the span is not in the lines.
    func box(start: Int, length: Int) -> [Double]? {
        guard length > 0, let index = starts.lastIndex(where: { $0 <= start }) else { return nil }
        let line = lines[index], first = start - starts[index]
        let count = line.positions.count
        guard first < count, line.corners.count == 8 else { return nil }
        let last = min(first + length, count) - 1
        // The border of two characters is halfway between their centers.
        let from = first == 0 ? 0 : (line.positions[first - 1] + line.positions[first]) / 2
        let to = last == count - 1 ? 1 : (line.positions[last] + line.positions[last + 1]) / 2
        let corners = line.corners
        func along(_ share: Double, _ a: Int, _ b: Int) -> [Double] {
            [
                corners[a] + (corners[b] - corners[a]) * share,
                corners[a + 1] + (corners[b + 1] - corners[a + 1]) * share,
            ]
        }
        return along(from, 0, 2) + along(to, 0, 2) + along(to, 6, 4) + along(from, 6, 4)
    }
}
