/// One printed line of a page, joined from the pieces that were read side by side.
struct PrintedRow {
    /// The pieces from start to end.
    let pieces: [TextLine]
    let column: Int
    /// Start and end in the reading direction, in pixels.
    let start: Double
    let end: Double
    /// Depth of the row's start and center on the page, in pixels.
    let startDepth: Double
    let depth: Double
    let height: Double
    let text: String

    private init(_ pieces: [TextLine], _ first: TextLine, _ last: TextLine, _ axes: PageAxes) {
        self.pieces = pieces
        column = first.column
        start = axes.along(first.quad.start)
        end = axes.along(last.quad.end)
        startDepth = axes.depth(first.quad.start)
        depth = pieces.reduce(0) { $0 + axes.depth($1.quad.center) } / Double(pieces.count)
        height = pieces.map(\.quad.height).max() ?? 0
        text = pieces.map(\.text).joined(separator: " ")
    }

    /// The rows of a page in reading order; empty if its lines run in all directions.
    static func all(in reading: TextReading) -> [PrintedRow] {
        let lines = reading.lines.filter { !$0.isBlank }
        guard let axes = PageAxes(lines) else { return [] }
        var groups: [[TextLine]] = []
        for line in lines {
            if let last = groups.last?.last, isBeside(last.quad, line.quad, axes) {
                groups[groups.count - 1].append(line)
            } else {
                groups.append([line])
            }
        }
        return groups.compactMap { pieces in
            guard let first = pieces.first, let last = pieces.last else { return nil }
            return PrintedRow(pieces, first, last, axes)
        }
    }

    /// Whether a piece is to the right of another at the same height.
    private static func isBeside(_ left: Quad, _ right: Quad, _ axes: PageAxes) -> Bool {
        let height = min(left.height, right.height)
        return abs(axes.depth(right.start) - axes.depth(left.end)) < height / 2
            && axes.along(right.start) > axes.along(left.end) - height
    }

    /// Distance to the next row, in pixels: the smaller of two measures, since curved rows are lower in their middle.
    func step(to next: PrintedRow) -> Double {
        min(next.startDepth - startDepth, next.depth - depth)
    }

    /// Whether a row shares some of its width with another.
    func overlaps(_ other: PrintedRow) -> Bool {
        min(end, other.end) - max(start, other.start) > 0.1 * min(end - start, other.end - other.start)
    }

    /// The length of the first unbreakable part, in pixels: a word, or a Chinese character with its punctuation.
    var firstWordLength: Double {
        guard let piece = pieces.first, let first = piece.characters.first else { return 0 }
        let rest = piece.characters.dropFirst()
        let next =
            first.scalar.properties.isIdeographic
            ? rest.firstIndex { $0.scalar.properties.isAlphabetic } : rest.firstIndex { $0.scalar == " " }
        guard let next else { return piece.quad.length }
        return piece.quad.length * (piece.characters[next - 1].position + piece.characters[next].position) / 2
    }
}

// MARK: - Places

extension PrintedRow {
    /// The area after the row's end, with a length in pixels.
    func spaceAfter(_ length: Double) -> Quad? {
        pieces.last.map { piece in
            let quad = piece.quad, share = quad.length > 0 ? length / quad.length : 0
            return Quad(
                topLeft: quad.topRight, topRight: quad.topLeft.toward(quad.topRight, 1 + share),
                bottomRight: quad.bottomLeft.toward(quad.bottomRight, 1 + share), bottomLeft: quad.bottomRight)
        }
    }

    /// The area before the row's start, with a length in pixels.
    func spaceBefore(_ length: Double) -> Quad? {
        pieces.first.map { piece in
            let quad = piece.quad, share = quad.length > 0 ? length / quad.length : 0
            return Quad(
                topLeft: quad.topLeft.toward(quad.topRight, -share), topRight: quad.topLeft,
                bottomRight: quad.bottomLeft, bottomLeft: quad.bottomLeft.toward(quad.bottomRight, -share))
        }
    }

    /// The area between this row and the next one.
    func space(above next: PrintedRow) -> Quad? {
        guard let first = pieces.first?.quad, let last = pieces.last?.quad, let nextFirst = next.pieces.first?.quad,
            let nextLast = next.pieces.last?.quad
        else { return nil }
        return Quad(
            topLeft: first.bottomLeft, topRight: last.bottomRight, bottomRight: nextLast.topRight,
            bottomLeft: nextFirst.topLeft)
    }
}

extension Point {
    /// The point at a fraction of the way to another point.
    func toward(_ other: Point, _ share: Double) -> Point {
        Point(x: x + (other.x - x) * share, y: y + (other.y - y) * share)
    }
}
