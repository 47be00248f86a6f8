/// Finds places where text of an ingredient list is missing, as under a fold, a thumb or a reflection.
///
/// The thresholds were chosen so that no place is found on any good photo of the labeled set.
struct LostPrint {
    private enum Bound {
        /// Multiples of the usual distance between rows from which a row is missing, and up to which two rows belong to
        /// one list.
        static let missingLine = 1.6, farthestLine = 4.0
        /// Maximum ratio of the heights of two rows in one list.
        static let heightRatio = 1.6
        /// Minimum free space after, before and inside a row that its layout does not explain, in line heights.
        static let spare = 1.0, indent = 2.0, innerGap = 2.5
        /// Maximum distance between two starts at the same margin, in line heights.
        static let margin = 0.6
        /// Minimum number of rows for recognizing a layout.
        static let rows = 3
        /// Minimum number of full rows for recognizing a right margin.
        static let filledRows = 2
    }

    /// The layout of a list's rows, in pixels.
    private struct Layout {
        /// The usual distance between two rows; nil for fewer than three rows.
        let pitch: Double?
        /// The end of the longest row of the first column.
        let rightMargin: Double
        /// Median height of a row.
        let height: Double

        init(_ rows: ArraySlice<PrintedRow>) {
            let column = rows.filter { $0.column == rows.first?.column }
            let steps = zip(column, column.dropFirst()).filter { $0.overlaps($1) }.map { $0.step(to: $1) }
                .filter { $0 > 0 }.sorted()
            pitch = steps.count >= Bound.rows - 1 ? steps[(steps.count - 1) / 2] : nil
            rightMargin = column.map(\.end).max() ?? 0
            height = column.isEmpty ? 0 : column.map(\.height).sorted()[column.count / 2]
        }

        /// Whether the first word of the next row would have fitted at the end of a row.
        func isShort(_ row: PrintedRow, before next: PrintedRow) -> Bool {
            rightMargin - row.end > next.firstWordLength + Bound.spare * height
        }
    }

    private let rows: ArraySlice<PrintedRow>
    /// All rows, including those after the block: text far to the right of a gap is read as a separate column.
    private let all: ArraySlice<PrintedRow>
    private let sentences: ListSentences
    private let layout: Layout

    /// The places of missing text inside the lists of a reading.
    static func places(in reading: TextReading) -> [Quad] {
        lists(in: reading).flatMap { list -> [Quad] in
            var places = list.block.unclosedBrackets(through: list.rows)
            places += list.block.missingRows()
            places += list.block.shortRows()
            places += list.block.indentedRows()
            places += list.block.innerGaps()
            return places
        }
    }

    /// The place after a list that breaks off although other text follows below or beside it.
    static func openEnds(in reading: TextReading) -> [Quad] {
        let lowest = PageDepths(reading)?.last
        return lists(in: reading).compactMap { list -> Quad? in
            guard let last = list.block.rows.last, last.pieces.last != lowest, list.block.sentences.endsOpen(last)
            else { return nil }
            let next = list.rows[list.block.rows.endIndex...].first
            guard next.map(ListSentences.opensStatement) ?? true else { return nil }
            return last.spaceAfter(last.height)
        }
    }

    /// The lists of a reading: the rows from each heading to the next one, and the block that they begin with.
    private static func lists(in reading: TextReading) -> [(rows: ArraySlice<PrintedRow>, block: LostPrint)] {
        guard IngredientHeading.isPresent(in: reading) else { return [] }
        let rows = PrintedRow.all(in: reading)
        // A heading broken over two lines begins no row, so the first row is used.
        var starts = rows.indices.filter { IngredientHeading.isHeading(rows[$0].text) }
        if starts.isEmpty, !rows.isEmpty { starts = [0] }
        return zip(starts, starts.dropFirst() + [rows.count]).map { start, end in
            (rows: rows[start..<end], block: LostPrint(rows[start..<end]))
        }
    }

    /// The block of adjacent rows at the beginning.
    private init(_ all: ArraySlice<PrintedRow>) {
        self.all = all
        sentences = ListSentences(all)
        layout = Layout(all)
        var end = min(all.startIndex + 1, all.endIndex)
        while end < all.endIndex, Self.isOneList(all[end - 1], all[end], layout, sentences) { end += 1 }
        rows = all[..<end]
    }

    private static func isOneList(
        _ above: PrintedRow, _ below: PrintedRow, _ layout: Layout, _ sentences: ListSentences
    ) -> Bool {
        guard above.column == below.column, above.overlaps(below),
            max(above.height, below.height) <= Bound.heightRatio * min(above.height, below.height)
        else { return false }
        guard let pitch = layout.pitch else { return true }
        let step = above.step(to: below) / pitch
        guard step <= Bound.farthestLine else { return false }
        return step <= Bound.missingLine || IngredientHeading.isHeading(above.text)
            || goesOn(from: above, to: below, layout, sentences)
    }

    /// Whether two separated rows belong to one sentence: by their words, or because the upper one is full, which the
    /// last row of a paragraph seldom is.
    private static func goesOn(
        from above: PrintedRow, to below: PrintedRow, _ layout: Layout, _ sentences: ListSentences
    ) -> Bool {
        if sentences.goesOn(from: above, to: below) { return true }
        return !sentences.endsSentence(above) && !sentences.opensSentence(below, after: above)
            && !layout.isShort(above, before: below)
    }

    // MARK: - Missing text

    /// Brackets that open in the list and are not closed before its end, or close without having been opened.
    private func unclosedBrackets(through all: ArraySlice<PrintedRow>) -> [Quad] {
        var open: [(row: Int, place: Quad)] = [], unopened: [Quad] = []
        let pieces = all.indices.flatMap { row in all[row].pieces.map { (row: row, piece: $0) } }
        for (row, piece) in pieces {
            for (index, character) in piece.characters.enumerated() {
                if Self.opening.contains(character.scalar) {
                    open.append((row, piece.place(from: index)))
                } else if Self.closing.contains(character.scalar) {
                    if !open.isEmpty {
                        open.removeLast()
                    } else if row < rows.endIndex, !piece.isNumbering(before: index) {
                        unopened.append(piece.place(upTo: index))
                    }
                }
            }
        }
        return open.filter { $0.row < rows.endIndex }.map(\.place) + unopened
    }

    private static let opening: Set<Unicode.Scalar> = ["(", "[", "{", "（", "［", "【", "〔"]
    private static let closing: Set<Unicode.Scalar> = [")", "]", "}", "）", "］", "】", "〕"]

    /// Pairs of neighboring rows of one sentence that are farther apart than the others.
    private func missingRows() -> [Quad] {
        guard let pitch = layout.pitch, rows.count >= Bound.rows else { return [] }
        return zip(rows, rows.dropFirst()).compactMap { above, below -> Quad? in
            guard above.step(to: below) > Bound.missingLine * pitch,
                Self.goesOn(from: above, to: below, layout, sentences)
            else { return nil }
            return above.space(above: below)
        }
    }

    /// Rows that end early although the next word would have fitted, in a block where most rows are full.
    private func shortRows() -> [Quad] {
        guard rows.count >= Bound.rows, ListSentences.areFilled(rows) else { return [] }
        var filled = 0, places: [Quad?] = []
        for (row, next) in zip(rows, rows.dropFirst()) where !sentences.endsSentence(row) {
            if sentences.endsWithHyphen(row) || sentences.opensSentence(next, after: row) { continue }
            if layout.isShort(row, before: next) {
                places.append(row.spaceAfter(spaceBehind(row)))
            } else {
                filled += 1
            }
        }
        return filled >= Bound.filledRows && filled >= places.count ? places.compactMap { $0 } : []
    }

    /// Length of the space after a row, in pixels: to the margin, or to other text at its height.
    private func spaceBehind(_ row: PrintedRow) -> Double {
        let beside = all.filter { $0.start > row.end && abs($0.startDepth - row.depth) < row.height / 2 }.map(\.start)
        return min(layout.rightMargin, beside.min() ?? layout.rightMargin) - row.end
    }

    /// Rows that start to the right of the common margin in the middle of a sentence.
    private func indentedRows() -> [Quad] {
        guard rows.count >= Bound.rows else { return [] }
        let margin = rows.map(\.start).sorted()[rows.count / 2]
        let aligned = rows.count { abs($0.start - margin) <= Bound.margin * layout.height }
        guard aligned >= Bound.rows - 1, aligned * 3 >= rows.count * 2 else { return [] }
        return zip(rows, rows.dropFirst()).compactMap { above, row -> Quad? in
            guard row.start - margin > Bound.indent * layout.height, !sentences.endsSentence(above),
                !sentences.opensSentence(row, after: above)
            else { return nil }
            return row.spaceBefore(row.start - margin)
        }
    }

    /// Gaps inside rows of a block whose other rows have none.
    private func innerGaps() -> [Quad] {
        guard rows.count >= Bound.rows else { return [] }
        let places = rows.map { row in
            zip(row.pieces, row.pieces.dropFirst()).compactMap { left, right -> Quad? in
                let gap = left.quad.end.distance(to: right.quad.start)
                guard gap > Bound.innerGap * layout.height else { return nil }
                return Quad(
                    topLeft: left.quad.topRight, topRight: right.quad.topLeft, bottomRight: right.quad.bottomLeft,
                    bottomLeft: left.quad.bottomRight)
            }
        }
        return places.count { !$0.isEmpty } * 2 < rows.count ? places.flatMap { $0 } : []
    }
}

extension TextLine {
    /// The area from a character to the end of the row.
    fileprivate func place(from index: Int) -> Quad {
        var place = quad
        let share = index == 0 ? 0 : (characters[index - 1].position + characters[index].position) / 2
        place.topLeft = quad.topLeft.toward(quad.topRight, share)
        place.bottomLeft = quad.bottomLeft.toward(quad.bottomRight, share)
        return place
    }

    /// The area from the start of the row to a character.
    fileprivate func place(upTo index: Int) -> Quad {
        var place = quad
        let isLast = index == characters.count - 1
        let share = isLast ? 1 : (characters[index].position + characters[index + 1].position) / 2
        place.topRight = quad.topLeft.toward(quad.topRight, share)
        place.bottomRight = quad.bottomLeft.toward(quad.bottomRight, share)
        return place
    }

    /// Whether a bracket belongs to the number of an item or a footnote: "1)", "a)".
    fileprivate func isNumbering(before index: Int) -> Bool {
        let token = characters[..<index].reversed().prefix {
            $0.scalar.properties.isAlphabetic || $0.scalar.properties.numericType != nil
        }
        return token.count <= 2
    }
}
